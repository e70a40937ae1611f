import { readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { writeWhole } from './page-state.js';

/**
 * Files and folders of an output by their path in it, with size and time of change; the output itself is `''`. The time
 * is that of the inode, which no program can set: whoever has written to a file since is seen.
 */
export type OutputRecord = ReadonlyMap<string, string>;

const shape = z.array(z.tuple([z.string(), z.string()]));

/** What there is at a path: size and time of change. Undefined where there is nothing. */
function stampOf(path: string): string | undefined {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (!stats) return undefined;
	return stats.isDirectory() ? `d ${stats.ctimeMs}` : `${stats.size} ${stats.ctimeMs}`;
}

const isFolder = (stamp: string): boolean => stamp.startsWith('d');

/** Everything in an output as it is now. Folders that are as `before` says are not listed again. */
export function recordOutput(folder: string, before: OutputRecord = new Map()): OutputRecord {
	const known = childrenOf(before);
	const record = new Map<string, string>();
	const look = (path: string) => {
		const stamp = stampOf(join(folder, path));
		if (stamp === undefined) return;
		record.set(path, stamp);
		if (!isFolder(stamp)) return;
		const children = before.get(path) === stamp ? known.get(path) : undefined;
		for (const child of children ?? readdirSync(join(folder, path)).map((name) => join(path, name))) {
			look(child);
		}
	};
	look('');
	return record;
}

function childrenOf(record: OutputRecord): Map<string, string[]> {
	const children = new Map<string, string[]>();
	for (const path of record.keys()) {
		if (path === '') continue;
		const parent = dirname(path) === '.' ? '' : dirname(path);
		const list = children.get(parent);
		if (list) list.push(path);
		else children.set(parent, [path]);
	}
	for (const [path, stamp] of record) if (isFolder(stamp) && !children.has(path)) children.set(path, []);
	return children;
}

/** True if an output is just what the record says, nothing less and nothing more. */
export function isAsRecorded(folder: string, record: OutputRecord): boolean {
	if (record.size === 0) return false;
	for (const [path, stamp] of record) if (stampOf(join(folder, path)) !== stamp) return false;
	return true;
}

/**
 * Removes the files of an earlier build that this one neither wrote nor kept, and folders that are empty then.
 *
 * @param kept paths of the pages of this build, written or not
 */
export function pruneOutput(folder: string, before: OutputRecord, kept: ReadonlySet<string>): void {
	const folders = new Set<string>();
	for (const [path, stamp] of before) {
		if (isFolder(stamp) || kept.has(path) || stampOf(join(folder, path)) !== stamp) continue;
		rmSync(join(folder, path), { force: true });
		for (let at = dirname(path); at !== '.'; at = dirname(at)) folders.add(at);
	}
	for (const path of [...folders].sort((a, b) => b.length - a.length)) {
		if (readdirSync(join(folder, path)).length === 0) rmdirSync(join(folder, path));
	}
}

export async function readRecord(file: URL): Promise<OutputRecord> {
	try {
		return new Map(shape.parse(JSON.parse(await readFile(file, 'utf8'))));
	} catch {
		return new Map();
	}
}

export const writeRecord = (file: URL, record: OutputRecord): Promise<void> =>
	writeWhole(file, JSON.stringify([...record]));

/** True if one of these files was written after a moment, in milliseconds since 1970. */
export function changedAfter(folder: string, paths: Iterable<string>, moment: number): boolean {
	for (const path of paths) {
		const stats = statSync(join(folder, path), { throwIfNoEntry: false });
		if (!stats || stats.ctimeMs > moment) return true;
	}
	return false;
}
