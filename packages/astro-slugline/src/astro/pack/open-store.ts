import { AstroError } from 'astro/errors';
import { unflatten } from 'devalue';
import { type Marker, readMarker } from './marker.js';
import { recentlyUsed } from './recently-used.js';
import { createSegmentReader, type SegmentReader } from './segment-reader.js';

type Data = Record<string, unknown>;
type Entry = { id: string; data: Data; body?: string };
type Store = Map<string, Map<string, Entry>>;

const readers = new Map<string, SegmentReader>();

const contents = recentlyUsed<Data>();

/**
 * Astro's data store as pages get it, with the data of packed entries where it would be in a store that holds everything.
 * Data is read when a page first asks for its entry, and `content` when it is first asked for.
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
	for (const [name, collection] of store as Store) {
		if (name.startsWith('meta:')) continue;
		for (const [id, entry] of collection) {
			const marker = readMarker(entry.body);
			if (marker) collection.set(id, opening(entry, marker, collection, reader));
		}
	}
	return store as Store;
}

/** An entry that takes the place of itself, with its data, when its data is first asked for. */
function opening(entry: Entry, marker: Marker, collection: Map<string, Entry>, reader: SegmentReader): Entry {
	const { body: _marker, ...opened } = entry;
	return Object.defineProperty(opened, 'data', {
		enumerable: true,
		configurable: true,
		get() {
			const known = collection.get(entry.id);
			if (known && known !== opened) return known.data;
			const data = openData(marker, reader);
			collection.set(entry.id, { ...plain(entry), data });
			return data;
		},
	});
}

const plain = ({ body: _marker, ...entry }: Entry): Entry => entry;

/** The head of an entry, with `content` as a property that is read when it is asked for. */
function openData(marker: Marker, reader: SegmentReader): Data {
	const data = reader.head(marker);
	if (marker.content.length === 0) return data;
	Object.defineProperty(data, source, { value: { marker, reader } satisfies Source });
	return Object.defineProperty(data, 'content', contentProperty);
}

interface Source {
	marker: Marker;
	reader: SegmentReader;
}

/** Where an opened data object has its source; not enumerable, so that no copy has it. */
const source = Symbol('slugline source');

type Opened = Data & { [source]: Source };

// The same two functions for all entries: objects of one shape are what engines are fast with.
const contentProperty: PropertyDescriptor = {
	enumerable: true,
	configurable: true,
	get(this: Opened) {
		const { marker, reader } = this[source];
		return contents.get(this[source], marker.content.length, () => reader.content(marker));
	},
	set(this: Opened, value: unknown) {
		Object.defineProperty(this, 'content', { value, enumerable: true, configurable: true, writable: true });
	},
};
