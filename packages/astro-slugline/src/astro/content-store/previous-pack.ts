import { once } from '../../shared/once.js';
import { type EntryIndex, type IndexFile, readIndex } from './format/entry-index.js';
import { type Location, segmentFile } from './format/location.js';
import { isWhole, type Pack } from './format/pack-manifest.js';

/** The pack of a collection as the previous load left it. Data whose file is missing or damaged counts as missing. */
export interface PreviousPack {
	/** True if all files exist in full. */
	isWhole: boolean;
	/** Size of a segment in bytes; 0 if it is missing. */
	sizeOf(segment: string): number;
	/** The digest of a packed entry; undefined if its data is missing. */
	digestOf(id: string): string | undefined;
	/** The location of a packed entry's data; undefined if it is missing. */
	locationOf(id: string): Location | undefined;
	/** The index file, if it can be read. */
	index(): IndexFile | undefined;
}

/** Checks the files of a pack. The index is read when it is first needed. */
export function openPreviousPack(folder: string, pack: Pack | undefined): PreviousPack {
	const segments = [...(pack?.segments ?? [])];
	const whole = new Map(segments.filter(([segment, size]) => isWhole(folder, segmentFile(segment), size)));
	const allWhole = whole.size === segments.length;
	const hasIndex = pack !== undefined && isWhole(folder, pack.index.file, pack.index.length);
	const read = once((): EntryIndex | undefined => {
		try {
			return pack && hasIndex ? readIndex(folder, pack.index) : undefined;
		} catch {
			// Its entries count as missing, and are written again.
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
