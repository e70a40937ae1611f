import type { DataStore, LoaderContext } from 'astro/loaders';
import { contentConfigHash } from '../content-config.js';
import { refuseTooDeep } from '../loaders/depth.js';
import { type Encoded, encode } from './encode.js';
import { type Marker, readMarker, sizeOf, writeMarker } from './marker.js';
import { canPack, packFolder, segmentPrefix } from './place.js';
import { createSegmentReader } from './segment-reader.js';
import { createSegmentWriter, type SegmentWriter } from './segment-writer.js';
import { isWhole, type Segments, sweep, toMerge } from './segments.js';

type Entry = Parameters<DataStore['set']>[0];
type Data = Record<string, unknown>;

/**
 * From so many bytes of data on, a collection's data lies beside Astro's store, which costs every build about a second for 10 MB
 * and cannot hold 500 MB. Equal content is always kept in the same way.
 */
const packedFrom = 4_000_000;

/** What the store has as data of a packed entry. One object for all: the store keeps it once. */
const elsewhere: Data = {};

/** What is kept with the stamp: a change of it fills collections anew. */
const form = 1;

/** The filling of one collection with what a load found. */
export interface Filling {
	/** True if the collection holds just what `stamp` says. */
	isSettled(stamp: string): boolean;
	/** The digest of an entry that is there to be kept; undefined if there is none. */
	digestOf(id: string): Entry['digest'];
	/** Says that an entry keeps its data, maybe under another digest. */
	keep(id: string, digest: Entry['digest']): void;
	/**
	 * Says that an entry is to come, or to be another one. Its data need not be held in memory.
	 *
	 * @throws {AstroError} if it is nested deeper than Astro's store can hold, whether or not it is to lie there
	 */
	add(entry: { id: string; data: Data; digest: Entry['digest'] }): void;
	/**
	 * Gives the collection its entries in one synchronous block: those kept and added, and no others.
	 *
	 * @throws {AstroError} before the store is changed, if an entry in it would be nested deeper than it can hold
	 * @param stamp what the collection now holds; the next load that is asked for the same has nothing to do
	 */
	settle(stamp: string): void;
}

/** Lets a load fill its collection. What it leaves unsettled stays as it was. */
export async function filled(
	context: LoaderContext,
	load: (filling: Filling) => Promise<void>,
): Promise<void> {
	const { filling, end } = begin(context);
	try {
		await load(filling);
	} finally {
		end();
	}
}

function begin({ collection, config, store, meta, watcher }: LoaderContext): {
	filling: Filling;
	end(): void;
} {
	const packs = canPack(config);
	const folder = packFolder(config.cacheDir, watcher ? 'dev' : 'build');
	const prefix = segmentPrefix(collection);
	const kept: Segments = new Map(Object.entries(JSON.parse(meta.get('segments') ?? '{}')));
	const whole: Segments = new Map([...kept].filter(([segment, size]) => isWhole(folder, segment, size)));
	sweep(folder, prefix, kept);
	const reader = createSegmentReader(folder);
	let writer: SegmentWriter | undefined;

	/** Entries to be set at the end, in the order in which they came. */
	const changed = new Map<string, Entry>();
	/** Entries that are written if the collection turns out to be large. */
	const waiting: { entry: Entry; encoded: Encoded }[] = [];
	const stayPacked: { entry: Entry; marker: Marker }[] = [];
	const wanted = new Set<string>();
	let total = 0;

	const packed = ({ id, digest }: Entry, marker: Marker): Entry => ({
		id,
		data: elsewhere,
		digest,
		body: writeMarker(marker),
	});
	const isLarge = () => packs && total >= packedFrom;
	/** Counts data, and writes what waits as soon as the collection is known to be large. */
	const count = (bytes: number) => {
		total += bytes;
		if (!isLarge()) return;
		for (const { entry, encoded } of waiting.splice(0)) {
			writer ??= createSegmentWriter(folder, prefix);
			changed.set(entry.id, packed(entry, writer.add(encoded)));
		}
	};
	const countPlain = (entry: Entry) => {
		const encoded = packs && !entry.imageImports?.length ? encode(entry.data) : undefined;
		if (!encoded) return;
		waiting.push({ entry, encoded });
		count(bytesOfText(encoded));
	};
	// Schemas are applied when an entry is filled in. Astro notices a change of the content config, but not of what it imports.
	const schemas = contentConfigHash(config);
	const isOfOtherSchemas = meta.get('schemas') !== schemas;
	const fullStamp = (stamp: string) => `${stamp} ${form} ${schemas}${packs ? ' packs' : ''}`;

	const keepLarge = () => {
		const live = new Map<string, number>();
		for (const { marker } of stayPacked)
			live.set(marker.segment, (live.get(marker.segment) ?? 0) + sizeOf(marker));
		const usages = [...live].map(([segment, bytes]) => ({
			segment,
			size: whole.get(segment) ?? 0,
			live: bytes,
		}));
		const merged = toMerge(usages, writer?.size ?? 0);
		for (const { entry, marker } of stayPacked) {
			if (!merged.has(marker.segment)) continue;
			writer ??= createSegmentWriter(folder, prefix);
			changed.set(entry.id, packed(entry, writer.copy(marker, reader.bytes(marker))));
		}
		const stay = usages.filter(({ segment }) => !merged.has(segment));
		const segments: Segments = new Map(stay.map(({ segment, size }) => [segment, size]));
		writer?.close();
		if (writer) segments.set(writer.segment, writer.size);
		return segments;
	};
	const keepSmall = (): Segments => {
		for (const { entry, marker } of stayPacked) {
			const data = reader.head(marker);
			if (marker.content.length > 0) data['content'] = reader.content(marker);
			changed.set(entry.id, { id: entry.id, data, digest: entry.digest });
		}
		return new Map();
	};

	return {
		filling: {
			isSettled: (stamp) => whole.size === kept.size && meta.get('stamp') === fullStamp(stamp),
			digestOf(id) {
				if (isOfOtherSchemas) return undefined;
				const entry = store.get(id);
				const marker = readMarker(entry?.body);
				return !marker || whole.has(marker.segment) ? entry?.digest : undefined;
			},
			keep(id, digest) {
				const known = store.get(id);
				if (!known) return;
				const entry = { ...known, digest };
				wanted.add(id);
				if (known.digest !== digest) changed.set(id, entry);
				const marker = readMarker(entry.body);
				if (!marker) return countPlain(entry);
				stayPacked.push({ entry, marker });
				count(sizeOf(marker));
			},
			add(entry) {
				refuseTooDeep(entry);
				wanted.add(entry.id);
				changed.set(entry.id, entry);
				countPlain(entry);
			},
			settle(stamp) {
				const segments = isLarge() ? keepLarge() : keepSmall();
				for (const entry of changed.values()) refuseTooDeep(entry);
				for (const id of store.keys()) if (!wanted.has(id)) store.delete(id);
				for (const [id, entry] of changed) {
					// An entry of the same digest is not set again, but its data may have moved.
					if (store.get(id)?.digest === entry.digest) store.delete(id);
					store.set(entry);
				}
				if (segments.size > 0) meta.set('segments', JSON.stringify(Object.fromEntries(segments)));
				else meta.delete('segments');
				meta.set('schemas', schemas);
				meta.set('stamp', fullStamp(stamp));
			},
		},
		end() {
			writer?.abandon();
			reader.close();
		},
	};
}

/** As `sizeOf`, before it is written. */
const bytesOfText = ({ head, content }: Encoded): number =>
	Buffer.byteLength(head) + 1 + (content ? Buffer.byteLength(content) + 1 : 0);
