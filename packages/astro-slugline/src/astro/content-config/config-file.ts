import { join, resolve } from 'node:path';
import { moduleFile } from './module-file.js';

/**
 * The file of astro.config; undefined if there is none.
 *
 * @param root of the site
 * @param argv the arguments of the process, which may name another file
 */
export function configFile(root: string, argv: readonly string[]): string | undefined {
	const place = argv.findIndex((word) => word === '--config' || word.startsWith('--config='));
	const named = argv[place]?.split('=')[1] ?? argv[place + 1];
	return place >= 0 && named ? resolve(root, named) : moduleFile(join(root, 'astro.config'));
}
