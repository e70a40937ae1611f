import type { FolderTranslation } from './folder-translations.js';
import type { RouteLanguages } from './languages.js';
import type { PageStory } from './page-story.js';
import type { RouteAlternate } from './types.js';

/** Writes a site path as `path` and `href`. */
export type Address = (path: string) => { path: string; href: string };

/** The pages of one story in its own languages; the default one without a tag where nobody names it. */
function ownAlternates(story: PageStory, languages: RouteLanguages, address: Address): RouteAlternate[] {
	const set: RouteAlternate[] = [];
	story.paths.forEach((path, at) => {
		const language = at === 0 ? (story.folder ?? languages.default) : languages.others[at - 1];
		if (path === undefined || language?.hreflang === undefined) return;
		set.push({ hreflang: language.hreflang, lang: language.lang, ...address(path) });
	});
	return set;
}

const isOneEach = (set: readonly RouteAlternate[]): boolean =>
	new Set(set.map(({ hreflang }) => hreflang)).size === set.length;

/** The path of a story's default-language page, if it stands in the default language. */
function standardPath(story: PageStory, languages: RouteLanguages): string | undefined {
	return story.folder && story.folder.hreflang !== languages.default.hreflang ? undefined : story.paths[0];
}

function withStandard(set: RouteAlternate[], path: string | undefined, address: Address): RouteAlternate[] {
	return path === undefined ? set : [...set, { hreflang: 'x-default', lang: 'default', ...address(path) }];
}

/**
 * The `hreflang` set of a story: its languages, the stories it is a folder-level translation of, and `x-default`, which
 * is the page in the default language and is left out where there is none. Where both kinds of translation
 * name one language twice, a story keeps to its own languages.
 */
export function alternatesOf(
	story: PageStory,
	translation: FolderTranslation | undefined,
	languages: RouteLanguages,
	address: Address,
): RouteAlternate[] {
	if (translation) {
		const members = [...translation.members.keys()];
		const set = members.flatMap((member) => ownAlternates(member, languages, address));
		if (isOneEach(set)) {
			const standard = members.find((member) => standardPath(member, languages) !== undefined);
			set.sort(
				(a, b) =>
					Number(b.hreflang === languages.default.hreflang) -
					Number(a.hreflang === languages.default.hreflang),
			);
			return withStandard(set, standard && standardPath(standard, languages), address);
		}
	}
	return withStandard(ownAlternates(story, languages, address), standardPath(story, languages), address);
}
