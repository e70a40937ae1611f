import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { argumentOf } from '../command.js';
import { statOf } from '../shared/node/stat-of.js';

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
	return tried.filter((candidate) => statOf(candidate)?.isFile()).slice(0, 1);
}

/**
 * The file of astro.config; undefined if there is none.
 *
 * @param root of the site
 * @param argv the arguments of the process, which may name another file
 */
export function configFile(root: string, argv: readonly string[]): string | undefined {
	const named = argumentOf('--config', argv);
	return named ? resolve(root, named) : moduleFile(join(root, 'astro.config'));
}
