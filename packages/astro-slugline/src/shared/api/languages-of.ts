/** What a link says of the languages of its story. */
interface LinkLanguages {
	is_folder: boolean;
	published: boolean | null;
	alternates: readonly { lang: string; published: boolean | null }[];
}

/**
 * The languages in which a link's story is built. Published: the default language if the link is published, and the language of
 * each published alternate, even if the link itself is not published. Drafts: the default language and all alternates.
 */
export function languagesOf(
	link: LinkLanguages,
	version: 'published' | 'draft',
	languages: readonly string[],
): string[] {
	if (link.is_folder) return [];
	const shown = (published: boolean | null) => version === 'draft' || published === true;
	const isShown = (language: string) =>
		link.alternates.some(({ lang, published }) => lang === language && shown(published));
	return [...(shown(link.published) ? ['default'] : []), ...languages.filter(isShown)];
}

/** The languages besides the default one that links name. */
export const languagesIn = (links: readonly Pick<LinkLanguages, 'alternates'>[]): Set<string> =>
	new Set(links.flatMap(({ alternates }) => alternates.map(({ lang }) => lang)));
