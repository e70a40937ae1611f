import { join, resolve } from 'node:path';
import { argumentOf } from '../settings/index.js';
import { moduleFile } from './module-file.js';

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
