import type { Route, RouteTable } from '../../../routing/index.js';
import { entryIdOf } from '../../../shared/api/entry-id.js';
import type { RouteData, SpaceRoutes } from './modules.js';

/**
 * The routes of a space in the form that pages use: by the default id of their story's entry, for stories that have content.
 * Alternates, which all languages of a story share, are stored once.
 *
 * @param hashOf makes a short text of a long one, for the keys of routes
 * @param inventedDates of a folder, by uuid
 */
export function pageRoutes(
	rows: Iterable<{ uuid: string; lang: string; slug: string }>,
	{ routes }: Pick<RouteTable, 'routes'>,
	hashOf: (text: string) => string,
	inventedDates: ReadonlyMap<string, readonly string[]> = new Map(),
): SpaceRoutes {
	const ids = new Map(Array.from(rows, (row) => [`${row.uuid} ${row.lang}`, entryIdOf(row)]));
	const places = new Map<Route['alternates'], number>();
	const byId = new Map<string, RouteData>();
	for (const route of routes) {
		const id = ids.get(`${route.uuid} ${route.lang}`);
		if (id === undefined) continue;
		const { uuid, path, href, param, lang, locale } = route;
		const key = hashOf(JSON.stringify([href, param, lang, locale, route.alternates]));
		const invented = inventedDates.get(uuid);
		const dates = invented?.length ? { invented } : {};
		const place = places.get(route.alternates) ?? places.size;
		places.set(route.alternates, place);
		byId.set(id, { uuid, path, href, param, lang, locale, ...dates, alternates: place, key });
	}
	const alternates = Array.from(places.keys(), (list) =>
		list.map(({ hreflang, lang, href }) => ({ hreflang, lang, href })),
	);
	return { routes: Object.fromEntries(byId), alternates };
}
