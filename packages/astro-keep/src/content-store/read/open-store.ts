import { AstroError } from 'astro/errors';
import { unflatten } from 'devalue';
import { LazyCollection } from '../../entries/index.js';
import { once } from '../../shared/once.js';
import { channel, type PackedEntries } from '../../tracking/index.js';
import { type Packed, readIndex } from '../format/entry-index.js';
import { isStub, type Pack, readPack } from '../format/pack-manifest.js';
import { unreadable } from '../format/unreadable.js';
import { isAsPacked, openData } from './open-data.js';
import { createSegmentReader, type SegmentReader } from './segment-reader.js';

type Data = Record<string, unknown>;
type OpenedEntry = { id: string; data: Data; digest?: number | string };
type Store = Map<string, Map<string, OpenedEntry> | OpeningCollection>;

const readers = new Map<string, SegmentReader>();

/**
 * Opens Astro's data store for pages, so that packed entries have their data. An entry's data is read on first access, and its
 * `content` separately, when it is read.
 *
 * @param exported the export of Astro's module with the store
 * @param folder with the segments and indexes
 * @throws {AstroError} if the store has an unknown format, or later, if a file is missing or damaged
 */
export function openStore(exported: unknown, folder: string): Store {
	const store: unknown = Array.isArray(exported) ? unflatten(exported) : exported;
	if (!isStore(store)) {
		throw new AstroError(
			'This version of Astro writes its data store in a format that astro-keep does not support.',
			'Update astro-keep, or use a version of Astro that it supports.',
		);
	}
	const reader = readers.get(folder) ?? createSegmentReader(folder);
	readers.set(folder, reader);
	for (const [name, entries] of store) {
		const pack = readPack(store.get(`meta:${name}`));
		if (!pack || !(entries instanceof Map)) continue;
		const collection = new OpeningCollection(entries, pack, folder, reader);
		store.set(name, collection);
		channel()?.changes.watchPacked(name, collection);
	}
	return store;
}

const isStore = (store: unknown): store is Store => store instanceof Map;

/** A collection whose packed entries are opened on first access. */
class OpeningCollection extends LazyCollection<OpenedEntry> implements PackedEntries {
	readonly #entries: Map<string, OpenedEntry>;
	readonly #opened = new Map<string, Data>();
	readonly #folder: string;
	readonly #reader: SegmentReader;
	readonly #index;

	constructor(entries: Map<string, OpenedEntry>, { index }: Pack, folder: string, reader: SegmentReader) {
		super(entries);
		this.#entries = entries;
		this.#folder = folder;
		this.#reader = reader;
		this.#index = once(() => readIndex(folder, index));
	}

	/** A packed entry that is not open yet, without its data; undefined for other entries. */
	closed(id: string): { id: string; digest: string } | undefined {
		const entry = this.#entries.get(id);
		return entry && isStub(entry) ? this.#packed(id) : undefined;
	}

	get(id: string): OpenedEntry | undefined {
		const entry = this.#entries.get(id);
		if (!entry || !isStub(entry)) return entry;
		const { location, digest } = this.#packed(id);
		const opened = { id, data: openData(location, this.#reader), digest };
		this.#entries.set(id, opened);
		this.#opened.set(id, opened.data);
		return opened;
	}

	opened(): Iterable<string> {
		return this.#opened.keys();
	}

	isAsPacked(id: string): boolean {
		const data = this.#opened.get(id);
		return data !== undefined && isAsPacked(data, this.#packed(id).location, this.#reader);
	}

	#packed(id: string): Packed {
		const found = this.#index()(id);
		if (found === undefined) throw unreadable(this.#folder);
		return found;
	}
}
