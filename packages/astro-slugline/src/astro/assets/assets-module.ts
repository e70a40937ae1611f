import type { Plugin } from 'vite';
import type { AssetsModule } from '../rendering/assets/assets-module.js';

const assetsModule = 'virtual:astro-slugline/assets';
const resolved = `\0${assetsModule}`;

/** Serves what pages know of the option `assets`. It counts as code: with other options, pages render again. */
export function assetsPlugin(assets: () => AssetsModule | undefined): Plugin {
	return {
		name: 'astro-slugline:assets',
		resolveId: (id) => (id === assetsModule ? resolved : undefined),
		load: (id) => (id === resolved ? `export default ${JSON.stringify(assets())};` : undefined),
	};
}
