import { resolve } from 'node:path';
import { isOurs } from '../content-config/index.js';
import { slashed } from '../shared/module-path.js';

/** Between the name of a bundle's folder and that of a copy of it. */
export const copied = '-paths-';

/**
 * The address in a bundle of a file of it, or of a copy of it; undefined for other files.
 *
 * @param folder address of the bundle
 */
export function originalOf(url: string, folder: string): string | undefined {
	const copies = folder.replace(/\/$/, copied);
	if (url.startsWith(copies)) return folder + url.slice(url.indexOf('/', copies.length) + 1);
	return url.startsWith(folder) ? url : undefined;
}

/**
 * The module of the site that a place in a chunk is from, relative to the working directory, and where its text starts. The bundler
 * starts each module with a comment. Undefined for packages, and for what plugins have made.
 */
export function siteModuleAt(chunk: string, place: number): { name: string; start: number } | undefined {
	const start = chunk.lastIndexOf('\n//', place) + 1;
	const name = chunk.slice(start, chunk.indexOf('\n', start)).replace(/^\/\/(?:#region)? /, '');
	const isMade = /^\S*(?:\\0|node_modules\/)\S*$/.test(name) || isOurs(slashed(resolve(name)));
	return isMade ? undefined : { name, start };
}
