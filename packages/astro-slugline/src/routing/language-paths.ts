import { variantPath } from './homes.js';
import { fold } from './language-code.js';
import type { RouteLanguages } from './languages.js';
import { named, type PageStory } from './page-story.js';
import { type Findings, findings } from './problems.js';
import type { RouteTableInput } from './types.js';

type Story = Omit<PageStory, 'paths' | 'folder'>;

/** Tells the paths of stories, and remembers the variants of which the links do not say whether they are published. */
export interface LanguagePaths {
	/** The paths of a story before any prefix of the default language; undefined where it is unpublished. */
	of(story: Story): (string | undefined)[];
	untold: Findings;
}

/** The place of each language in a story's paths, by any spelling of its code that a link may use. */
function placeFinder(languages: RouteLanguages): (lang: string) => number | undefined {
	const places = new Map(languages.others.map(({ lang }, at) => [fold(lang), at + 1]));
	const spelled = new Map<string, number | undefined>();
	return (lang) => {
		if (!spelled.has(lang)) spelled.set(lang, places.get(fold(lang)));
		return spelled.get(lang);
	};
}

/**
 * The languages in which a story is a page: the default one and each variant by its own state, in drafts all that
 * there are.
 */
export function languagePaths(languages: RouteLanguages, version: RouteTableInput['version']): LanguagePaths {
	const placeOf = placeFinder(languages);
	const untold = findings();
	const isShown = (published: boolean | null) => version === 'draft' || published === true;
	return {
		untold,
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
					untold.add(() => named(story, alternate.lang));
			}
			return paths;
		},
	};
}
