import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import type { Plugin } from 'vite';
import { exactly } from '../exactly.js';
import { markerStart } from './marker.js';
import { canPack, type Mode, packFolder } from './place.js';

/** The module in which Astro gives its data store to pages. */
const storeModule = '\0astro:data-layer-content';

const opener = fileURLToPath(new URL('./open-store.js', import.meta.url));

/**
 * Opens packed collections for pages where Astro hands its data store to them, so that everything that reads entries sees
 * them whole. A store without packed entries is left alone. The module is content to Astro's incremental build, so the
 * folder in it is no change of code.
 */
export function storePlugin(config: () => AstroConfig, mode: Mode): Plugin {
	return {
		name: 'astro-slugline:store',
		transform: {
			filter: exactly(storeModule),
			handler(code) {
				if (!markerStart.test(code) || !canPack(config())) return;
				const folder = packFolder(config().cacheDir, mode);
				const exported = code.replace('export default', 'const exported =');
				return {
					code: `import { openStore } from ${JSON.stringify(opener)};\n${exported};\nexport default openStore(exported, ${JSON.stringify(folder)});`,
					map: { mappings: '' },
				};
			},
		},
	};
}
