import { existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { replaceFile } from '../replace-file.js';

/**
 * Files and folders of an output by their path in it, with slashes, with size and time of change; the output itself is `''`.
 * The time is that of the inode, which no program can set: whoever has written to a file since is seen.
 */
export type OutputRecord = ReadonlyMap<string, string>;

/** What there is at a path: size and time of change. Undefined where there is nothing. */
function stampOf(folder: string, path: string): string | undefined {
	const stats = statSync(`${folder}/${path}`, { throwIfNoEntry: false });
	if (!stats) return undefined;
	return stats.isDirectory() ? `d ${stats.ctimeMs}` : `${stats.size} ${stats.ctimeMs}`;
}

const isFolder = (stamp: string): boolean => stamp.startsWith('d');

const timeOf = (stamp: string): number => Number(stamp.slice(stamp.indexOf(' ') + 1));

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/**
 * Everything in an output as it is now. Folders that are as `before` says are not listed again.
 *
 * @param untouched files that nobody is known to have written to: they, and folders that hold nothing else, are taken to be
 * as they were before. Where that is wrong, the next build sees that the record is not true.
 */
export function recordOutput(
	folder: string,
	before: OutputRecord,
	untouched: ReadonlySet<string>,
): OutputRecord {
	const known = childrenOf(before);
	const isUntouched = (path: string) => {
		const [child, ...others] = known.get(path) ?? [];
		return untouched.has(child === undefined || others.length > 0 ? path : child);
	};
	const record = new Map<string, string>();
	const look = (path: string) => {
		const former = before.get(path);
		const stamp = former !== undefined && isUntouched(path) ? former : stampOf(folder, path);
		if (stamp === undefined) return;
		record.set(path, stamp);
		if (!isFolder(stamp)) return;
		const children = former === stamp ? known.get(path) : undefined;
		for (const child of children ?? childrenIn(folder, path)) look(child);
	};
	look('');
	return record;
}

const childrenIn = (folder: string, path: string): string[] =>
	readdirSync(`${folder}/${path}`).map((name) => (path === '' ? name : `${path}/${name}`));

function childrenOf(record: OutputRecord): Map<string, string[]> {
	const children = new Map<string, string[]>();
	for (const [path, stamp] of record) {
		if (isFolder(stamp) && !children.has(path)) children.set(path, []);
		if (path === '') continue;
		const parent = parentOf(path);
		const list = children.get(parent);
		if (list) list.push(path);
		else children.set(parent, [path]);
	}
	return children;
}

/** True if an output is just what the record says, nothing less and nothing more. */
export function isAsRecorded(folder: string, record: OutputRecord): boolean {
	if (record.size === 0) return false;
	for (const [path, stamp] of record) if (stampOf(folder, path) !== stamp) return false;
	return true;
}

/**
 * Tells whether an output is just what the record in a file says. It is looked through in a thread of its own: for 100,000
 * pages that takes half a second, in which a build can load the content.
 */
export function checkOutput(folder: string, file: URL): Promise<boolean> {
	if (!existsSync(file)) return Promise.resolve(false);
	return new Promise((resolve) => {
		const thread = new Worker(new URL('./output-check.js', import.meta.url), {
			workerData: { folder, file: file.href },
		});
		thread.once('message', resolve);
		thread.once('error', () => resolve(false));
		// After an answer this says nothing; without one, nobody would wait for ever.
		thread.once('exit', () => resolve(false));
	});
}

/**
 * Removes the files of an earlier build that this one neither wrote nor kept, and folders that are empty then.
 *
 * @param kept paths of the pages of this build, written or not
 */
export function pruneOutput(folder: string, before: OutputRecord, kept: ReadonlySet<string>): void {
	const folders = new Set<string>();
	for (const [path, stamp] of before) {
		if (isFolder(stamp) || kept.has(path) || stampOf(folder, path) !== stamp) continue;
		rmSync(`${folder}/${path}`, { force: true });
		for (let at = parentOf(path); at !== ''; at = parentOf(at)) folders.add(at);
	}
	for (const path of [...folders].sort((a, b) => b.length - a.length)) {
		if (readdirSync(`${folder}/${path}`).length === 0) rmdirSync(`${folder}/${path}`);
	}
}

/** The record of the last build; an empty one where there is none. One that is not true is like none to `isAsRecorded`. */
export async function readRecord(file: URL): Promise<OutputRecord> {
	try {
		const record: [string, string][] = JSON.parse(await readFile(file, 'utf8'));
		return new Map(record);
	} catch {
		return new Map();
	}
}

export const writeRecord = (file: URL, record: OutputRecord): Promise<void> =>
	replaceFile(file, JSON.stringify([...record]));

/** True if two records say the same. */
export function isSameRecord(one: OutputRecord, other: OutputRecord): boolean {
	if (one.size !== other.size) return false;
	for (const [path, stamp] of one) if (other.get(path) !== stamp) return false;
	return true;
}

/** True if one of these files is gone or was written after a moment, in milliseconds since 1970. */
export function changedAfter(record: OutputRecord, paths: Iterable<string>, moment: number): boolean {
	for (const path of paths) {
		const stamp = record.get(path);
		if (stamp === undefined || timeOf(stamp) > moment) return true;
	}
	return false;
}
