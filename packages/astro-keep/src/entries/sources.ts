import { peekable } from '../shared/peek.js';
import { plainClass } from '../shared/plain-class.js';
import type { ReadChannel, TrackedSource } from '../tracking/index.js';
import type { Stored } from './entry.js';

export type Lookup = { collection: string; id: string } | { collection: string; slug: string };

/** The functions of `astro:content` that read. */
export interface AstroContent {
	getCollection(collection: string, filter?: (entry: Stored) => unknown): Promise<Stored[]>;
	getEntry(collection: string | Lookup, id?: string): Promise<Stored | undefined>;
	getLiveCollection(...asked: unknown[]): Promise<unknown>;
	getLiveEntry(...asked: unknown[]): Promise<unknown>;
	render(entry: Stored): Promise<Rendered>;
}

/** What Astro's `render()` returns. */
export interface Rendered {
	Content: unknown;
	headings: unknown;
	remarkPluginFrontmatter: unknown;
}

/** A collection of Astro's store whose data is in a pack, at least in part. */
export interface PackedCollection extends ReadonlyMap<string, Omit<Stored, 'collection'>> {
	/** A packed entry that is not open yet, without its data; undefined for other entries. It is from `stories()` or `links()`. */
	closed(id: string): { id: string; digest: string } | undefined;
}

/** Imports Astro's module with the store. The store is a map if collections are packed. */
export type StoreModule = () => Promise<{ default: unknown }>;

/** A packed collection; undefined if the collection is not packed. */
export async function packedCollection(
	store: StoreModule,
	name: string,
): Promise<PackedCollection | undefined> {
	const { default: collections } = await store();
	const collection: unknown = collections instanceof Map ? collections.get(name) : undefined;
	const isPacked = typeof collection === 'object' && collection !== null && 'closed' in collection;
	return isPacked ? (collection as PackedCollection) : undefined;
}

/** False for a collection without entries in Astro's store: a map, a list of devalue whose first item is one, or its chunks by name. */
export async function isStored(store: StoreModule, name: string): Promise<boolean> {
	const { default: collections } = await store();
	if (collections instanceof Map) return collections.has(name);
	if (!Array.isArray(collections)) return Object.hasOwn(Object(collections), name);
	const [kind, ...places]: unknown[] = Array.isArray(collections[0]) ? collections[0] : [];
	return kind !== 'Map' || places.some((place, at) => at % 2 === 0 && collections[Number(place)] === name);
}

const cached = new Map<string, ReadonlyMap<string, TrackedSource>>();

/** The entries of a collection by id, in order. Packed entries are opened on first access. */
export async function sourcesOf(
	astro: AstroContent,
	store: StoreModule,
	name: string,
	{ entries }: ReadChannel,
): Promise<ReadonlyMap<string, TrackedSource>> {
	const found = cached.get(name);
	if (found) return found;
	const packed = await packedCollection(store, name);
	const raws = (packed && unopened(name, packed)) ?? (await astro.getCollection(name));
	const sources = new Map(raws.map((raw) => [raw.id, entries.source(raw)]));
	// Astro makes the data of entries with images anew each time. It warns of an empty collection each time.
	const isSame = sources.size > 0 && !raws.some(({ imageImports }) => imageImports?.length);
	if (isSame) cached.set(name, sources);
	return sources;
}

/** Undefined if Astro must add images to an entry. */
function unopened(name: string, packed: PackedCollection): Stored[] | undefined {
	const unopenedEntry = opening(name, packed);
	const raws: Stored[] = [];
	for (const id of packed.keys()) {
		const closed = packed.closed(id);
		const stored = closed ? undefined : packed.get(id);
		if (stored?.imageImports?.length) return undefined;
		if (closed) raws.push(unopenedEntry(closed));
		else if (stored) raws.push({ ...stored, collection: name });
	}
	return raws;
}

/** Makes entries of a collection that open their data when it is read. */
function opening(name: string, packed: PackedCollection) {
	const Entry = plainClass();
	const dataOf = ({ id }: Stored) => packed.get(id)?.data;
	const get = peekable(
		function (this: Stored) {
			return dataOf(this);
		},
		(entry: Stored) => (packed.closed(entry.id) ? undefined : dataOf(entry)),
	);
	return ({ id, digest }: { id: string; digest: string }): Stored => {
		const entry = Object.assign(new Entry(), { id });
		Object.defineProperty(entry, 'data', { get, enumerable: true, configurable: true });
		return Object.assign(entry, { digest, collection: name });
	};
}
