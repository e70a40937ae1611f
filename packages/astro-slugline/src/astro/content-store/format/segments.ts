import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/** The size in bytes of each segment that a collection needs. */
export type Segments = Map<string, number>;

/** Files that a collection's store does not know are left alone for so long: another command may be about to need them. */
const leaveAloneMs = 15 * 60_000;

/** Files that nobody has used for so long are of a collection that is gone. A mistake costs only that they are written anew. */
const leaveOthersMs = 30 * 24 * 3_600_000;

/** True if a file is there in the length in which it was written. */
export function isWhole(folder: string, file: string, size: number): boolean {
	return statSync(join(folder, file), { throwIfNoEntry: false })?.size === size;
}

/**
 * Removes the files that the store of a collection does not need: left by a command that failed, merged into others, or
 * followed by others. What it needs is marked as used.
 */
export function sweep(folder: string, prefix: string, needed: ReadonlySet<string>): void {
	const now = Date.now();
	for (const name of list(folder)) {
		const path = join(folder, name);
		const stats = statSync(path, { throwIfNoEntry: false });
		if (!stats) continue;
		const patience = name.startsWith(prefix) ? leaveAloneMs : leaveOthersMs;
		if (needed.has(name)) utimesSync(path, now / 1000, now / 1000);
		else if (now - stats.mtimeMs > patience) rmSync(path, { force: true });
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
