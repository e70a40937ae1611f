import { foldCode } from 'astro-keep/shared/text/named';
import type { Link } from '../wire/index.js';
import { type FolderTranslation, folderLanguage, folderTranslations } from './folder-translations.js';
import { type Folders, foldersOf, homeOf, languagePaths, withoutPrefix } from './homes.js';
import type { FolderLanguage, LanguagePlan } from './languages/plan.js';
import { pageFilter } from './page-filter.js';
import { listed, named, type PageStory } from './page-story.js';
import { RouteError } from './route-error.js';
import { buildablePath, cleanPath, joinPath } from './site-path.js';
import type { RouteTableInput, StoryRouteFields } from './types.js';

export interface Pages {
	/** By full slug, then by uuid. */
	stories: readonly PageStory[];
	translations: ReadonlyMap<PageStory, FolderTranslation>;
	/** The uuids of the stories of each translation by language, whether they are pages or not. One that is alone in its folder is one, too. */
	groups: readonly Readonly<Record<string, string>>[];
	warnings: readonly string[];
}

const before = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Links sorted by slug, whatever order they came in. A link that occurs twice counts once. */
function ordered(links: Iterable<Link>): Link[] {
	const byUuid = new Map<string, Link>();
	for (const link of links) {
		const other = byUuid.get(link.uuid);
		if (other && other.slug !== link.slug) {
			throw new RouteError(
				`Two entries have the uuid ${link.uuid}: '${[other.slug, link.slug].sort(before).join("' and '")}'.`,
				'Give each entry of the space its own uuid.',
			);
		}
		byUuid.set(link.uuid, link);
	}
	return [...byUuid.values()]
		.map((link): [string, Link] => [cleanPath(link.slug), link])
		.sort(([a, { uuid: first }], [b, { uuid: second }]) => before(a, b) || before(first, second))
		.map(([, link]) => link);
}

/** Each story's route fields. Those of the default language take precedence, and a translation's path is never used. */
function fieldsByUuid(stories: Iterable<StoryRouteFields>): Map<string, StoryRouteFields> {
	const fields = new Map<string, StoryRouteFields>();
	for (const story of stories) {
		const lang = story.lang ?? 'default';
		const seen = fields.get(story.uuid)?.lang;
		if (seen === 'default' || (seen !== undefined && lang !== 'default' && seen <= lang)) continue;
		fields.set(story.uuid, lang === 'default' ? { ...story, lang } : { ...story, path: null });
	}
	return fields;
}

function candidates(
	links: readonly Link[],
	folders: Folders,
	input: RouteTableInput,
	languages: LanguagePlan,
): { stories: PageStory[]; others: PageStory[]; warnings: string[] } {
	const fields = fieldsByUuid(input.stories ?? []);
	const filter = pageFilter(input.pages);
	const pathsOf = languagePaths(languages, input);
	const stories: PageStory[] = [];
	const unknown: PageStory[] = [];
	const others: PageStory[] = [];
	for (const link of links) {
		if (link.is_folder) continue;
		const story = fields.get(link.uuid);
		const home = homeOf(link, story, folders, input.home);
		const page = { id: link.id, uuid: link.uuid, name: link.name, link, fields: story, home };
		const { paths, drafts } = pathsOf.of(page);
		if (paths.every((path) => path === undefined)) continue;
		const is = filter.isPage(home.slug, story);
		const candidate: PageStory = { ...page, paths, drafts, folder: undefined };
		const list = is === true ? stories : others;
		list.push(candidate);
		if (is === 'unknown') unknown.push(candidate);
	}
	return {
		stories,
		others,
		warnings: [
			...filter.unmatched(),
			...homeWarnings(stories, input.home),
			...listed(
				'Skipped, because `routes.contentTypes` is set and their content type is unknown',
				unknown,
				(story) => named(story, 'default'),
			),
			...listed(
				'Skipped, because their links do not say whether they are published',
				pathsOf.unknownState,
				([story, lang]) => named(story, lang),
			),
		],
	};
}

/** The slugs that guides use for the home page. */
const usualHomes = ['home', 'index'];

