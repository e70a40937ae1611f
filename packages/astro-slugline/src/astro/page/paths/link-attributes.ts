import routes from 'virtual:astro-slugline/routes';
import { isObject, textOf } from 'astro-keep/shared/json';
import { notice } from '../data/index.js';
import { href, type Linkable, type LinkField, type LinkOptions } from './link.js';
import { nameOf } from './page-of-link.js';

/** The attributes of an `<a>`. */
export interface LinkAttributes {
	href: string;
	target?: string;
	rel?: string;
	/** `title`, `download`, `hreflang`, and attributes of editors: `aria-*`, and those `data-*` that the option `dataAttributes` names. */
	[name: string]: string | undefined;
}

const targets = new Set(['_blank', '_parent', '_top']);
const harmless = /^(?:title|download|hreflang|aria-[a-z0-9-]+)$/;

/** True for an attribute that editors may set. Scripts such as htmx run the content of attributes, so others need an option. */
const isAllowed = (name: string): boolean => harmless.test(name) || routes.dataAttributes.includes(name);

/**
 * The attributes of an `<a>` for a link: its address and target, `rel="noopener"` for a new window, and harmless attributes that
 * editors added. Undefined if the link leads nowhere.
 *
 * @param props those of `<StoryLink>`
 * @example
 * const attributes = linkAttributes(blok.link, { from: Astro.url }); // { href: '/about/', target: '_blank', rel: 'noopener' }
 */
export function linkAttributes(
	link: Linkable,
	options: LinkOptions = {},
	props: { readonly link?: unknown } = { link },
): LinkAttributes | undefined {
	if (!('link' in props))
		notice(
			'`<StoryLink>` was given no `link`, so it shows only its text. Pass a field of the blok: `<StoryLink link={blok.link}>`.',
			nameOf(options.from),
		);
	const address = href(link, options);
	if (address === undefined) return undefined;
	if (typeof link !== 'object' || link === null) return { href: address };
	return { href: address, ...windowOf(link), ...added(link), ...added(link.custom) };
}

/** The `rel` or `target` of a link: its own, or one among the custom attributes in rich text. */
function wordOf(link: LinkField, name: 'rel' | 'target'): string {
	const words = [link[name], isObject(link.custom) && link.custom[name]];
	return words.map((word) => textOf(word).trim()).find((word) => word !== '') ?? '';
}

function windowOf(link: LinkField): { target?: string; rel?: string } {
	const named = wordOf(link, 'target');
	const target = targets.has(named) ? named : undefined;
	const rel = wordOf(link, 'rel');
	const isGuarded = /\b(?:noopener|noreferrer|opener)\b/.test(rel);
	const rels = target === '_blank' && !isGuarded ? `${rel} noopener`.trim() : rel;
	return { ...(target && { target }), ...(rels && { rel: rels }) };
}

const added = (fields: unknown): Record<string, string> =>
	Object.fromEntries(
		Object.entries(isObject(fields) ? fields : {}).filter(
			(field): field is [string, string] =>
				isAllowed(field[0]) && typeof field[1] === 'string' && field[1] !== '',
		),
	);
