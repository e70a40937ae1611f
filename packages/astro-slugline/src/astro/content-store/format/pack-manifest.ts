import type { IndexFile } from './entry-index.js';
import { segmentFile } from './place.js';
import type { Segments } from './segments.js';

/**
 * What a collection has beside Astro's store. It is kept in the same file as the store, as a value in the collection's meta:
 * so a store and what belongs to it are never apart.
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

/** Keeps the pack of a collection, or that it has none. */
export function keepPack(
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
