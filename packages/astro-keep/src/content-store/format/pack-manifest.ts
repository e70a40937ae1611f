import { closeSync, openSync, readdirSync, readSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { seal, unseal } from '../../shared/node/sealed-file.js';
import { statOf } from '../../shared/node/stat-of.js';
import type { IndexFile } from './entry-index.js';
import { type Part, segmentFile } from './location.js';

/**
 * The pack manifest: the files that hold a collection's data. It is a value in the collection's meta, in the same file as
 * Astro's store, so a store and its manifest always match. It is the commit point: all its files are already on disk.
 */
export interface Pack {
	index: IndexFile;
	segments: Segments;
}

const key = 'astro-keep:pack';

/** What is known of a pack whose manifest is damaged: none of its files can be found. */
const damaged: Pack = { index: { file: '', length: 0, crc: 0 }, segments: new Map() };

/** The pack of a collection; undefined if all of it is in Astro's store. */
export function readPack(meta: { get(key: string): unknown } | undefined): Pack | undefined {
	const text = meta?.get(key);
	if (typeof text !== 'string') return undefined;
	const whole = unseal(Buffer.from(text));
	if (!whole) return damaged;
	const { index, segments } = JSON.parse(String(whole));
	return { index, segments: new Map(Object.entries(segments)) };
}

/** Stores the pack manifest of a collection, or removes it. */
export function writePack(
	meta: { set(key: string, value: string): void; delete(key: string): void },
	pack: Pack | undefined,
): void {
	const text = pack && JSON.stringify({ ...pack, segments: Object.fromEntries(pack.segments) });
	if (text) meta.set(key, String(seal(text)));
	else meta.delete(key);
}

/** The names of a pack's files. */
export const filesOf = ({ index, segments }: Pack): string[] => [
	index.file,
	...[...segments.keys()].map(segmentFile),
];

/** Size and checksum of each segment that a collection needs. */
export type Segments = Map<string, Part>;

/** Minimum age, in milliseconds, of a collection's unused files before they are removed. A concurrent command may be about to use them. */
const minAgeMs = 15 * 60_000;

/** Time without use, in milliseconds, after which files belong to a deleted collection. If not, they are only written again. */
const maxUnusedMs = 30 * 24 * 3_600_000;

/** True if a file has the bytes that were written. Reading them takes about 0.3 ms a megabyte. */
export function isWhole(folder: string, file: string, { length, crc }: Part): boolean {
	const path = join(folder, file);
	return statOf(path)?.size === length && crcOf(path) === crc;
}

function crcOf(path: string): number {
	const file = openSync(path, 'r');
	const chunk = Buffer.allocUnsafe(1 << 20);
	let [crc, count] = [0, 0];
	try {
		do {
			count = readSync(file, chunk);
			crc = crc32(chunk.subarray(0, count), crc);
		} while (count > 0);
	} finally {
		closeSync(file);
	}
	return crc;
}

/**
 * Removes the files that a collection no longer needs: left by a command that failed, merged, or replaced. Marks the files that
 * it needs as used.
 */
export function sweep(folder: string, prefix: string, needed: ReadonlySet<string>): void {
	const now = Date.now();
	for (const name of list(folder)) {
		const path = join(folder, name);
		const stats = statOf(path);
		if (!stats) continue;
		const maxAgeMs = name.startsWith(prefix) ? minAgeMs : maxUnusedMs;
		if (needed.has(name)) utimesSync(path, now / 1000, now / 1000);
		else if (now - stats.mtimeMs > maxAgeMs) rmSync(path, { force: true });
	}
}

function list(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		// There is no such folder yet.
		return [];
	}
}

/** A segment and how much of it is still in use. */
export interface Usage {
	segment: string;
	/** Size in bytes. */
	size: number;
	/** Bytes of entries that are still in use. */
	live: number;
}

/**
 * Picks the segments to merge into the one that is about to be written: those that are half unused, and those that are small
 * compared to what is written. So a collection has few segments after any number of edits, and an edit seldom copies much.
 *
 * @param written bytes of new entries
 */
export function toMerge(usages: readonly Usage[], written: number): Set<string> {
	const merged = new Set<string>();
	let bytes = written;
	for (const { segment, size, live } of [...usages].sort((a, b) => a.live - b.live)) {
		if (live === 0 || (live * 2 >= size && live >= bytes * 2)) continue;
		merged.add(segment);
		bytes += live;
	}
	return merged;
}

const mark = 'astro-keep:packed';

interface Stub {
	id: string;
	data: Record<string, unknown>;
}

/** The data of all stubs: one object, which the store serializes only once. */
const stubData = { [mark]: true };

/** True if an entry of Astro's store is a stub, whose data is in a pack. */
export const isStub = (entry: { data: unknown }): boolean =>
	typeof entry.data === 'object' && entry.data !== null && mark in entry.data;

/**
 * The entry in Astro's store whose data is in a pack. It does not change with the data.
 *
 * @param like another stub of the collection, to share its data object: after the store was read, `stubData` is another object
 */
export const stubOf = (id: string, like?: { data: Record<string, unknown> }): Stub => ({
	id,
	data: like?.data ?? stubData,
});

/** True if the text of a store may contain stubs. May also be true for content that mentions the mark. */
export const mayHaveStubs = (store: string | Buffer): boolean => store.includes(mark);
