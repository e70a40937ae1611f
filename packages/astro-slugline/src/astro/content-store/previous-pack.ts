import { once } from '../../shared/once.js';
import { type EntryIndex, type IndexFile, readIndex } from './format/entry-index.js';
import type { Location } from './format/location.js';
import type { Pack } from './format/pack-manifest.js';
import { segmentFile } from './format/place.js';
import { isWhole } from './format/segments.js';

/** What a load finds of its collection beside Astro's store, from the loads before it. */
export interface Kept {
	/** True if nothing is missing. */
	isWhole: boolean;
	/** In bytes; 0 if it is missing. */
	sizeOf(segment: string): number;
	/** The digest of a packed entry; undefined if its data is gone. */
	digestOf(id: string): string | undefined;
	/** Where a packed entry's data lies; undefined if it is gone. */
	locationOf(id: string): Location | undefined;
	/** The index, if it can be read. */
	index(): IndexFile | undefined;
}

/** Looks at the files of a pack. The index is read when something of it is asked for. */
export function lookAt(folder: string, pack: Pack | undefined): Kept {
	const segments = [...(pack?.segments ?? [])];
	const whole = new Map(segments.filter(([segment, size]) => isWhole(folder, segmentFile(segment), size)));
	const allWhole = whole.size === segments.length;
	const hasIndex = pack !== undefined && isWhole(folder, pack.index.file, pack.index.length);
	const read = once((): EntryIndex | undefined => {
		try {
			return pack && hasIndex ? readIndex(folder, pack.index) : undefined;
		} catch {
			// What it was about counts as gone, and is written anew.
			return undefined;
		}
	});
	const locationOf = (id: string) => {
		const location = read()?.locationOf(id);
		return location && whole.has(location.segment) ? location : undefined;
	};
	return {
		isWhole: !pack || (hasIndex && allWhole),
		sizeOf: (segment) => whole.get(segment) ?? 0,
		digestOf: (id) => (allWhole || locationOf(id) ? read()?.digestOf(id) : undefined),
		locationOf,
		index: () => (read() ? pack?.index : undefined),
	};
}
