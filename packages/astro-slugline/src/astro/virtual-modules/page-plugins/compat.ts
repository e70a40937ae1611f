import { exactly } from 'astro-keep/shared/module-path';
import type { Plugin } from 'vite';

/** Lets pages of the site import compat with the content of the site; everything else gets what works without it. */
export const compatPlugin = (): Plugin => ({
	name: 'astro-slugline:compat',
	enforce: 'pre',
	applyToEnvironment: ({ config }) => config.consumer === 'server',
	resolveId: {
		filter: exactly('astro-slugline/compat'),
		async handler(id, importer, options) {
			const found = await this.resolve(id, importer, options);
			return found && { ...found, id: found.id.replace(/\boutside\.js$/, 'index.js') };
		},
	},
});
