import { fold, languageTag } from './language-code.js';
import type { FolderLanguage, RouteLanguages } from './languages.js';
import type { PageStory } from './page-story.js';
import { firstSegment } from './site-path.js';
import type { StoryRouteFields } from './types.js';

/** The stories of one folder-level translation, each in a language of its own. */
export interface FolderTranslation {
	members: ReadonlyMap<PageStory, FolderLanguage>;
}

/** The stories that share a `group_id`, two or more of them, in the order of `stories`. */
function groupsOf(stories: readonly PageStory[]): PageStory[][] {
	const byId = new Map(stories.map((story) => [story.id, story]));
	const groups = new Map<string, Set<PageStory>>();
	for (const story of stories) {
		const fields = story.fields;
		if (!fields) continue;
		const alternates = (fields.alternates ?? []).filter((alternate) => alternate.is_folder !== true);
		const key = fields.group_id ?? (alternates.length > 0 ? lowestId(story, alternates) : undefined);
		if (key === undefined) continue;
		const group = groups.get(key) ?? new Set();
		groups.set(key, group.add(story));
		for (const { id } of alternates) {
			const other = byId.get(id);
			if (other) group.add(other);
		}
	}
	const place = new Map(stories.map((story, at) => [story, at]));
	return [...groups.values()]
		.filter((group) => group.size > 1)
		.map((group) => [...group].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)));
}

const lowestId = (story: PageStory, alternates: NonNullable<StoryRouteFields['alternates']>): string =>
	`id ${alternates.reduce((lowest, { id }) => Math.min(lowest, id), story.id)}`;

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const looksLikeCode = (segment: string): boolean => /^[a-z]{2}(?:[-_][a-z]{2})?$/i.test(segment);

/** A folder named like a language, where no configuration names any: `de`, `pt-br`, but not `us`. */
function guessed(segment: string): FolderLanguage | undefined {
	if (!looksLikeCode(segment) || names.of(fold(segment).slice(0, 2)) === undefined) return undefined;
	return { lang: segment, hreflang: languageTag(segment), locale: undefined };
}

/** The language that a story's folder names, by its path or else its slug. */
export function folderLanguage(story: PageStory, languages: RouteLanguages): FolderLanguage | undefined {
	const found = (path: string) => languages.bySegment.get(fold(firstSegment(path)));
	return found(story.home.path) ?? found(story.home.slug);
}

function translationOf(
	group: PageStory[],
	languages: RouteLanguages,
	guess: boolean,
): FolderTranslation | undefined {
	const members = new Map<PageStory, FolderLanguage>();
	const seen = new Set<string>();
	for (const story of group) {
		const segment = firstSegment(story.home.slug);
		const language =
			folderLanguage(story, languages) ??
			(guess ? guessed(segment) : undefined) ??
			defaultOf(languages, guess, segment);
		if (language === undefined || seen.has(language.hreflang)) return undefined;
		seen.add(language.hreflang);
		members.set(story, language);
	}
	return { members };
}

/** A story outside every language folder is in the default language, if that is named. */
function defaultOf(languages: RouteLanguages, guess: boolean, segment: string): FolderLanguage | undefined {
	const { hreflang, lang, locale } = languages.default;
	return hreflang === undefined || (guess && looksLikeCode(segment)) ? undefined : { lang, hreflang, locale };
}

/**
 * The groups whose stories are told apart by the folder they are in. A group in which two stories would have the same
 * language, or one has none, is no translation: it gives no set rather than a wrong one.
 *
 * @param guess also take two-letter folder names for languages: where Astro has no locales that would name them
 */
export function folderTranslations(
	stories: readonly PageStory[],
	languages: RouteLanguages,
	guess: boolean,
): Map<PageStory, FolderTranslation> {
	const byStory = new Map<PageStory, FolderTranslation>();
	for (const group of groupsOf(stories)) {
		const translation = translationOf(group, languages, guess);
		if (!translation) continue;
		for (const story of group) byStory.set(story, translation);
	}
	return byStory;
}
