import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { FallbackRoute, Route, RouteTable } from '../../../routing/index.js';
import { entryIdOf } from '../../../shared/api/entry-id.js';
import type { RouteData, SpaceRoutes } from './modules.js';

/**
 * The routes of a space in the form that pages use: by the default id of their story's entry, for stories that have content.
 * Alternates, which all languages of a story share, are stored once.
 *
 * @param hashOf makes a short text of a long one, for the keys of routes
 */
export function pageRoutes(
	rows: Iterable<{ uuid: string; lang: string; slug: string }>,
	table: Omit<RouteTable, 'warnings' | 'get'>,
	hashOf: (text: string) => string,
): SpaceRoutes {
	const { routes, fallbacks, fallbackType, languages, origin, groups } = table;
	const ids = new Map(Array.from(rows, (row) => [`${row.uuid} ${row.lang}`, entryIdOf(row)]));
	const places = new Map<Route['alternates'], number>();
	const byId = new Map<string, RouteData>();
	const add = (route: Route, page: Route | FallbackRoute) => {
		const id = ids.get(`${route.uuid} ${route.lang}`);
		if (id === undefined) return;
		const { uuid, path, href, param, lang } = page;
		const { locale } = route;
		const own = {
			...(page !== route && { storyLang: route.lang }),
			...(route.isStart && { isStart: route.isStart }),
			...(route.isDraft && { isDraft: route.isDraft }),
		};
		const key = hashOf(JSON.stringify([href, param, lang, locale, route.alternates, own]));
		const place = places.get(route.alternates) ?? places.size;
		places.set(route.alternates, place);
		const name = page === route ? id : fallbackId(id, lang);
		byId.set(name, { uuid, path, href, param, lang, locale, ...own, alternates: place, key });
	};
	for (const route of routes) add(route, route);
	if (fallbackType === 'rewrite') for (const page of fallbacks) add(page.to, page);
	const redirects = fallbacks.map(({ uuid, lang, path, to }) => ({ uuid, lang, from: path, to: to.path }));
	const alternates = Array.from(places.keys(), (list) =>
		list.map(({ hreflang, lang, href }) => ({ hreflang, lang, href })),
	);
	return {
		routes: Object.fromEntries(byId),
		alternates,
		languages,
		...(origin !== undefined && { origin }),
		...(groups.length > 0 && { groups }),
		...(fallbackType === 'redirect' && redirects.length > 0 && { redirects }),
	};
}

/** The id of an entry on the fallback page of another language. */
export const fallbackId = (id: string, lang: string): string => `${id}@${lang}`;

/** The path of a story's page, without slashes at the ends; of a story without a page, the default id of its entry. */
export function pathIn({ routes }: SpaceRoutes, row: { slug: string; lang: string }): string {
	const id = entryIdOf(row);
	return trimSlashes(routes[id]?.path ?? id);
}
