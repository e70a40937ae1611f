import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { pageOptions, type RoutesModule } from '../page/data/index.js';
import {
	type CachedRoutes,
	type Connection,
	readRoutes,
	textOfRoutes,
	toAstroError,
} from '../session/index.js';
import type { VirtualModule } from './plugin.js';
import type { SiteParts } from './site-parts.js';

/** The routes of stories, as data. The routes that a page uses are dependencies of the page. */
export const routesModule = (options: SiteParts): VirtualModule => ({
	isContent: true,
	async code(consumer, environment) {
		const connections = options.connections();
		await syncedAtLeastOnce(connections);
		const isHere = options.started()?.rendersHere && consumer === 'server';
		if (isHere && options.isDev) return askingCode(options);
		const patterns = patternsIn(options);
		if (isHere && environment !== 'ssr') return readingCode(connections, patterns);
		return codeOf(connections, patterns, (routes) => parsed(textOfRoutes(routes)));
	},
});

/** The code in dev, where pages run in this process. Every read is of the routes as they are then, as in `currentStore()`. */
function askingCode(parts: SiteParts): string {
	const { connections, config } = parts;
	const place = `astro-slugline:routes ${config.root}`;
	let read: (readonly [string, CachedRoutes | undefined])[] = [];
	let spaces: RoutesModule['spaces'] = {};
	const current: RoutesModule = {
		...pageOptions(connections().map(({ options }) => options)),
		get patterns() {
			return patternsIn(parts);
		},
		get collections() {
			return collectionsOf(connections());
		},
		get spaces() {
			const cached = connections().map(({ id, latest }) => [id, latest()?.routes] as const);
			if (isDeepStrictEqual(cached, read)) return spaces;
			read = cached;
			spaces = Object.fromEntries(
				cached.flatMap(([id, routes]) => (routes ? [[id, readRoutes(routes)]] : [])),
			);
			return spaces;
		},
	};
	Object.assign(globalThis, { [Symbol.for(place)]: current });
	return `export default globalThis[Symbol.for(${literal(place)})];`;
}

/** Syncs the spaces of a site without our loaders, which otherwise do it. */
async function syncedAtLeastOnce(connections: Connection[]): Promise<void> {
	if (connections.some(({ collections }) => collections.size > 0)) return;
	await Promise.all(connections.map((connection) => connection.syncedOnce())).catch((error: unknown) => {
		throw toAstroError(error);
	});
}

/** A module that reads the routes at run time, because bundling them takes long. */
const readingCode = (connections: Connection[], patterns: readonly string[]): string =>
	`import { readFileSync } from 'node:fs';
const read = (file) => {
	const text = readFileSync(file, 'utf8');
	return JSON.parse(text.slice(text.indexOf('\\n')));
};
${codeOf(connections, patterns, ({ file }) => `read(${literal(fileURLToPath(file))})`)}`;

/** A rest parameter matches all paths, and says nothing about any. */
const patternsIn = ({ routes }: SiteParts): string[] =>
	routes().flatMap(({ pattern }) => (pattern.includes('[...') ? [] : [pattern]));

function codeOf(
	connections: Connection[],
	patterns: readonly string[],
	routesCode: (routes: CachedRoutes) => string,
): string {
	const spaces = connections.flatMap(({ id, latest }) => {
		const routes = latest()?.routes;
		return routes ? [`${literal(id)}: ${routesCode(routes)}`] : [];
	});
	const collections = parsed(JSON.stringify(collectionsOf(connections)));
	const options = JSON.stringify({
		...pageOptions(connections.map((connection) => connection.options)),
		patterns,
	});
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
