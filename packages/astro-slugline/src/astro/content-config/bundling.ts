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
				// Node has loaded their imports for astro.config. Transforming them again takes longer than an unchanged sync.
				...(name === contentConfig &&
					!isDev && { external: ['astro-slugline/loaders', contentConfigModule] }),
			},
		}),
	};
}
