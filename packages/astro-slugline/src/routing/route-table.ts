import { once, oncePerKey } from 'astro-keep/shared/once';
import { foldCode, named } from 'astro-keep/shared/text/named';
import { type Addresses, addresses, alternatesOf } from './alternates.js';
import { checkPaths } from './check-paths.js';
import { fallbackRoutes } from './fallbacks.js';
import { folderLanguage } from './folder-translations.js';
import { type LanguagePlan, languagePlan, languagesIn } from './languages/plan.js';
import type { PageStory } from './page-story.js';
import { collectPages, type Pages } from './pages.js';
import type { Route, RouteTable, RouteTableInput } from './types.js';

/** Creates a story's routes on first use. All of them share one set of alternates. */
function routeMaker({ translations }: Pages, languages: LanguagePlan, addressesOf: Addresses) {
	const isMultilingual = languages.others.length > 0 || translations.size > 0;
	const listed = oncePerKey((story: PageStory) =>
		addressesOf(story).map((address, at) => (story.drafts[at] ? undefined : address)),
	);
	return oncePerKey((story: PageStory) => {
		const isFolder = story.link.is_startpage && !story.home.inFolder && story.home.slug !== '';
		const alternates = isMultilingual ? alternatesOf(story, translations.get(story), languages, listed) : [];
		return addressesOf(story).map((address, at): Route | undefined => {
			if (!address) return undefined;
			const language = at === 0 ? languages.default : languages.others[at - 1];
			const spoken = at === 0 && story.folder ? story.folder : language;
			return {
				uuid: story.uuid,
				lang: language?.lang ?? 'default',
				locale: spoken?.locale ?? spoken?.hreflang,
				fullSlug: story.home.slug,
				path: address.path,
				href: address.href,
				param: address.path === '/' ? undefined : story.paths[at],
				alternates,
				...(isFolder && { isStart: true }),
				...(story.drafts[at] && { isDraft: true }),
			};
		});
	});
}

/** The index of each language in a story's paths, by its code. */
function languagePlaces(languages: LanguagePlan): Map<string, number> {
	const places = new Map<string, number>([['default', 0]]);
	for (const form of languages.default.forms) places.set(form, 0);
	languages.others.forEach(({ lang }, at) => {
		places.set(foldCode(lang), at + 1);
	});
	return places;
}

const noDefault =
	'The code of the default language is unknown, so its pages have no `lang`, and `hreflang` lists only the other languages and x-default. Set the option `defaultLanguage`.';

/** A warning for locales of the site in which no story is, and for which no other locale stands in. */
function emptyLocales(stories: readonly PageStory[], languages: LanguagePlan): string[] {
	const alone = languages.absent.filter(({ chain }) => chain.length === 0);
	if (alone.length === 0 || stories.length === 0) return [];
	const inFolders = new Set(stories.map((story) => folderLanguage(story, languages)?.lang));
	const empty = alone.filter(({ lang }) => !inFolders.has(lang));
	return empty.length === 0
		? []
		: [
				`No story is in ${named(empty.map(({ lang }) => lang))}, which \`locales\` in astro.config lists. Add the language to the space, remove it, or, except with Starlight, name what stands in for it in \`i18n.fallback\`.`,
			];
}

/**
 * Computes where every published story lives in every language: at its real path, or else at its full slug,
 * which for a start page is the folder; and each published variant at its translated path under its language.
 *
 * @param input links, languages, and the options of the site
 * @returns the routes, and warnings to show to the user
 * @throws {RouteError} if two pages share a path, Astro cannot build a path, or a language has no place on
 * the site
 * @see docs/routes.md
 * @example
 * const table = createRouteTable({ links, languages: ['de'], defaultLanguage: 'en' });
 * table.get(uuid, 'de')?.path; // '/de/blog/hallo'
 */
export function createRouteTable(input: RouteTableInput): RouteTable {
	const languages = languagePlan(input);
	const pages = collectPages(input, languages);
	const isMultilingual = languages.others.length > 0 || pages.translations.size > 0;
	const warnings = [
		...languages.warnings,
		...(isMultilingual && languages.default.hreflang === undefined ? [noDefault] : []),
		...emptyLocales(pages.stories, languages),
		...pages.warnings,
		...checkPaths(pages.stories, languages, {
			format: input.format ?? 'directory',
			files: input.files ?? [],
			fileOf: input.fileOf,
		}),
	];
	const places = languagePlaces(languages);
	const byUuid = new Map(pages.stories.map((story) => [story.uuid, story]));
	const routesOf = routeMaker(pages, languages, addresses(input, languages));
	const routes = once(() =>
		pages.stories.flatMap((story) => routesOf(story).filter((route) => route !== undefined)),
	);
	const built = (story: PageStory) => routesOf(story).filter((route) => route && !route.isDraft);
	const groupOf = (story: PageStory) => [...(pages.translations.get(story)?.keys() ?? [story])];
	const byStory = (story: PageStory) => ({ own: built(story), group: groupOf(story).flatMap(built) });
	const fallbacks = once(() => fallbackRoutes(pages.stories.map(byStory), routes(), languages, input));
	return {
		warnings,
		fallbackType: input.i18n?.fallbackType ?? 'redirect',
		languages: languagesIn(languages).map(({ lang, locale, hreflang, prefix, chain, domain }) => {
			return { lang, locale: locale ?? hreflang, prefix, chain, ...(domain !== undefined && { domain }) };
		}),
		origin: languages.origin,
		groups: pages.groups,
		get routes() {
			return routes();
		},
		get fallbacks() {
			return fallbacks();
		},
		get(uuid, lang = 'default') {
			const story = byUuid.get(uuid);
			const place = places.get(foldCode(lang));
			return story && place !== undefined ? routesOf(story)[place] : undefined;
		},
	};
}
