import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import type { Plugin } from 'vite';
import { exactly } from '../../shared/exactly.js';
import { hasParams, usualPattern } from '../../shared/route-pattern.js';
import { doorOf } from '../incremental/index.js';

const door = 'astro-slugline/paths';
const prefix = '\0virtual:astro-slugline/paths?';

/**
 * Lets `storyPaths()` know the route of the page that calls it: sites name their parameter `slug` as often as `path`, and
 * Astro makes one page of all where the name is wrong. A page whose route is `[...path]` needs nothing.
 */
export function routePatternPlugin(config: Pick<AstroConfig, 'root' | 'srcDir'>): Plugin {
	const patternOf = (importer: string): string | undefined => {
		// In a build, what a page reads goes through a module of ours that knows the page.
		const file = doorOf(importer)?.importer ?? importer.split('?')[0] ?? importer;
		const root = fileURLToPath(config.root);
		const pages = fileURLToPath(new URL('pages/', config.srcDir));
		const path = relative(pages, file.startsWith('/') || /^[a-z]:/i.test(file) ? file : `${root}/${file}`);
		return path.startsWith('..') ? undefined : patternOfPage(path.replaceAll('\\', '/'));
	};
	return {
		name: 'astro-slugline:route-pattern',
		enforce: 'pre',
		resolveId: {
			filter: exactly(door),
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
				return `import * as paths from '${door}';
export * from '${door}';
const routePattern = ${JSON.stringify(pattern)};
export const storyPaths = (entries, options) => paths.storyPaths(entries, { routePattern, ...options });`;
			},
		},
	};
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
