import { fileURLToPath } from 'node:url';
import { pageOptions, type RoutesModule } from '../page/data/index.js';
import { type CachedRoutes, type Connection, textOfRoutes } from '../session/index.js';
import type { VirtualModule } from './plugin.js';

/**
 * The routes of stories, as data. The routes that a page uses are dependencies of the page.
 *
 * @param rendersHere true if Node renders the static pages, on this machine. The module then reads the routes from their files, because
 * bundling them takes long.
 */
export const routesModule = (
	connections: () => Connection[],
	rendersHere: (environment: string) => boolean,
): VirtualModule => ({
	isContent: true,
	async code(consumer, environment) {
		await syncedAtLeastOnce(connections());
		return rendersHere(environment) && consumer === 'server'
			? readingCode(connections())
			: wholeCode(connections());
	},
});

/** Syncs the spaces of a site without our loaders, which otherwise do it. */
async function syncedAtLeastOnce(connections: Connection[]): Promise<void> {
	if (connections.some(({ collections }) => collections.size > 0)) return;
	await Promise.all(connections.map((connection) => connection.syncedOnce()));
}

/** A module that reads the routes at run time. */
function readingCode(connections: Connection[]): string {
	const read = `import { readFileSync } from 'node:fs';
const read = (file) => {
	const text = readFileSync(file, 'utf8');
	return JSON.parse(text.slice(text.indexOf('\\n')));
};`;
	return `${read}\n${code(connections, ({ file }) => `read(${literal(fileURLToPath(file))})`)}`;
}

/** A module that contains the routes. */
const wholeCode = (connections: Connection[]): string =>
	code(connections, (routes) => parsed(textOfRoutes(routes)));

function code(connections: Connection[], routesCode: (routes: CachedRoutes) => string): string {
	const spaces = connections.flatMap((connection) => {
		const routes = connection.latest()?.routes;
		return routes ? [`${literal(connection.id)}: ${routesCode(routes)}`] : [];
	});
	const collections = parsed(JSON.stringify(collectionsOf(connections)));
	const options = JSON.stringify(pageOptions(connections.map((connection) => connection.pageOptions)));
	return `export default { ...${options}, collections: ${collections}, spaces: { ${spaces.join(', ')} } };`;
}

function collectionsOf(connections: Connection[]): RoutesModule['collections'] {
	const collections: RoutesModule['collections'] = {};
	for (const connection of connections) {
		if (!connection.latest()) continue;
		for (const [name, { ids }] of connection.collections) collections[name] = { space: connection.id, ids };
	}
	// Sorted, because they are in the order in which their loaders finished, which varies.
	return Object.fromEntries(Object.entries(collections).sort(([one], [other]) => (one < other ? -1 : 1)));
}

const literal = (value: string) => JSON.stringify(value);

/** Code for the value of a JSON text. Engines parse large JSON much faster than a large literal. */
const parsed = (json: string) => `JSON.parse(${literal(json)})`;
