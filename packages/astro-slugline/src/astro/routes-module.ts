import { createHash } from 'node:crypto';
import type { Plugin, ViteDevServer } from 'vite';
import type { Route } from '../routing/index.js';
import type { Connection, Synced } from './connection.js';
import { entryIdOf } from './entry-id.js';
import type { RouteData, RoutesModule, SpaceRoutes } from './paths/routes-module.js';

/** What pages import to know where stories live. */
export const routesModule = 'virtual:astro-slugline/routes';
const resolved = `\0${routesModule}`;

/**
 * Serves the route tables of all connections to pages, as data. Its code changes with every content change, so Astro's
 * incremental build is told that it is content and not code; what a page uses of it is in the page's `cacheKey`.
 */
export function routesPlugin(connections: () => Connection[]): Plugin {
	return {
		name: 'astro-slugline:routes',
		// Our modules for pages import this one, also where a site's package.json does not name us.
		configEnvironment: () => ({ resolve: { noExternal: ['astro-slugline'] } }),
		resolveId: (id) => (id === routesModule ? resolved : undefined),
		load(id) {
			if (id !== resolved) return;
			const json = JSON.stringify(JSON.stringify(routesData(connections())));
			return {
				code: `export default JSON.parse(${json});`,
				meta: { astroIncremental: { kind: 'content-data' } },
			};
		},
	};
}

/** Lets the next request in dev see new routes. */
export function forgetRoutes(server: ViteDevServer): void {
	for (const environment of Object.values(server.environments)) {
		const module = environment.moduleGraph.getModuleById(resolved);
		if (module) environment.moduleGraph.invalidateModule(module);
	}
}

function routesData(connections: Connection[]): RoutesModule {
	const data: RoutesModule = { collections: {}, spaces: {} };
	for (const connection of connections) {
		const synced = connection.latest();
		if (!synced) continue;
		const keys = new Map(synced.space.rows.map((row) => [`${row.uuid} ${row.lang}`, entryIdOf(row)]));
		data.spaces[connection.id] = spaceRoutes(synced, keys);
		for (const [name, { ids }] of connection.collections) {
			const usual =
				ids && Object.fromEntries(Object.entries(ids).map(([id, key]) => [id, keys.get(key) ?? '']));
			data.collections[name] = { space: connection.id, ids: usual };
		}
	}
	return data;
}

/** Routes by the id that their story's entry has by default; the alternates, which all languages of a story share, stand once. */
function spaceRoutes({ routes }: Synced, ids: Map<string, string>): SpaceRoutes {
	const alternates: SpaceRoutes['alternates'] = [];
	const places = new Map<Route['alternates'], number>();
	const byId = new Map<string, RouteData>();
	const placeOf = (route: Route) => {
		const known = places.get(route.alternates);
		if (known !== undefined) return known;
		const place =
			alternates.push(route.alternates.map(({ hreflang, lang, href }) => ({ hreflang, lang, href }))) - 1;
		places.set(route.alternates, place);
		return place;
	};
	for (const route of routes.routes) {
		const id = ids.get(`${route.uuid} ${route.lang}`);
		if (id === undefined) continue;
		const { uuid, path, href, param, lang, locale } = route;
		const key = createHash('sha256')
			.update(JSON.stringify([href, param, lang, locale, route.alternates]))
			.digest('hex');
		byId.set(id, {
			uuid,
			path,
			href,
			param,
			lang,
			locale,
			alternates: placeOf(route),
			key: key.slice(0, 16),
		});
	}
	return { routes: Object.fromEntries(byId), alternates };
}
