import type { IndexFile } from './entry-index.js';
import { segmentFile } from './place.js';
import type { Segments } from './segments.js';

/**
 * The pack manifest: the files that hold a collection's data. It is a value in the collection's meta, in the same file as
 * Astro's store, so a store and its manifest always match. It is the commit point: all its files are already on disk.
 */
export interface Pack {
	index: IndexFile;
	segments: Segments;
}

const key = 'slugline:pack';

/** The pack of a collection; undefined if all of it is in Astro's store. */
export function readPack(meta: { get(key: string): unknown } | undefined): Pack | undefined {
	const text = meta?.get(key);
	if (typeof text !== 'string') return undefined;
	const { index, segments } = JSON.parse(text);
	return { index, segments: new Map(Object.entries(segments)) };
}

/** Stores the pack manifest of a collection, or removes it. */
export function writePack(
	meta: { set(key: string, value: string): void; delete(key: string): void },
	pack: Pack | undefined,
): void {
	if (pack) meta.set(key, JSON.stringify({ ...pack, segments: Object.fromEntries(pack.segments) }));
	else meta.delete(key);
}

/** The names of a pack's files. */
export const filesOf = ({ index, segments }: Pack): string[] => [
	index.file,
	...[...segments.keys()].map(segmentFile),
];
