import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import type { Plugin } from 'vite';
import { exactly, slashed } from '../shared/module-path.js';
import { canPack, isChunked, type Mode, packFolder } from './format/location.js';
import { mayHaveStubs } from './format/pack-manifest.js';
import { serverStore } from './server-store.js';

/** The module in which Astro gives its data store to pages. */
const storeModule = '\0astro:data-layer-content';

const opener = slashed(fileURLToPath(new URL('./read/open-store.js', import.meta.url)));
const inDev = slashed(fileURLToPath(new URL('./read/current-store.js', import.meta.url)));

export interface StorePluginOptions {
	config: () => AstroConfig;
	mode: Mode;
	/** True if this process renders the static pages. */
	rendersHere: () => boolean;
	/** The module whose `overlaidStore()` returns the store as pages are to see it. */
	overlay: string;
	/** True in dev with preview, and for the server of a site with preview. @param environment name in Vite: `ssr` is the server */
	previews: (environment: string) => boolean;
}

/**
 * Changes the module in which Astro provides its data store to pages. Packed collections are opened, so that readers see whole
 * entries. If this process renders the pages, they read the store at run time, because bundling it takes longer than bundling
 * all of the site's code. Pages on demand read a copy in the server's folder.
 */
export function storePlugin({ config, mode, rendersHere, overlay, previews }: StorePluginOptions): Plugin {
	const packs = () => packFolder(config().cacheDir, mode);
	/** Code that exports the store that the code before it has named `exported`. */
	const exporting = (isPacked: boolean, isOverlaid = false) => {
		const opened = isPacked ? `openStore(exported, ${JSON.stringify(packs())})` : 'exported';
		return [
			...(isPacked ? [`import { openStore } from ${JSON.stringify(opener)};`] : []),
			...(isOverlaid ? [`import { overlaidStore } from ${JSON.stringify(overlay)};`] : []),
			`export default ${isOverlaid ? `overlaidStore(${opened})` : opened};`,
		].join('\n');
	};
	const current = (file: string, isOverlaid: boolean) =>
		[
			`import { currentStore } from ${JSON.stringify(inDev)};`,
			...(isOverlaid ? [`import { overlaidStore } from ${JSON.stringify(overlay)};`] : []),
			`export default currentStore(${JSON.stringify(file)}, ${JSON.stringify(packs())}${isOverlaid ? ', overlaidStore' : ''});`,
		].join('\n');
	const server = serverStore(opener);
	return {
		name: 'astro-keep:store',
		load: {
			order: 'pre',
			filter: exactly(storeModule),
			async handler() {
				const { root, cacheDir } = config();
				const file = fileURLToPath(
					new URL('data-store.json', mode === 'dev' ? new URL('.astro/', root) : cacheDir),
				);
				const isServer = this.environment.config.consumer === 'server';
				if (!isServer || !rendersHere() || !canPack(config())) return;
				if (mode === 'dev')
					return { code: current(file, previews(this.environment.name)), map: { mappings: '' } };
				if (!existsSync(file)) return;
				if (this.environment.name === 'ssr') return server.load(file, packs());
				const bytes = await readFile(file);
				// The hash makes the code change with the content, as if it contained the store. It covers packed entries, too, because
				// the store has the name of their index, which is named by its content.
				return {
					code: `import { readFileSync } from 'node:fs';
export const content = ${JSON.stringify(hash('sha256', bytes, 'hex'))};
const exported = JSON.parse(readFileSync(${JSON.stringify(file)}, 'utf8'));
${exporting(mayHaveStubs(bytes))}`,
					map: { mappings: '' },
					meta: { astroIncremental: { kind: 'content-data' } },
				};
			},
		},
		transform: {
			filter: exactly(storeModule),
			handler(code) {
				const isOverlaid = previews(this.environment.name) && !isChunked(config().experimental);
				const isOpened = server.isLoaded(code);
				if (code.includes(inDev) || (isOpened && !isOverlaid)) return;
				if (!isOverlaid && (!mayHaveStubs(code) || !canPack(config()))) return;
				const named = code.replace('export default', 'const exported =');
				return { code: `${named};\n${exporting(!isOpened, isOverlaid)}`, map: { mappings: '' } };
			},
		},
		renderChunk: server.place,
		async writeBundle({ dir }) {
			if (this.environment.name === 'ssr' && dir) await server.copyTo(dir);
		},
	};
}
