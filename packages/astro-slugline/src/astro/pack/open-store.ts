import { AstroError } from 'astro/errors';
import { unflatten } from 'devalue';
import { contentTypeKey } from './content-type.js';
import { isMarker, type Marker, readMarker } from './marker.js';
import { recentlyUsed } from './recently-used.js';
import { createSegmentReader, type SegmentReader } from './segment-reader.js';

type Data = Record<string, unknown>;
type Entry = { id: string; data: Data; digest?: number | string; body?: string };
type Store = Map<string, Map<string, Entry>>;

const readers = new Map<string, SegmentReader>();

const contents = recentlyUsed<Data>();

/**
 * Astro's data store as pages get it, with the data of packed entries where it would be in a store that holds everything.
 * Data is read when an entry is first asked for, and `content` when it is.
 *
 * @param exported what Astro's module of the store exports
 * @param folder where the segments are
 * @throws {AstroError} if the store has a form that is not known; and later, if a segment is missing or damaged
 */
export function openStore(exported: unknown, folder: string): Store {
	const store = Array.isArray(exported) ? unflatten(exported) : exported;
	if (!(store instanceof Map)) {
		throw new AstroError(
			'This version of Astro keeps its data store in a form that astro-slugline does not know.',
			'Use the version of Astro that astro-slugline was made for, or a newer astro-slugline.',
		);
	}
	const reader = readers.get(folder) ?? createSegmentReader(folder);
	readers.set(folder, reader);
	for (const [name, entries] of store as Store) {
		if (!name.startsWith('meta:')) store.set(name, new OpeningCollection(entries, reader));
	}
	return store as Store;
}

/** A collection of which each entry gets its data when it is first taken out. */
class OpeningCollection extends Map<string, Entry> {
	readonly #reader: SegmentReader;

	constructor(entries: Iterable<[string, Entry]>, reader: SegmentReader) {
		super(entries);
		this.#reader = reader;
	}

	/** An entry without its data, if nobody has asked for that yet; undefined for others. */
	closed(id: string): Pick<Entry, 'id' | 'digest'> | undefined {
		const entry = super.get(id);
		return isMarker(entry?.body) ? entry : undefined;
	}

	override get(id: string): Entry | undefined {
		const entry = super.get(id);
		const marker = readMarker(entry?.body);
		if (!entry || !marker) return entry;
		const { body: _marker, ...rest } = entry;
		const opened = { ...rest, data: openData(marker, this.#reader) };
		this.set(id, opened);
		return opened;
	}

	override *values(): MapIterator<Entry> {
		for (const [, entry] of this.entries()) yield entry;
	}

	override *entries(): MapIterator<[string, Entry]> {
		for (const id of this.keys()) {
			const entry = this.get(id);
			if (entry) yield [id, entry];
		}
	}

	override [Symbol.iterator](): MapIterator<[string, Entry]> {
		return this.entries();
	}

	override forEach(callback: (entry: Entry, id: string, map: Map<string, Entry>) => void): void {
		for (const [id, entry] of this.entries()) callback(entry, id, this);
	}
}

/** An entry's data, with `content` as a property that is read when it is asked for. */
function openData(marker: Marker, reader: SegmentReader): Data {
	const data = reader.head(marker);
	if (marker.content.length === 0) return data;
	Object.defineProperty(data, contentTypeKey, { value: data['content'], configurable: true });
	Object.defineProperty(data, source, { value: { marker, reader } satisfies Source });
	return Object.defineProperty(data, 'content', contentProperty);
}

interface Source {
	marker: Marker;
	reader: SegmentReader;
}

/** Where an opened data object has its source; not enumerable, so that no copy has it. */
const source = Symbol('slugline source');

type Opened = Data & { [source]: Source; [contentTypeKey]?: unknown };

// The same two functions for all entries: objects of one shape are what engines are fast with.
const contentProperty: PropertyDescriptor = {
	enumerable: true,
	configurable: true,
	get(this: Opened) {
		const { marker, reader } = this[source];
		return contents.get(this[source], marker.content.length, () => reader.content(marker));
	},
	set(this: Opened, value: unknown) {
		delete this[contentTypeKey];
		Object.defineProperty(this, 'content', { value, enumerable: true, configurable: true, writable: true });
	},
};
