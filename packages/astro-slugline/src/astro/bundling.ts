import type { Plugin } from 'vite';

/** Astro's environment for the content config. */
export const contentConfig = 'astro';

/** Says which of this package's modules are bundled, and which Node loads. */
export function bundlingPlugin(isDev: boolean): Plugin {
	return {
		name: 'astro-slugline:bundling',
		configEnvironment: (name) => ({
			resolve: {
				// Our modules for pages import virtual ones, also where a site's package.json does not name us.
				noExternal: ['astro-slugline'],
				// Node has loaded them for astro.config; to transform them anew takes longer than an unchanged sync.
				...(name === contentConfig && !isDev && { external: ['astro-slugline/loaders'] }),
			},
		}),
	};
}
