import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, IntegrationResolvedRoute } from 'astro';
import { contentConfigFile } from 'astro-keep/content-config';
import { slashed } from 'astro-keep/shared/module-path';
import type { Plugin } from 'vite';
import { type BuiltSite, builtSite, type SiteRoute } from '../preview-server/index.js';
import { routeSettings, withoutDomains } from '../session/index.js';
import { serviceAddress } from '../settings/index.js';
import type { VirtualModule } from './plugin.js';
import { previewBundle } from './preview.js';
import type { LaterParts } from './site-parts.js';

const fileIn = (name: string) =>
	JSON.stringify(slashed(fileURLToPath(new URL(`../preview-server/${name}.js`, import.meta.url))));

const baseOf = ({ base }: AstroConfig) => base.replace(/\/$/, '');

/** What a built server shows preview with. Pages that are rendered while the site is built have none of it. */
export function previewServerModules(
	{ path, editors }: Pick<BuiltSite, 'path' | 'editors'>,
	pattern: string,
	{ started, routes }: LaterParts,
) {
	return {
		'preview-middleware': {
			code(_consumer, environment) {
				if (environment !== 'ssr') return 'export const onRequest = (_context, next) => next();';
				return `import { showIn } from ${fileIn('middleware')};\nexport const onRequest = showIn(${JSON.stringify(pattern)});`;
			},
		},
		'preview-page': { code: () => `export { pageToShow } from ${fileIn('render')};` },
		'preview-site': {
			isContent: true,
			async code() {
				const begun = started();
				if (!begun) throw new Error('The space is not connected yet.');
				const { options, source, site, connection } = begun;
				const { space } = await connection.syncedOnce();
				const config = contentConfigFile(site);
				const baseUrl = serviceAddress(source) ?? '';
				const others = routes().filter((route) => route.pattern !== pattern);
				const settings = {
					...{ ...routeSettings(options, withoutDomains(site)), id: options.id, path, editors, baseUrl },
					...{ base: baseOf(site), trailingSlash: site.trailingSlash, format: site.build.format },
				};
				return `export const built = JSON.parse(${JSON.stringify(JSON.stringify(builtSite(settings, space)))});
export const clientCode = ${JSON.stringify(readFileSync(previewBundle, 'utf8'))};
export const routes = ${routesCode(others, site.root)};
export ${config === undefined ? 'const collections = {}' : `{ collections } from ${JSON.stringify(slashed(config))}`};`;
			},
		},
	} satisfies Record<string, VirtualModule>;
}

/** The routes of pages and endpoints, each with an import of its own, so that showing one page loads no other. */
const routesCode = (routes: readonly IntegrationResolvedRoute[], root: URL): string =>
	`[${rowsOf(routes)
		.map((row) => rowCode(row, root))
		.join(',\n')}]`;

/** The routes of pages and endpoints, and of languages that take their pages from another one. */
export const rowsOf = (routes: readonly IntegrationResolvedRoute[]) =>
	routes
		.filter(
			(route): route is IntegrationResolvedRoute & Pick<SiteRoute, 'type'> =>
				route.origin !== 'internal' && (route.type === 'page' || route.type === 'endpoint'),
		)
		.flatMap((route) => [
			{ ...route, start: undefined },
			...route.fallbackRoutes.map(({ pattern, patternRegex }) => ({
				...route,
				patternRegex,
				start: startsOf(pattern, route.pattern),
			})),
		]);

function rowCode(route: ReturnType<typeof rowsOf>[number], root: URL): string {
	const { pattern, params, segments, type, isPrerendered, entrypoint, start } = route;
	const row = JSON.stringify({ pattern, params, segments, type, isPrerendered, start, file: entrypoint });
	const file = slashed(fileURLToPath(new URL(entrypoint, root)));
	return `{ ...${row}, regex: ${route.patternRegex}, load: () => import(${JSON.stringify(file)}) }`;
}

/** How the pattern of a page begins in a language that takes it from another one, and there. */
function startsOf(fallback: string, pattern: string): [string, string] {
	let same = 0;
	while (same < pattern.length && fallback.at(-1 - same) === pattern.at(-1 - same)) same += 1;
	return [fallback.slice(0, fallback.length - same), pattern.slice(0, pattern.length - same)];
}

/** In the server's bundle, content configs import loaders that only say what their collections hold. */
export const previewLoadersPlugin = (config: AstroConfig): Plugin => ({
	name: 'astro-slugline:preview-loaders',
	enforce: 'pre',
	applyToEnvironment: ({ name }) => name === 'ssr',
	resolveId: {
		filter: { id: /^astro(?:-slugline)?\/loaders$/ },
		handler(id, importer) {
			const isConfig = importer !== undefined && importer === slashed(contentConfigFile(config) ?? '');
			if (id === 'astro/loaders' && !isConfig) return;
			return slashed(fileURLToPath(new URL('../preview-server/loaders.js', import.meta.url)));
		},
	},
});
