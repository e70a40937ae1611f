import type { Link } from '../wire/index.js';

/** Name of the default language, which has no code of its own. */
export const defaultLang = 'default';

/**
 * The languages in which a link's story is to be built. Published: the default one if the link is published, and each
 * alternate that is published, whatever the link itself is. Drafts show what is not published: every story that is no
 * folder, and all its alternates.
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

/** True for a link that a space shows: folders, what has a row in some language, and in drafts everything. */
export const isShown = (link: Link, version: 'published' | 'draft'): boolean =>
	version === 'draft' ||
	link.is_folder ||
	link.published === true ||
	link.alternates.some((alternate) => alternate.published === true);

/** The codes that the alternates of the links name, in the order in which the links (by uuid) name them. */
export function namedLanguages(links: readonly Link[]): string[] {
	const codes = new Set(links.flatMap((link) => link.alternates.map((alternate) => alternate.lang)));
	codes.delete(defaultLang);
	return [...codes];
}
