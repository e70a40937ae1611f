import { isObject } from 'astro-keep/shared/json';
import { uuidForm } from 'astro-keep/shared/text/printable';
import { buildChannel } from 'astro-keep/tracking';
import { safeAddress, schemeOf } from '../../../shared/text/safe-address.js';
import { type AssetField, assetHref, withBase } from '../assets/index.js';
import { notice } from '../data/index.js';
import { addressOf } from './address-of.js';
import { find } from './find.js';
import { insteadOfLanguage } from './languages.js';
import { isPath, languageOf, nameOf } from './page-of-link.js';
import type { StoryEntry, StoryLike } from './paths.js';
import { besides, fileForm, inFolder, withoutFile } from './relative.js';

/** A link in content: a link field, an asset, or the attributes of a link in rich text. */
export interface LinkField {
	/** `story`, `url`, `email`, or `asset`. */
	linktype?: string | null | undefined;
	/** Uuid of the story, or number of the asset. */
	id?: string | number | null | undefined;
	/** Uuid of the story, in rich text. */
	uuid?: string | null | undefined;
	url?: string | null | undefined;
	/** The address, in rich text. */
	href?: string | null | undefined;
	/** Slug of the story at the time when the page was published. Used only if the link has no uuid. */
	cached_url?: string | null | undefined;
	email?: string | null | undefined;
	/** Address of an asset. */
	filename?: string | null | undefined;
	anchor?: string | null | undefined;
	target?: string | null | undefined;
	rel?: string | null | undefined;
	title?: string | null | undefined;
	custom?: unknown;
}

/** The argument of `href()` and `<StoryLink>`: a link, an address, or the uuid of a story. */
export type Linkable = LinkField | string | null | undefined;

/** The page with a link. */
export interface LinkOptions {
	/** Language to link to: `default`, its code in the space, or its locale in Astro. @default the language of `from` */
	lang?: string | undefined;
	/** Language of a page that is not a story's, such as `Astro.currentLocale`. @default 'default' */
	locale?: string | undefined;
	/** The page: its address (`Astro.url`), its entry, or its story. Decides the language, and is named in warnings. */
	from?: URL | string | StoryEntry | StoryLike | undefined;
}

/**
 * The address of a link; undefined if the link leads nowhere. A story is found by its uuid, or by its slug or path if the link has
 * no uuid, in the language of the page or else in the default one; a relative address begins at the slug of `from`, or at the root. An asset has its
 * address in the site, and other paths get the site's `base`. An address that could run a script, and a story without a page, give
 * undefined and a warning. A build warns of other addresses that the site does not have.
 *
 * @example
 * href(blok.link, { from: Astro.url }) // '/de/blog/hallo/#mehr'
 * href('/blog', { from: Astro.url }) // '/de/blog/'
 */
export function href(link: Linkable, options: LinkOptions = {}): string | undefined {
	if (link === null || link === undefined) return undefined;
	const instead = options.lang === undefined ? undefined : insteadOfLanguage(options.lang);
	if (instead !== undefined)
		notice(
			`A link has the default language, because the site does not have its language \`${options.lang}\`${instead}`,
			nameOf(options.from),
		);
	if (typeof options === 'string' || options instanceof URL)
		notice(
			"href() takes options: `href(…, { lang: 'de' })` for a language, and `href(…, { from: Astro.url })` for a page.",
		);
	const field = fieldOf(link);
	const anchor = anchorOf(field);
	const target = storyIn(field);
	if (target) {
		const address = storyAddress(target, field, options);
		return address && address + anchor;
	}
	const asset = assetOf(field);
	if (asset) {
		const address = assetHref(asset, nameOf(options.from));
		return address && address + anchor;
	}
	const written = fromRoot(plainAddress(field), options);
	if (written === '') return anchor || undefined;
	const page = isOfSite(written) ? pageAddress(written, options) : undefined;
	if (page !== undefined) return page.includes('#') ? page : page + anchor;
	const address = isOfSite(written) ? inFolder(written, options.from) : written;
	const safe = safeAddress(withBase(address));
	if (safe === undefined) {
		notice(
			`An address that begins with \`${schemeOf(address)?.slice(0, 30) ?? ''}:\` is left out, because it could run a script.`,
			nameOf(options.from),
		);
	} else if (isOfSite(address)) warnUnbuilt(address, written, options.from);
	return safe && (safe.includes('#') ? safe : safe + anchor);
}

/** A text is an address. An entry leads to its story, in its language if nothing else says one. */
function fieldOf(link: LinkField | string): LinkField {
	if (typeof link === 'string') return { url: link };
	const { uuid, full_slug } = 'data' in link && isObject(link.data) ? link.data : {};
	return uuid === undefined ? link : { linktype: 'story', uuid: text(uuid), cached_url: text(full_slug) };
}