/** Warns if the configured home page does not exist, or if no page is at the root of the site. */
function homeWarnings(stories: readonly PageStory[], named: string | undefined): string[] {
	const bySlug = new Map(stories.map((story) => [story.home.slug, story]));
	if (named !== undefined && stories.length > 0 && !bySlug.has(cleanPath(named)))
		return [
			`No page has the full slug \`${named}\`, which \`routes.home\` names. Correct the option, or publish the story.`,
		];
	if (stories.some(({ home }) => home.path === '')) return [];
	const slug = usualHomes.find((one) => bySlug.get(one)?.home.path === one);
	if (slug === undefined) return [];
	return [
		`The story \`${slug}\` is at /${slug}, and no story is at /. If it is the home page, set its real path to / in the editor, or set \`routes: { home: '${slug}' }\`.`,
	];
}

/** The language of a story's folder, if it is not the default language. */
function otherLanguage(
	story: PageStory,
	translation: FolderTranslation | undefined,
	languages: LanguagePlan,
): FolderLanguage | undefined {
	const language = translation?.get(story) ?? folderLanguage(story, languages);
	if (language === undefined || language.hreflang === languages.default.hreflang) return undefined;
	// A story without translations is in the default language, even if its folder is named like another
	// language.
	const isVariant = languages.others.some(({ hreflang }) => hreflang === language.hreflang);
	return translation === undefined && isVariant ? undefined : language;
}

/** Puts a story's paths where they can be built. Returns the paths that had to change for that, with their places. */
function place(story: PageStory, languages: LanguagePlan): Renamed[] {
	const { prefix } = languages.default;
	const [standard] = story.paths;
	if (standard !== undefined && prefix !== '' && !story.folder) {
		story.paths[0] = joinPath(prefix, withoutPrefix(standard, languages.default));
	}
	return story.paths.flatMap((path, at) => {
		if (path === undefined) return [];
		const buildable = buildablePath(path);
		story.paths[at] = buildable;
		return buildable === path ? [] : [{ story, path: buildable, at }];
	});
}

interface Renamed {
	story: PageStory;
	path: string;
	/** Index of the language. */
	at: number;
}

/** Warns that variants in the default language's own code are not built, if there are any. */
function sameAsDefaultWarning(links: readonly Link[], { sameAsDefault: code }: LanguagePlan): string[] {
	if (code === undefined) return [];
	const has = links.some(({ alternates }) =>
		alternates.some(({ lang, published }) => published && foldCode(lang) === foldCode(code)),
	);
	if (!has) return [];
	return [
		`The default texts are shown as '${code}', and the translations into '${code}' have no pages, because '${code}' is the default language of the site. Set \`defaultLanguage\` (or Astro's \`i18n.defaultLocale\`) to the language of the default texts.`,
	];
}

/** The uuids of the stories of a translation, by language. */
const uuidsOf = (members: FolderTranslation): Record<string, string> =>
	Object.fromEntries(Array.from(members, ([{ uuid }, { lang }]) => [lang, uuid]));

const percent =
	"Astro cannot build a path that contains '%' next to other special characters, so '-' replaces it";

const copies =
	'Several stories of one group are in the same language, so they are missing from `hreflang`. Delete the copies, or move each one to the folder of its translations';

export function collectPages(input: RouteTableInput, languages: LanguagePlan): Pages {
	const links = ordered(input.links);
	const { stories, others, warnings } = candidates(links, foldersOf(links), input, languages);
	const translationsOf = (some: readonly PageStory[]) =>
		folderTranslations(some, languages, input.i18n === undefined);
	const shown = [...stories, ...others].filter(({ paths }) => paths[0] !== undefined);
	const built = stories.filter(({ paths, drafts }) => paths[0] !== undefined && !drafts[0]);
	const { translations, ambiguous } = translationsOf(built);
	const all = shown.length > built.length ? translationsOf(shown).translations : translations;
	const alone = [...stories, ...others].flatMap((story): FolderTranslation[] => {
		const language = all.has(story) ? undefined : otherLanguage(story, undefined, languages);
		return language ? [new Map([[story, language]])] : [];
	});
	const codes = ['default', ...languages.others.map(({ lang }) => lang)];
	const renamed = stories.flatMap((story) => {
		story.folder = otherLanguage(story, translations.get(story), languages);
		return place(story, languages);
	});
	return {
		stories,
		translations,
		groups: [...new Set(all.values()), ...alone].map(uuidsOf),
		warnings: [
			...sameAsDefaultWarning(links, languages),
			...warnings,
			...listed(copies, ambiguous, (group) =>
				group.map(({ name, link }) => `'${name}' (${link.slug})`).join(', '),
			),
			...listed(
				percent,
				renamed,
				({ story, path, at }) => `/${path}: ${named(story, codes[at] ?? 'default')}`,
			),
		],
	};
}
