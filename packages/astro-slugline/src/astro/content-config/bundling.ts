import type { Plugin } from 'vite';
import { contentConfig, contentConfigModule } from './plugin.js';

/** Decides which of this package's modules Vite bundles and which Node loads. */
export function bundlingPlugin(isDev: boolean): Plugin {
	return {
		name: 'astro-slugline:bundling',
		configEnvironment: (name) => ({
			resolve: {
				// Modules for pages import virtual modules. Explicit, because a site's package.json may not list this package.
				noExternal: ['astro-slugline'],
				// Node has loaded their imports for astro.config. Letting Vite transform them again would add 0.8 s of CPU time to an
				// unchanged build.
				...(name === contentConfig &&
					!isDev && { external: ['astro-slugline/loaders', contentConfigModule] }),
			},
		}),
	};
}
