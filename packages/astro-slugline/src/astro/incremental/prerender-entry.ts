import type { Plugin } from 'vite';

/**
 * Sets the entry of the prerenderer. If the site has an adapter, Astro leaves this to the code that sets a prerenderer, although
 * this one only wraps Astro's own.
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
