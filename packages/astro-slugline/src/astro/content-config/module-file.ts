import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const endings = ['mjs', 'js', 'ts', 'mts', 'cjs', 'cts'];

/** The file of a module, with any of the usual extensions; undefined if there is no file. */
export const moduleFile = (path: string): string | undefined =>
	endings.map((ending) => `${path}.${ending}`).find((file) => existsSync(file));

/**
 * The file that an import stands for, which may be written without an extension, with that of its output, or as a folder.
 *
 * @returns none or one
 */
export function filesAt(path: string): string[] {
	const written = path.replace(/\.[cm]?js$/, '');
	const tried = [
		path,
		...endings.flatMap((ending) => [`${written}.${ending}`, join(path, `index.${ending}`)]),
	];
	return tried.filter((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile()).slice(0, 1);
}