/** Without a page that it begins at, what looks like a slug begins at the root, where its story would be. */
const fromRoot = (address: string, { from }: LinkOptions): string =>
	from === undefined && isOfSite(address) && /^[\p{L}\p{N}_][\p{L}\p{N}_/-]*(?:[?#]|$)/u.test(address)
		? `/${address}`
		: address;

/** True for an address that may be a page of the site. One that begins with `?` is the page itself. */
const isOfSite = (address: string): boolean => isPath(address) && !address.startsWith('?');

/** The address of the story with a slug or path, in the language of the page; undefined if there is none. */
function pageAddress(given: string, options: LinkOptions): string | undefined {
	const [written = ''] = given.split(/[?#]/, 1);
	const address = withoutFile(written);
	const lang = languageOf(options);
	const addresses = [...(address.startsWith('.') ? [] : [address]), ...besides(address, options.from)];
	for (const one of addresses) {
		const found = find({ by: 'address', address: one, lang });
		if (found)
			return addressOf(found.route, nameOf(options.from)) + (safeAddress(given.slice(written.length)) ?? '');
	}
	return undefined;
}

/** Warns about an address of no story, unless the finished site answers it. */
function warnUnbuilt(given: string, written: string, from: LinkOptions['from']): void {
	const [address = ''] = given.split(/[?#]/, 1);
	const page = nameOf(from);
	const whole = `https://site${page?.startsWith('/') ? page : '/'}`;
	if (!URL.canParse(address, whole)) return;
	const isRelative = /^[^/]+\//.test(address);
	const [what, remedy] = fileForm.test(isRelative ? `/${address}` : address)
		? [
				'file',
				`Put it into public/${isRelative ? ' and begin its address with a slash' : ', correct the address'},`,
			]
		: ['page', 'Correct the address,'];
	const start =
		address === '/'
			? 'The site has no start page, to which a link leads: no story has the path `/`, as `index.md` of a folder has, and there is no src/pages/index.astro.'
			: undefined;
	notice(
		excludedBy(address) ??
			start ??
			`A link leads to no ${what}: the site has none at \`${address}\`${given === written ? '' : `, which \`${written}\` means in the folder of its story`}. ${remedy} or begin it with \`https://\` if it is of another site.`,
		page,
		`${new URL(withBase(address), whole).pathname}#${written}`,
	);
}

/** The story of a link: its uuid, or its full slug or path if the link has no uuid. */
type LinkedStory = { by: 'story'; uuid: string } | { by: 'slug'; slug: string };

/** The story of a link; undefined for any other link, and for an empty one. */
function storyIn(link: LinkField): LinkedStory | undefined {
	const { linktype, id, uuid, url, href: address, cached_url } = link;
	if (linktype && linktype !== 'story') return undefined;
	const found = [id, uuid, ...(linktype ? [] : [url])].map(text).find((one) => uuidForm.test(one));
	if (found !== undefined) return { by: 'story', uuid: found };
	const slug = linktype && [cached_url, address, url].map(text).find((one) => one !== '');
	return slug && isPath(slug) ? { by: 'slug', slug } : undefined;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The asset of a link; undefined for any other link. */
function assetOf(link: LinkField): AssetField | undefined {
	const isAsset = link.linktype === 'asset' || (!link.linktype && text(link.filename));
	return isAsset
		? { ...link, filename: text(link.filename) || text(link.url) || text(link.href) }
		: undefined;
}

function plainAddress(link: LinkField): string {
	if (link.linktype === 'email' || (!link.linktype && text(link.email))) {
		const address = text(link.email) || text(link.url) || text(link.href);
		return address === '' || /^mailto:/i.test(address) ? address : `mailto:${address}`;
	}
	const address = [link.url, link.href, link.cached_url].map(text).find((found) => found !== '');
	return address?.startsWith('//') ? `https:${address}` : (address ?? '');
}

function anchorOf(link: LinkField): string {
	const anchor = text(link.anchor).replace(/^#+/, '');
	return anchor && `#${safeAddress(`#${anchor}`)?.slice(1) ?? ''}`;
}

function storyAddress(story: LinkedStory, link: LinkField, options: LinkOptions): string | undefined {
	const found = find({ ...story, lang: languageOf(options, text(link.href) || text(link.cached_url)) });
	if (!found) warnMissing(story, link, options.from);
	return found && addressOf(found.route, nameOf(options.from));
}

/** The warning for a link to a story that the option `routes.exclude` leaves out; undefined for any other link. */
function excludedBy(story: string): string | undefined {
	const excluded = buildChannel().excludedStory?.(story);
	return (
		excluded &&
		`A link leads nowhere: \`routes.exclude\` leaves out ${excluded}. Remove the link, or change the option.`
	);
}

function warnMissing(target: LinkedStory, link: LinkField, from: LinkOptions['from']): void {
	if (target.by === 'slug') {
		notice(
			excludedBy(target.slug) ??
				`A link leads nowhere: it has no uuid, and no page has the address \`${target.slug}\`. Select the story again in the editor.`,
			nameOf(from),
		);
		return;
	}
	const { uuid } = target;
	const name = text(link.cached_url) || text(link.href);
	const story = name ? `\`${name}\` (${uuid})` : uuid;
	const why =
		buildChannel().whyNoPage?.(uuid) ?? 'it is not published, it was deleted, or `routes` excludes it';
	notice(
		excludedBy(uuid) ?? `A link leads nowhere, because the story ${story} has no page: ${why}.`,
		nameOf(from),
	);
}
