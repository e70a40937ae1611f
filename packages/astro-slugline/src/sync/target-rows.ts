import type { Link } from '../wire/index.js';

/** Name of the default language, which has no code. */
export const defaultLang = 'default';

/**
 * The languages in which a link's story is built. Published: the default language if the link is published, and the language of
 * each published alternate, even if the link itself is not published. Drafts: the default language and all alternates.
 */
export function languagesOf(
	link: Link,
	version: 'published' | 'draft',
	languages: readonly string[],
): string[] {
	if (link.is_folder) return [];
	const shown = (published: boolean | null) => version === 'draft' || published === true;
	const wanted = new Set(
		link.alternates.filter((alternate) => shown(alternate.published)).map((alternate) => alternate.lang),
	);
	return [
		...(shown(link.published) ? [defaultLang] : []),
		...languages.filter((language) => wanted.has(language)),
	];
}

/** True for a link that the version shows: folders, links with a row in any language, and in drafts all links. */
export const isShown = (link: Link, version: 'published' | 'draft'): boolean =>
	version === 'draft' ||
	link.is_folder ||
	link.published === true ||
	link.alternates.some((alternate) => alternate.published === true);

/** The language codes in the alternates of links, in order of appearance. */
export function namedLanguages(links: readonly Link[]): string[] {
	const codes = new Set(links.flatMap((link) => link.alternates.map((alternate) => alternate.lang)));
	codes.delete(defaultLang);
	return [...codes];
}
