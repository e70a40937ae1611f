/** @internal */
import { type Stats, statSync } from 'node:fs';

/**
 * What is at a path; undefined if nothing is. Node 22.12 throws if a file is where the path has a folder, even with
 * `throwIfNoEntry: false`.
 *
 * @example statOf('package.json/index.js') // undefined
 */
export function statOf(path: string | URL): Stats | undefined {
	try {
		return statSync(path);
	} catch {
		// Nothing is there, or nothing that can be reached.
		return undefined;
	}
}
