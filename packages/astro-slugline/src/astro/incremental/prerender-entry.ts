import type { Plugin } from 'vite';

/**
 * Gives the prerenderer its entry. Astro leaves that to whoever sets a prerenderer, if the site has an adapter, and ours
 * only wraps Astro's own.
 *
 * @param wraps true if the prerenderer is Astro's
 */
export function prerenderEntry(wraps: () => boolean): Plugin {
	return {
		name: 'astro-slugline:prerender-entry',
		configEnvironment(name, { build }) {
			if (name !== 'prerender' || build?.rolldownOptions?.input || !wraps()) return;
			return { build: { rolldownOptions: { input: 'astro/entrypoints/prerender' } } };
		},
	};
}
