import { AstroError } from 'astro/errors';
import { unflatten } from 'devalue';
import { once } from '../../../shared/once.js';
import { readIndex } from '../format/entry-index.js';
import { type Pack, readPack } from '../format/pack-manifest.js';
import { isStub } from '../format/stub.js';
import { unreadable } from '../format/unreadable.js';
import { openData } from './open-data.js';
import { createSegmentReader, type SegmentReader } from './segment-reader.js';

type Entry = { id: string; data: Record<string, unknown>; digest?: number | string };
type Store = Map<string, Map<string, Entry> | OpeningCollection>;

const readers = new Map<string, SegmentReader>();

/**
 * Astro's data store as pages get it, with the data of packed entries where it would be in a store that holds everything.
 * Data is read when an entry is first asked for, and `content` when it is.
 *
 * @param exported what Astro's module of the store exports
 * @param folder where the segments and indexes are
 * @throws {AstroError} if the store has a form that is not known; and later, if a file is missing or damaged
 */
export function openStore(exported: unknown, folder: string): Store {
	const store: unknown = Array.isArray(exported) ? unflatten(exported) : exported;
	if (!isStore(store)) {
		throw new AstroError(
			'This version of Astro keeps its data store in a form that astro-slugline does not know.',
			'Use the version of Astro that astro-slugline was made for, or a newer astro-slugline.',
		);
	}
	const reader = readers.get(folder) ?? createSegmentReader(folder);
	readers.set(folder, reader);
	for (const [name, entries] of store) {
		const pack = readPack(store.get(`meta:${name}`));
		if (pack && entries instanceof Map) store.set(name, new OpeningCollection(entries, pack, folder, reader));
	}
	return store;
}

const isStore = (store: unknown): store is Store => store instanceof Map;

/** A collection of which each entry gets its digest when it is looked at, and its data when it is first taken out. */
class OpeningCollection implements ReadonlyMap<string, Entry> {
	readonly #entries: Map<string, Entry>;
	readonly #folder: string;
	readonly #reader: SegmentReader;
	readonly #index;

	constructor(entries: Map<string, Entry>, { index }: Pack, folder: string, reader: SegmentReader) {
		this.#entries = entries;
		this.#folder = folder;
		this.#reader = reader;
		this.#index = once(() => readIndex(folder, index));
	}

	get size(): number {
		return this.#entries.size;
	}

	/** An entry without its data, if nobody has asked for that yet; undefined for others. */
	closed(id: string): { id: string; digest: string } | undefined {
		const entry = this.#entries.get(id);
		return entry && isStub(entry) ? { id, digest: this.#found(this.#index().digestOf(id)) } : undefined;
	}

	get(id: string): Entry | undefined {
		const entry = this.#entries.get(id);
		if (!entry || !isStub(entry)) return entry;
		const location = this.#found(this.#index().locationOf(id));
		const digest = this.#found(this.#index().digestOf(id));
		const opened = { id, data: openData(location, digest, this.#reader), digest };
		this.#entries.set(id, opened);
		return opened;
	}

	has(id: string): boolean {
		return this.#entries.has(id);
	}

	keys(): MapIterator<string> {
		return this.#entries.keys();
	}

	*values(): MapIterator<Entry> {
		for (const [, entry] of this.entries()) yield entry;
	}

	*entries(): MapIterator<[string, Entry]> {
		for (const id of this.keys()) {
			const entry = this.get(id);
			if (entry) yield [id, entry];
		}
	}

	[Symbol.iterator](): MapIterator<[string, Entry]> {
		return this.entries();
	}

	forEach(callback: (entry: Entry, id: string, map: ReadonlyMap<string, Entry>) => void): void {
		for (const [id, entry] of this.entries()) callback(entry, id, this);
	}

	#found<Value>(value: Value | undefined): Value {
		if (value === undefined) throw unreadable(this.#folder);
		return value;
	}
}
