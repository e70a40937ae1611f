import { variantPath } from './homes.js';
import { fold } from './language-code.js';
import type { RouteLanguages } from './languages.js';
import { named, type PageStory } from './page-story.js';
import { type Findings, findings } from './problems.js';
import type { RouteTableInput } from './types.js';

type Story = Omit<PageStory, 'paths' | 'folder'>;

/** Computes the paths of stories, and collects the variants whose links do not say whether they are published. */
export interface LanguagePaths {
	/** The paths of a story, before the default language's prefix. Undefined for each unpublished language. */
	of(story: Story): (string | undefined)[];
	unknownState: Findings;
}

/** Finds a language's index in a story's paths, from any spelling of its code that a link may use. */
function placeFinder(languages: RouteLanguages): (lang: string) => number | undefined {
	const places = new Map(languages.others.map(({ lang }, at) => [fold(lang), at + 1]));
	const spelled = new Map<string, number | undefined>();
	return (lang) => {
		if (!spelled.has(lang)) spelled.set(lang, places.get(fold(lang)));
		return spelled.get(lang);
	};
}

/**
 * The languages in which a story is a page: the default language and each variant, if published. Drafts
 * include every variant.
 */
export function languagePaths(languages: RouteLanguages, version: RouteTableInput['version']): LanguagePaths {
	const placeOf = placeFinder(languages);
	const unknownState = findings();
	const isShown = (published: boolean | null) => version === 'draft' || published === true;
	return {
		unknownState,
		of(story) {
			const { link, home, fields } = story;
			const paths = Array<string | undefined>(languages.others.length + 1).fill(undefined);
			if (isShown(link.published)) paths[0] = home.path;
			for (const alternate of link.alternates) {
				const at = placeOf(alternate.lang);
				const language = at === undefined ? undefined : languages.others[at - 1];
				if (at === undefined || !language) continue;
				if (isShown(alternate.published)) paths[at] ??= variantPath(home, alternate, fields, language);
				else if (alternate.published === null && link.published)
					unknownState.add(() => named(story, alternate.lang));
			}
			return paths;
		},
	};
}
