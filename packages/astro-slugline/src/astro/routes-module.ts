import { fileURLToPath } from 'node:url';
import type { Plugin, ViteDevServer } from 'vite';
import type { Connection } from './connection.js';
import { exactly } from './exactly.js';
import type { RoutesModule } from './paths/routes-module.js';
import { type KeptRoutes, textOfRoutes } from './route-files.js';

/** What pages import to know where stories live. */
export const routesModule = 'virtual:astro-slugline/routes';
const resolved = `\0${routesModule}`;

/**
 * Serves the routes of all connections to pages, as data. Its code changes with every content change, so Astro's incremental
 * build is told that it is content and not code; what a page uses of it is in the page's `cacheKey`.
 *
 * @param rendersHere true if pages are rendered on this machine by Node: then the module reads the routes from their files,
 * since the bundler would take long for so much text
 */
export function routesPlugin(connections: () => Connection[], rendersHere: () => boolean): Plugin {
	return {
		name: 'astro-slugline:routes',
		resolveId: { filter: exactly(routesModule), handler: () => resolved },
		load: {
			filter: exactly(resolved),
			handler() {
				const reads = rendersHere() && this.environment.config.consumer === 'server';
				return {
					code: reads ? readingCode(connections()) : wholeCode(connections()),
					meta: { astroIncremental: { kind: 'content-data' } },
				};
			},
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

/** A module that reads the routes when it runs. */
function readingCode(connections: Connection[]): string {
	const read = `import { readFileSync } from 'node:fs';
const read = (file) => {
	const text = readFileSync(file, 'utf8');
	return JSON.parse(text.slice(text.indexOf('\\n')));
};`;
	return `${read}\n${code(connections, ({ file }) => `read(${literal(fileURLToPath(file))})`)}`;
}

/** A module that holds the routes. */
const wholeCode = (connections: Connection[]): string =>
	code(connections, (routes) => parsed(textOfRoutes(routes)));

function code(connections: Connection[], routesCode: (routes: KeptRoutes) => string): string {
	const spaces = connections.flatMap((connection) => {
		const routes = connection.latest()?.routes;
		return routes ? [`${literal(connection.id)}: ${routesCode(routes)}`] : [];
	});
	const collections = parsed(JSON.stringify(collectionsOf(connections)));
	const relations = JSON.stringify(connections.flatMap((connection) => connection.relations ?? []));
	return `export default { collections: ${collections}, relations: ${relations}, spaces: { ${spaces.join(', ')} } };`;
}

function collectionsOf(connections: Connection[]): RoutesModule['collections'] {
	const collections: RoutesModule['collections'] = {};
	for (const connection of connections) {
		if (!connection.latest()) continue;
		for (const [name, { ids }] of connection.collections) collections[name] = { space: connection.id, ids };
	}
	// They come in the order in which their loaders ended, which is another one in each build.
	return Object.fromEntries(Object.entries(collections).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const literal = (value: string) => JSON.stringify(value);

/** Code that gives what a JSON text says: parsed as JSON, since a literal so large takes engines long. */
const parsed = (json: string) => `JSON.parse(${literal(json)})`;
