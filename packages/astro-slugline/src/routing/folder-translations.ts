import { foldCode } from 'astro-keep/shared/text/named';
import { languageTag } from './languages/locales.js';
import type { FolderLanguage, LanguagePlan } from './languages/plan.js';
import type { PageStory } from './page-story.js';
import { firstSegment, parentPath } from './site-path.js';
import type { StoryRouteFields } from './types.js';

/** The stories of one folder-level translation, each in a different language. */
export type FolderTranslation = ReadonlyMap<PageStory, FolderLanguage>;

/** Groups of two or more stories that share a `group_id`, in the order of `stories`. */
function groupsOf(stories: readonly PageStory[]): PageStory[][] {
	const byId = new Map(stories.map((story) => [story.id, story]));
	const groups = new Map<string, Set<PageStory>>();
	for (const story of stories) {
		const { fields } = story;
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

/**
 * Guesses the language of a folder from its name if no configuration lists languages: `de` and `pt-br`, but
 * not `us`.
 */
function guessed(segment: string): FolderLanguage | undefined {
	if (!looksLikeCode(segment) || names.of(foldCode(segment).slice(0, 2)) === undefined) return undefined;
	return { lang: segment, hreflang: languageTag(segment), locale: undefined, prefix: '' };
}

/** The language of a story's folder, by its path, or else by its slug. */
export function folderLanguage(story: PageStory, languages: LanguagePlan): FolderLanguage | undefined {
	const found = (path: string) => languages.bySegment.get(foldCode(firstSegment(path)));
	return found(story.home.path) ?? found(story.home.slug);
}

type LanguageOf = (story: PageStory) => FolderLanguage | undefined;

interface Candidate {
	story: PageStory;
	language: FolderLanguage;
}

/** The slug of a story within its language folder: `about` for `en/about`. */
const slugInLanguage = ({ home }: PageStory, { hreflang }: FolderLanguage): string =>
	languageTag(firstSegment(home.slug)) === hreflang
		? home.slug.slice(firstSegment(home.slug).length + 1)
		: home.slug;

/**
 * Picks the story that is the translation when several stories of a group have the same language: the one
 * with the same slug in its language folder as the others, or else the one in the same subfolder. When an
 * editor duplicates a story, the copy stays in the group of the original.
 */
function chosen(candidates: readonly Candidate[], sure: readonly Candidate[]): Candidate | undefined {
	const placeOf = ({ story, language }: Candidate) => slugInLanguage(story, language);
	const folderOf = (candidate: Candidate) => parentPath(placeOf(candidate));
	for (const place of [placeOf, folderOf]) {
		const places = new Set(sure.map(place));
		const matching = candidates.filter((candidate) => places.has(place(candidate)));
		if (matching.length === 1) return matching[0];
	}
	return undefined;
}

/** The translation that a group is, and the lists of its stories in one language that cannot be distinguished. */
function translationOf(group: readonly PageStory[], languageOf: LanguageOf) {
	const all = group.flatMap((story): Candidate[] => {
		const language = languageOf(story);
		return language ? [{ story, language }] : [];
	});
	const candidates = [...Map.groupBy(all, ({ language }) => language.hreflang).values()];
	const sure = candidates.filter((stories) => stories.length === 1).flat();
	const members = new Map<PageStory, FolderLanguage>();
	const ambiguous: PageStory[][] = [];
	for (const stories of candidates) {
		const member = stories.length === 1 ? stories[0] : chosen(stories, sure);
		if (member) members.set(member.story, member.language);
		else if (candidates.length > 1) ambiguous.push(stories.map(({ story }) => story));
	}
	return { members, ambiguous };
}

/** A story outside all language folders is in the default language, if the code of that language is known. */
function defaultOf(languages: LanguagePlan, guess: boolean, segment: string): FolderLanguage | undefined {
	const { hreflang } = languages.default;
	if (hreflang === undefined || (guess && looksLikeCode(segment))) return undefined;
	return { ...languages.default, hreflang };
}

/** The language of a story in a group: that of its folder, or else the default language. */
const languageIn =
	(languages: LanguagePlan, guess: boolean): LanguageOf =>
	(story) => {
		const segment = firstSegment(story.home.slug);
		return (
			folderLanguage(story, languages) ??
			(guess ? guessed(segment) : undefined) ??
			defaultOf(languages, guess, segment)
		);
	};

/**
 * Finds the translation that each story belongs to: the stories of its group, one per language, which follows
 * from their folders. If two stories remain for a language, the set leaves that language out.
 *
 * @param guess also treat two-letter folder names as languages, for sites without Astro locales
 * @returns the translations, and the lists of stories that share a group and a language and cannot be distinguished
 */
export function folderTranslations(
	stories: readonly PageStory[],
	languages: LanguagePlan,
	guess: boolean,
): { translations: Map<PageStory, FolderTranslation>; ambiguous: PageStory[][] } {
	const translations = new Map<PageStory, FolderTranslation>();
	const found = groupsOf(stories).map((group) => translationOf(group, languageIn(languages, guess)));
	for (const { members } of found) {
		if (members.size > 1) for (const story of members.keys()) translations.set(story, members);
	}
	return { translations, ambiguous: found.flatMap(({ ambiguous }) => ambiguous) };
}
