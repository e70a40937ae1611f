import type { Route, RouteTable } from '../../../routing/index.js';
import { hashOf } from '../../../shared/node/hash.js';
import type { StoryRow } from '../../../sync/index.js';
import type { RouteData, SpaceRoutes } from '../../page/data/index.js';
import { entryIdOf } from '../entries/entry-id.js';

/**
 * The routes of a space in the form that pages use: by the default id of their story's entry, for stories that have content.
 * Alternates, which all languages of a story share, are stored once.
 *
 * @param inventedDates of a folder, by uuid
 */
export function pageRoutes(
	rows: readonly StoryRow[],
	{ routes }: RouteTable,
	inventedDates: ReadonlyMap<string, readonly string[]> = new Map(),
): SpaceRoutes {
	const ids = new Map(rows.map((row) => [`${row.uuid} ${row.lang}`, entryIdOf(row)]));
	const alternates: SpaceRoutes['alternates'] = [];
	const places = new Map<Route['alternates'], number>();
	const byId = new Map<string, RouteData>();
	const placeOf = (route: Route) => {
		const existing = places.get(route.alternates);
		if (existing !== undefined) return existing;
		const place =
			alternates.push(route.alternates.map(({ hreflang, lang, href }) => ({ hreflang, lang, href }))) - 1;
		places.set(route.alternates, place);
		return place;
	};
	for (const route of routes) {
		const id = ids.get(`${route.uuid} ${route.lang}`);
		if (id === undefined) continue;
		const { uuid, path, href, param, lang, locale } = route;
		const key = hashOf(JSON.stringify([href, param, lang, locale, route.alternates])).slice(0, 16);
		const invented = inventedDates.get(uuid);
		const dates = invented?.length ? { invented } : {};
		byId.set(id, { uuid, path, href, param, lang, locale, ...dates, alternates: placeOf(route), key });
	}
	return { routes: Object.fromEntries(byId), alternates };
}
