import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { trackedImportOf } from 'astro-keep/build';
import { exactly, isWholePath, pathWithin } from 'astro-keep/shared/module-path';
import type { Plugin } from 'vite';
import { hasParams, usualPattern } from '../../../shared/route-pattern.js';

const pathsModule = 'astro-slugline/paths';
const prefix = '\0virtual:astro-slugline/paths?';

/**
 * Passes the route of a page to its calls of `storyPaths()`. Sites name the parameter `slug` as often as `path`, and with a wrong
 * name Astro renders all paths to one page. Pages whose route is `[...path]` import the module as it is.
 */
export function routePatternPlugin(config: Pick<AstroConfig, 'root' | 'srcDir'>): Plugin {
	const root = fileURLToPath(config.root);
	const pages = fileURLToPath(new URL('pages/', config.srcDir));
	const patternOf = (importer: string): string | undefined =>
		// In a build, the track-imports plugin puts a module between, which names the page.
		patternOfImporter(trackedImportOf(importer)?.importer ?? importer.split('?')[0] ?? importer, {
			root,
			pages,
		});
	return {
		name: 'astro-slugline:route-pattern',
		enforce: 'pre',
		resolveId: {
			filter: exactly(pathsModule),
			handler(_id, importer) {
				const pattern =
					importer === undefined || importer.startsWith(prefix) ? undefined : patternOf(importer);
				if (pattern === undefined || pattern === usualPattern || !hasParams(pattern)) return;
				return `${prefix}${new URLSearchParams({ route: pattern })}`;
			},
		},
		load: {
			filter: { id: /^\0virtual:astro-slugline\/paths\?/ },
			handler(id) {
				const pattern = new URLSearchParams(id.slice(prefix.length)).get('route');
				return `import * as paths from '${pathsModule}';
export * from '${pathsModule}';
const routePattern = ${JSON.stringify(pattern)};
export const storyPaths = (entries, options) => paths.storyPaths(entries, { routePattern, ...options });`;
			},
		},
	};
}

/**
 * The route of a module that is a page; undefined for other modules.
 *
 * @param file of the module: a path in the site, or a whole one
 */
export function patternOfImporter(
	file: string,
	{ root, pages }: { root: string; pages: string },
): string | undefined {
	const path = pathWithin(pages, isWholePath(file) ? file : `${root.replace(/[\\/]$/, '')}/${file}`);
	return path === undefined ? undefined : patternOfPage(path);
}

/**
 * The route of a file in `src/pages`, as Astro's `routePattern`.
 *
 * @example patternOfPage('brands/[...slug].astro') // '/brands/[...slug]'
 */
export function patternOfPage(path: string): string {
	const segments = path.replace(/\.[^./]+$/, '').split('/');
	if (segments.at(-1) === 'index') segments.pop();
	return `/${segments.join('/')}`;
}
