import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { segmentFile } from './place.js';

/** The size in bytes of each segment that a collection needs. */
export type Segments = Map<string, number>;

/** Segments that no store knows are left alone for so long: another command may be about to need them. */
const leaveAloneMs = 15 * 60_000;

/** True if a segment is there as it was written. */
export function isWhole(folder: string, segment: string, size: number): boolean {
	return statSync(join(folder, segmentFile(segment)), { throwIfNoEntry: false })?.size === size;
}

/** Removes the segments of a collection that its store does not need: left by a command that failed, or merged into others. */
export function sweep(folder: string, prefix: string, needed: Segments): void {
	for (const name of list(folder)) {
		if (!name.startsWith(prefix) || needed.has(name.replace(/\.jsonl$/, ''))) continue;
		const path = join(folder, name);
		const stats = statSync(path, { throwIfNoEntry: false });
		if (stats && Date.now() - stats.mtimeMs > leaveAloneMs) rmSync(path, { force: true });
	}
}

function list(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

/** A segment and how much of it is still in use. */
export interface Usage {
	segment: string;
	size: number;
	/** Bytes of entries that stay. */
	live: number;
}

/**
 * Which segments to merge into one that is written anyhow: those that are half waste, and those that are small beside
 * what is written. So a collection has few segments however many edits it sees, and an edit seldom copies much.
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
