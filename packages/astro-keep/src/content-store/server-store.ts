import { constants } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unflatten } from 'devalue';
import { filesOf, readPack } from './format/pack-manifest.js';

/** The folder in that of the server's code, and the file in it with Astro's store. */
const folder = 'astro-keep-content';
const storeFile = 'data-store.json';

/** Stands for the way from a chunk to the folder of the server's code. */
const serverPathPlaceholder = '__ASTRO_KEEP_PATH_TO_SERVER__';

/** Ships the content that pages on demand read: the store and its packs as files, since in a bundle they are parsed at every start. */
export function serverStore(opener: string) {
	let shipped: { store: string; packs: string } | undefined;
	return {
		/** The code of the module with the store. */
		load(store: string, packs: string) {
			shipped = { store, packs };
			// `bundle.mjs` replaces `import.meta.url` where it is written in one piece.
			const code = `import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openStore } from ${JSON.stringify(opener)};
const folder = fileURLToPath(new URL('${serverPathPlaceholder}${folder}/', import.${'meta'}.url));
export default openStore(JSON.parse(readFileSync(folder + '${storeFile}', 'utf8')), folder);`;
			return { code, map: { mappings: '' as const } };
		},
		/** True for that code. */
		isLoaded: (code: string): boolean => code.includes(serverPathPlaceholder),
		/** Makes a chunk find the folder. */
		place(code: string, { fileName }: { fileName: string }) {
			if (!code.includes(serverPathPlaceholder)) return null;
			return {
				code: code.replaceAll(serverPathPlaceholder, `./${'../'.repeat(fileName.split('/').length - 1)}`),
				map: null,
			};
		},
		/** Copies the files that pages on demand read into the folder of the server's code. */
		async copyTo(dir: string): Promise<void> {
			if (!shipped) return;
			const { store, packs } = shipped;
			const to = join(dir, folder);
			await mkdir(to, { recursive: true });
			const collections: Map<string, Map<string, unknown>> = unflatten(
				JSON.parse(await readFile(store, 'utf8')),
			);
			const names = [...collections.values()].flatMap((values) => {
				const pack = readPack(values);
				return pack ? filesOf(pack) : [];
			});
			const copy = (from: string, name: string) => copyFile(from, join(to, name), constants.COPYFILE_FICLONE);
			await Promise.all([copy(store, storeFile), ...names.map((name) => copy(join(packs, name), name))]);
		},
	};
}
