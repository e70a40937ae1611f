import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { statOf } from '../shared/node/stat-of.js';
import type { OutputRecord, Stamp } from './output-record.js';

/** The stamp of a file or folder. That of a folder begins with `d`. */
function stampOf(output: string, path: string): Stamp | undefined {
	const stats = statOf(resolve(output, path));
	if (!stats) return undefined;
	return stats.isDirectory() ? `d ${stats.ctimeMs}` : `${stats.size} ${stats.ctimeMs}`;
}

/** When a file was last changed, in milliseconds since 1970. */
export const timeOf = (stamp: Stamp): number => Number(stamp.slice(stamp.indexOf(' ') + 1));

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const namesIn = (output: string, path: string): string[] => readdirSync(resolve(output, path));

/** The folders and files of an output. */
export interface Listed {
	folders: Map<string, Stamp>;
	files: Map<string, Stamp>;
}

/**
 * Lists an output. Folders that have not changed since the last build are not read again.
 *
 * @param roots the folders that are part of it, by their paths from its own; `''` for itself
 */
export function listOutput(
	output: string,
	roots: readonly string[],
	previous: Pick<OutputRecord, 'folders' | 'files'> | undefined,
): Listed {
	const known = Map.groupBy(
		[...(previous?.folders.keys() ?? []), ...(previous?.files.keys() ?? [])],
		parentOf,
	);
	const found: Listed = { folders: new Map(), files: new Map() };
	const look = (path: string): void => {
		if (path === '.git' || found.folders.has(path)) return;
		const stamp = stampOf(output, path);
		if (stamp === undefined) return;
		if (!stamp.startsWith('d')) {
			found.files.set(path, stamp);
			return;
		}
		found.folders.set(path, stamp);
		const isKnown = previous?.folders.get(path) === stamp;
		for (const name of isKnown ? (known.get(path) ?? []).map(nameOf) : namesIn(output, path))
			if (name !== '') look(path === '' ? name : `${path}/${name}`);
	};
	for (const root of roots) look(root);
	return found;
}

/** True if an output matches the record exactly, without missing or additional files. */
export function isAsRecorded(output: string, { folders, files }: OutputRecord): boolean {
	for (const [path, stamp] of folders) if (stampOf(output, path) !== stamp) return false;
	for (const [path, [stamp]] of files) if (stampOf(output, path) !== stamp) return false;
	return true;
}

/** Removes files, and folders that become empty. */
export function removeFiles(output: string, paths: Iterable<string>): void {
	const folders = new Set<string>();
	for (const path of paths) {
		rmSync(resolve(output, path), { force: true });
		for (let at = parentOf(path); at !== ''; at = parentOf(at)) folders.add(at);
	}
	for (const path of [...folders].sort((a, b) => b.length - a.length)) {
		if (namesIn(output, path).length === 0) rmdirSync(resolve(output, path));
	}
}
