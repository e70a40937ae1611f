import type { Plugin } from 'vite';

/**
 * Makes Astro's list of the images of entries the same in each build. If it is empty, Astro writes it as `new Map()` in a clean build,
 * and as `new Map([])` after a build in which entries were deleted, so files in `dist/server` would get other names.
 */
export const assetListPlugin = (): Plugin => ({
	name: 'astro-keep:asset-list',
	transform: {
		filter: { id: /\/content-assets\.mjs$/ },
		handler: (code) => code.replace('new Map([])', 'new Map()').trim(),
	},
});
