import { once } from '../shared/once.js';
import type { Encoded } from './format/encode.js';
import { type EntryIndex, type Packed, readIndex, writeIndex } from './format/entry-index.js';
import { segmentFile, sizeOf } from './format/location.js';
import { isWhole, type Pack, type Segments, toMerge, type Usage } from './format/pack-manifest.js';
import { createSegmentReader } from './read/segment-reader.js';
import { SegmentWriter } from './segment-writer.js';

/** The pack of a collection as the previous load left it. Data whose file is missing or damaged counts as missing. */
export type PreviousPack = ReturnType<typeof openPreviousPack>;

/** Checks the files of a pack. The index is read when it is first needed. */
export function openPreviousPack(folder: string, pack: Pack | undefined) {
	const segments = [...(pack?.segments ?? [])];
	const whole = new Map(segments.filter(([segment, part]) => isWhole(folder, segmentFile(segment), part)));
	const allWhole = whole.size === segments.length;
	const hasIndex = pack !== undefined && isWhole(folder, pack.index.file, pack.index);
	const read = once((): EntryIndex | undefined => {
		try {
			return pack && hasIndex ? readIndex(folder, pack.index) : undefined;
		} catch {
			// Its entries count as missing, and are written again.
			return undefined;
		}
	});
	return {
		/** True if all files are as they were written. */
		isWhole: !pack || (hasIndex && allWhole),
		/** Size and checksum of a segment; undefined if it is missing or damaged. */
		partOf: (segment: string) => whole.get(segment),
		/** A packed entry; undefined if its data is missing. */
		entry(id: string): Packed | undefined {
			const entry = read()?.(id);
			return entry && whole.has(entry.location.segment) ? entry : undefined;
		},
	};
}

/** Makes the next pack of a collection. */
export type Packer = ReturnType<typeof createPacker>;

export function createPacker(folder: string, prefix: string, previous: PreviousPack) {
	const reader = createSegmentReader(folder);
	let writer: SegmentWriter | undefined;
	const added = new Map<string, Packed>();
	const reused = new Map<string, Packed>();

	const openWriter = () => {
		writer ??= new SegmentWriter(folder, prefix);
		return writer;
	};
	/** Merges segments if that is worth it, and returns the older ones that are still needed. */
	const mergeSegments = (): Segments => {
		const usages = usagesOf(reused.values(), previous);
		const merged = toMerge(usages, writer?.size ?? 0);
		for (const [id, { digest, location }] of reused) {
			if (!merged.has(location.segment)) continue;
			reused.set(id, { id, digest, location: openWriter().copy(location, reader.bytes(location)) });
		}
		const needed = usages.filter(({ segment }) => !merged.has(segment));
		return new Map(needed.map(({ segment }) => [segment, previous.partOf(segment) ?? { length: 0, crc: 0 }]));
	};

	return {
		/** Writes the data of an entry. */
		add(entry: Pick<Packed, 'id' | 'digest'>, encoded: Encoded) {
			reused.delete(entry.id);
			added.set(entry.id, { ...entry, location: openWriter().add(encoded) });
		},
		/** Reuses the data of an entry of the previous pack. */
		keep(entry: Packed) {
			added.delete(entry.id);
			reused.set(entry.id, entry);
		},
		/** The reused entries. */
		reused: () => reused.values(),
		/** Reads the data of a reused entry. */
		read({ location }: Packed) {
			const data = reader.head(location);
			if (location.content.length > 0) data['content'] = reader.content(location);
			return data;
		},
		/** Ids of all added and reused entries. */
		ids: () => [...reused.keys(), ...added.keys()],
		/** Writes everything to disk, the index last. */
		finish() {
			const segments = mergeSegments();
			writer?.close();
			if (writer) segments.set(writer.segment, { length: writer.size, crc: writer.crc });
			// In a fixed order, because the index is named by its content.
			const entries = [...reused.values(), ...added.values()].sort((one, other) =>
				one.id < other.id ? -1 : 1,
			);
			return { index: writeIndex(folder, prefix, entries), segments };
		},
		/** Closes all files. */
		end() {
			writer?.abandon();
			reader.close();
		},
	};
}

/** How much of each segment the reused entries need. */
function usagesOf(reused: Iterable<Packed>, previous: PreviousPack): Usage[] {
	const live = new Map<string, number>();
	for (const { location } of reused)
		live.set(location.segment, (live.get(location.segment) ?? 0) + sizeOf(location));
	return [...live].map(([segment, bytes]) => ({
		segment,
		size: previous.partOf(segment)?.length ?? 0,
		live: bytes,
	}));
}
