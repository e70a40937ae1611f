import { once } from '../../shared/once.js';
import { type EntryIndex, type Packed, readIndex } from './format/entry-index.js';
import { segmentFile } from './format/location.js';
import { isWhole, type Pack } from './format/pack-manifest.js';

/** The pack of a collection as the previous load left it. Data whose file is missing or damaged counts as missing. */
export type PreviousPack = ReturnType<typeof openPreviousPack>;

/** Checks the files of a pack. The index is read when it is first needed. */
export function openPreviousPack(folder: string, pack: Pack | undefined) {
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
	return {
		/** True if all files exist in full. */
		isWhole: !pack || (hasIndex && allWhole),
		/** Size of a segment in bytes; 0 if it is missing. */
		sizeOf: (segment: string) => whole.get(segment) ?? 0,
		/** A packed entry; undefined if its data is missing. */
		entry(id: string): Packed | undefined {
			const entry = read()?.(id);
			return entry && whole.has(entry.location.segment) ? entry : undefined;
		},
	};
}
