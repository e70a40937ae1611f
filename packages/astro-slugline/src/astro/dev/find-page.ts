import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { slashed } from 'astro-keep/shared/module-path';
import { decodedPath, trimEndSlashes } from 'astro-keep/shared/text/slashes';
import type { ViteDevServer } from 'vite';
import { plainPath } from '../output/index.js';
import { findPage, type PageModule } from '../preview-server/index.js';
import { type LaterParts, rowsOf } from '../virtual-modules/index.js';
import { runnersOf } from './static-paths/index.js';

/**
 * Makes the function that says whether the site has a page with a path, without rendering it. What `getStaticPaths()` returns is
 * remembered in `memory`, by the file of the page.
 */
export function createFindPage(
	server: ViteDevServer,
	{ base, root, trailingSlash }: AstroConfig,
	routes: LaterParts['routes'],
	memory: Map<string, Promise<PageModule>>,
) {
	async function load(file: string): Promise<PageModule> {
		const [runner] = runnersOf(server);
		const module = await runner?.import<PageModule>(slashed(fileURLToPath(new URL(file, root))));
		let paths: unknown;
		return {
			...module,
			...(module?.getStaticPaths && {
				getStaticPaths: (options: object) => (paths ??= module.getStaticPaths?.(options)),
			}),
		};
	}
	function once(file: string): Promise<PageModule> {
		const module = memory.get(file) ?? load(file);
		memory.set(file, module);
		return module;
	}
	return async (path: string): Promise<boolean> => {
		const rows = rowsOf(routes()).map(({ patternRegex: regex, entrypoint: file, ...row }) => ({
			...{ ...row, regex, file },
			load: () => once(file),
		}));
		const settings = { base: trimEndSlashes(base), trailingSlash };
		return (await findPage(rows, plainPath(decodedPath(path)), settings)) !== undefined;
	};
}
