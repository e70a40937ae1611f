import type { Encoded } from './format/encode.js';
import { type Packed, writeIndex } from './format/entry-index.js';
import { sizeOf } from './format/location.js';
import type { Pack } from './format/pack-manifest.js';
import { type Segments, toMerge } from './format/segments.js';
import type { Kept } from './previous-pack.js';
import { createSegmentReader } from './read/segment-reader.js';
import { createSegmentWriter, type SegmentWriter } from './segment-writer.js';

/** Makes the next pack of a collection. */
export interface Packer {
	/** Writes the data of an entry. */
	add(entry: Pick<Packed, 'id' | 'digest'>, encoded: Encoded): void;
	/** Says that an entry's data is kept. */
	keep(entry: Packed): void;
	/** The entries that are kept. */
	kept(): Iterable<Packed>;
	/** Reads the data of an entry that is kept. */
	read(entry: Packed): Record<string, unknown>;
	/** Ids of the entries that were added or kept. */
	ids(): Iterable<string>;
	/** Puts everything on the disk. */
	finish(): Pack;
	/** Closes all files. */
	end(): void;
}

export function createPacker(folder: string, prefix: string, kept: Kept): Packer {
	const reader = createSegmentReader(folder);
	let writer: SegmentWriter | undefined;
	const added = new Map<string, Packed>();
	const stay = new Map<string, Packed>();

	const openWriter = () => {
		writer ??= createSegmentWriter(folder, prefix);
		return writer;
	};
	/** Merges segments, where it is worth it, and gives those that are needed then. */
	const mergeSegments = (): Segments => {
		const live = new Map<string, number>();
		for (const { location } of stay.values())
			live.set(location.segment, (live.get(location.segment) ?? 0) + sizeOf(location));
		const usages = [...live].map(([segment, bytes]) => ({
			segment,
			size: kept.sizeOf(segment),
			live: bytes,
		}));
		const merged = toMerge(usages, writer?.size ?? 0);
		for (const [id, { digest, location }] of stay) {
			if (!merged.has(location.segment)) continue;
			stay.set(id, { id, digest, location: openWriter().copy(location, reader.bytes(location)) });
		}
		const needed = usages.filter(({ segment }) => !merged.has(segment));
		return new Map(needed.map(({ segment, size }) => [segment, size]));
	};

	return {
		add(entry, encoded) {
			stay.delete(entry.id);
			added.set(entry.id, { ...entry, location: openWriter().add(encoded) });
		},
		keep(entry) {
			added.delete(entry.id);
			stay.set(entry.id, entry);
		},
		kept: () => stay.values(),
		read({ location }) {
			const data = reader.head(location);
			if (location.content.length > 0) data['content'] = reader.content(location);
			return data;
		},
		ids: () => [...stay.keys(), ...added.keys()],
		finish() {
			const segments = mergeSegments();
			writer?.close();
			if (writer) segments.set(writer.segment, writer.size);
			const entries = [...stay.values(), ...added.values()];
			// The order in which Astro writes its store.
			entries.sort((one, other) => one.id.localeCompare(other.id));
			return { index: writeIndex(folder, prefix, entries, kept.index()), segments };
		},
		end() {
			writer?.abandon();
			reader.close();
		},
	};
}
