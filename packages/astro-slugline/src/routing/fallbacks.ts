import { addressOf } from './alternates.js';
import { withoutPrefix } from './homes.js';
import { type LanguagePlan, languagesIn, type PlannedLanguage } from './languages/plan.js';
import { joinPath } from './site-path.js';
import type { FallbackRoute, Route, RouteTableInput } from './types.js';

/**
 * Where other languages stand in: for each story, each language without it whose chain has a page of it. The path is that page's,
 * with the prefix of the language. A path of another page is that page's.
 *
 * @param byStory the routes of each story and those of its group, which is the story itself if it has none
 * @param pages all routes
 */
export function fallbackRoutes(
	byStory: readonly Record<'own' | 'group', readonly (Route | undefined)[]>[],
	pages: readonly Route[],
	languages: LanguagePlan,
	options: Pick<RouteTableInput, 'base' | 'trailingSlash' | 'format'>,
): FallbackRoute[] {
	const all = languagesIn(languages);
	const byLang = new Map(all.map((language) => [language.lang, language]));
	const lacking = all.flatMap(({ chain }, at) => (chain.length > 0 ? [at] : []));
	if (lacking.length === 0) return [];
	const address = addressOf(options, languages);
	// Disks may not tell cases apart.
	const taken = new Set(pages.map(({ path }) => path.toLowerCase()));
	return byStory.flatMap(({ own, group }) =>
		lacking.flatMap((at): FallbackRoute[] => {
			const language = all[at];
			if (!language) return [];
			const chain = language.chain.flatMap((lang) => byLang.get(lang) ?? []);
			const found = nearestPage(language, chain, own, group);
			if (!found) return [];
			const path = joinPath(language.prefix, withoutPrefix(found.to.path.slice(1), found.language));
			const { path: whole, href } = address(path, language);
			if (taken.has(whole.toLowerCase())) return [];
			taken.add(whole.toLowerCase());
			const param = path === '' ? undefined : path;
			return [{ uuid: found.to.uuid, lang: language.lang, path: whole, href, param, to: found.to }];
		}),
	);
}

/** The page of a story in the nearest language of a chain; undefined if another story of its group is nearer. */
function nearestPage(
	language: PlannedLanguage,
	chain: readonly PlannedLanguage[],
	own: readonly (Route | undefined)[],
	group: readonly (Route | undefined)[],
): { to: Route; language: PlannedLanguage } | undefined {
	// The folder of a story may say another language than its code.
	const pageIn = (pages: typeof own, { locale }: PlannedLanguage) =>
		pages.find((page) => page?.locale === locale);
	if (pageIn(group, language)) return undefined;
	for (const nearest of chain) {
		const to = pageIn(own, nearest);
		if (to) return { to, language: nearest };
		if (pageIn(group, nearest)) return undefined;
	}
	return undefined;
}
