import { addressOf } from './alternates.js';
import { withoutPrefix } from './homes.js';
import { type LanguagePlan, languagesIn, type PlannedLanguage } from './languages/plan.js';
import { joinPath } from './site-path.js';
import type { FallbackRoute, Route, RouteTableInput } from './types.js';

/**
 * Where other languages stand in: for each story, each language without it whose chain has a page of it. The path is that page's,
 * with the prefix of the language. A path of another page is that page's.
 *
 * @param byStory the routes of each story, at the places of the languages: the default one, and then the others
 * @param pages all routes
 */
export function fallbackRoutes(
	byStory: readonly (readonly (Route | undefined)[])[],
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
	return byStory.flatMap((routes) =>
		lacking.flatMap((at): FallbackRoute[] => {
			const language = all[at];
			if (!language || routes[at]) return [];
			const chain = language.chain.flatMap((lang) => byLang.get(lang) ?? []);
			const found = nearestPage(language, chain, routes);
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
	routes: readonly (Route | undefined)[],
): { to: Route; language: PlannedLanguage } | undefined {
	const pages = routes.filter((route) => route !== undefined);
	const isIn = ({ hreflang }: PlannedLanguage) =>
		pages.some(({ alternates }) => alternates.some((one) => one.hreflang === hreflang));
	if (isIn(language)) return undefined;
	for (const nearest of chain) {
		// The folder of a story may say another language than its code.
		const to = pages.find(({ locale }) => locale === nearest.locale);
		if (to) return { to, language: nearest };
		if (isIn(nearest)) return undefined;
	}
	return undefined;
}
