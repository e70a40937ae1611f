import { safeAddress, schemeOf } from '../../../shared/safe-address.js';
import { uuidForm } from '../../../shared/uuid-form.js';
import { type AssetField, assetHref } from '../assets/index.js';
import { notice } from '../tracking/index.js';
import { find } from './find.js';
import type { StoryEntry, StoryLike } from './paths.js';

/** A link as content has it: a link field, an asset, or the attributes of a link in rich text. */
export interface LinkField {
	/** `story`, `url`, `email` or `asset`. */
	linktype?: string | null | undefined;
	/** Uuid of the story; of an asset its number. */
	id?: string | number | null | undefined;
	/** Uuid of the story, in rich text. */
	uuid?: string | null | undefined;
	url?: string | null | undefined;
	/** The address, in rich text. */
	href?: string | null | undefined;
	/** Where the story was when the page was published: read only where there is nothing else. */
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

/** What `href()` and `<StoryLink>` take: a link, an address, or the uuid of a story. */
export type Linkable = LinkField | string | null | undefined;

/** The page that a link stands on. */
export interface LinkOptions {
	/** Language to link to: `default`, its code in the space or its locale in Astro. @default the language of `from` */
	lang?: string | undefined;
	/** Language of a page that is in no route, such as `Astro.currentLocale`. @default 'default' */
	locale?: string | undefined;
	/** The page: its address (`Astro.url`), its entry or its story. Gives the language, and is named when a link leads nowhere. */
	from?: URL | string | StoryEntry | StoryLike | undefined;
}

/**
 * The address that a link leads to; undefined where it leads nowhere. Stories are found by their uuid in the routes (where a
 * link has none, by the address it was stored with), in the language of the page, else in the default one; assets where the
 * site has them. An address that could run script is none. A link to a story without a page
 * is told as a warning.
 *
 * @example
 * href(blok.link, { from: Astro.url }) // '/de/blog/hallo/#mehr'
 */
export function href(link: Linkable, options: LinkOptions = {}): string | undefined {
	if (link === null || link === undefined) return undefined;
	const field: LinkField = typeof link === 'string' ? { url: link } : link;
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
	const address = plainAddress(field);
	if (address === '') return anchor || undefined;
	const safe = safeAddress(address);
	if (safe === undefined) {
		notice(
			`An address that begins with \`${schemeOf(address)?.slice(0, 30) ?? ''}:\` is left out, since it may run script.`,
			nameOf(options.from),
		);
	}
	return safe && (safe.includes('#') ? safe : safe + anchor);
}

/** A story that is linked to: by its uuid, or, where the link has none, by its full slug or its path. */
type LinkedStory = { uuid: string } | { slug: string };

/** The story that is linked to; undefined for any other link, and for one that nobody has filled in. */
function storyIn(link: LinkField): LinkedStory | undefined {
	const { linktype, id, uuid, url, href: address, cached_url } = link;
	if (linktype && linktype !== 'story') return undefined;
	const found = [id, uuid, ...(linktype ? [] : [url])].map(text).find((one) => uuidForm.test(one));
	if (found !== undefined) return { uuid: found };
	const slug = linktype && [cached_url, address, url].map(text).find((one) => one !== '');
	return slug && isPath(slug) ? { slug } : undefined;
}

/** True for an address in the site; an anchor and an address elsewhere are none. */
const isPath = (address: string): boolean => !/^(?:#|\/\/|[a-z][a-z\d+.-]*:)/i.test(address);

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The file that is linked to; undefined for any other link. */
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

function storyAddress(
	story: LinkedStory,
	link: LinkField,
	{ lang, from, locale }: LinkOptions,
): string | undefined {
	const language = languageOf({ lang, from, locale });
	const found = find(
		'uuid' in story
			? { by: 'story', uuid: story.uuid, lang: language }
			: { by: 'slug', slug: story.slug, lang: language },
	);
	if (!found) warnMissing(story, link, from);
	return found?.route.href;
}

/** The language of a page: the one that is asked for, else that of its route, else Astro's own. */
export const languageOf = ({ lang, from, locale }: LinkOptions): string =>
	lang ?? (from && pageOf(from)?.lang) ?? locale ?? 'default';

function pageOf(from: NonNullable<LinkOptions['from']>) {
	if (typeof from === 'string') return find({ by: 'path', path: from })?.route;
	if (from instanceof URL) return find({ by: 'path', path: from.pathname })?.route;
	if ('collection' in from) return find({ by: 'entry', collection: from.collection, id: from.id })?.route;
	return find({ by: 'story', uuid: from.uuid, lang: from.lang ?? 'default' })?.route;
}

/** The page as a notice names it. */
function nameOf(from: LinkOptions['from']): string | undefined {
	if (from === undefined || typeof from === 'string') return from;
	return from instanceof URL ? from.pathname : pageOf(from)?.href;
}

function warnMissing(target: LinkedStory, link: LinkField, from: LinkOptions['from']): void {
	if ('slug' in target) {
		notice(
			`A link leads nowhere: it has no uuid, and no page has the address \`${target.slug}\`. Choose the story again in the editor.`,
			nameOf(from),
		);
		return;
	}
	const { uuid } = target;
	const name = text(link.cached_url) || text(link.href);
	const story = name ? `\`${name}\` (${uuid})` : uuid;
	notice(
		`A link leads nowhere, since the story ${story} has no page: it is not published, it is gone, or \`routes\` leaves it out.`,
		nameOf(from),
	);
}
