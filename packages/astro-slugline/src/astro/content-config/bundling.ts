import type { Plugin } from 'vite';
import { contentConfig, contentConfigDoor } from './plugin.js';

/** Says which of this package's modules are bundled, and which Node loads. */
export function bundlingPlugin(isDev: boolean): Plugin {
	return {
		name: 'astro-slugline:bundling',
		configEnvironment: (name) => ({
			resolve: {
				// Our modules for pages import virtual ones, also where a site's package.json does not name us.
				noExternal: ['astro-slugline'],
				// Node has loaded what they import for astro.config; to transform it anew takes longer than an unchanged sync.
				...(name === contentConfig && !isDev && { external: ['astro-slugline/loaders', contentConfigDoor] }),
			},
		}),
	};
}
