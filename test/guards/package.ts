import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/** The folder of the workspace. */
export const root = resolve(import.meta.dirname, '../..');

/** The folder of the package, below the workspace. */
export const home = 'packages/astro-slugline';

export const manifest: {
	version: string;
	exports: Record<string, string | Record<string, string>>;
	dependencies: Record<string, string>;
	peerDependencies: Record<string, string>;
} = JSON.parse(await readFile(resolve(root, home, 'package.json'), 'utf8'));

/** The sub-paths that export code, and the source file of each, below the workspace. */
export const sourceOfSubPath = Object.entries(manifest.exports).flatMap(
	([subPath, target]): [subPath: string, file: string][] => {
		const file = typeof target === 'string' ? undefined : target['slugline-source'];
		return file === undefined ? [] : [[subPath, file.replace('./', `${home}/`)]];
	},
);
