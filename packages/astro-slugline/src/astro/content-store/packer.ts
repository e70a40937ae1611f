import type { Encoded } from './format/encode.js';
import { type Packed, writeIndex } from './format/entry-index.js';
import { sizeOf } from './format/location.js';
import { type Segments, toMerge, type Usage } from './format/pack-manifest.js';
import type { PreviousPack } from './previous-pack.js';
import { createSegmentReader } from './read/segment-reader.js';
import { SegmentWriter } from './segment-writer.js';

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
		return new Map(needed.map(({ segment, size }) => [segment, size]));
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
			if (writer) segments.set(writer.segment, writer.size);
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
	return [...live].map(([segment, bytes]) => ({ segment, size: previous.sizeOf(segment), live: bytes }));
}
