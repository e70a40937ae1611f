import { fileURLToPath } from 'node:url';
import { pathWithin, slashed } from '../shared/module-path.js';

/** The folders of our packages, by their names. */
const folders = new Map<string, string>();

/**
 * Adds a package whose reads count for the modules that use it, as those of this package do. Adding it again changes nothing.
 *
 * @param folder the folder with its package.json
 */
export function addPackage(name: string, folder: URL): void {
	folders.set(name, slashed(fileURLToPath(folder)));
}

addPackage('astro-keep', new URL('../../', import.meta.url));

/** Their names and folders, in the order of their names. */
export const ownPackages = (): [name: string, folder: string][] =>
	[...folders].sort(([one], [other]) => (one < other ? -1 : 1));

/** True for our own modules and components. Their reads count for the module that uses them. */
export const isOurs = (id: string): boolean =>
	[...folders.values()].some((folder) => pathWithin(folder, id) !== undefined);
