import type { Plugin } from 'vite';
import { exactly } from '../exactly.js';
import type { AssetsModule } from '../rendering/assets/assets-module.js';

const assetsModule = 'virtual:astro-slugline/assets';
const resolved = `\0${assetsModule}`;

/** Serves what pages know of the option `assets`. It counts as code: with other options, pages render again. */
export function assetsPlugin(assets: () => AssetsModule | undefined): Plugin {
	return {
		name: 'astro-slugline:assets',
		resolveId: { filter: exactly(assetsModule), handler: () => resolved },
		load: { filter: exactly(resolved), handler: () => `export default ${JSON.stringify(assets())};` },
	};
}
