import { isOfParts, ourOwnDigest, ownDigest } from '../data/index.js';
import { channel, type Described } from '../tracking/index.js';
import type { ClosedEntry, PackedCollection } from './closed.js';
import type { AssetImports, AstroContent, Entry } from './tracked.js';

type Collection = Map<string, Described>;

/** Describes the entries of a collection, by id. Packed entries are not opened. */
export async function describeAll(
	astro: AstroContent,
	assets: AssetImports,
	packed: PackedCollection | undefined,
	name: string,
): Promise<Collection> {
	const fromPack = packed && (await describePacked(packed, name, assets));
	if (fromPack) return fromPack;
	const described: Collection = new Map();
	for (const entry of await astro.getCollection(name))
		described.set(entry.id, await describeOpen(entry, assets));
	return described;
}

/** Undefined if Astro must add images to an entry. */
async function describePacked(
	packed: PackedCollection,
	name: string,
	assets: AssetImports,
): Promise<Collection | undefined> {
	const described: Collection = new Map();
	for (const id of packed.keys()) {
		const closed = packed.closed(id);
		const stored = closed ? undefined : packed.get(id);
		if (stored?.imageImports?.length) return undefined;
		if (closed) described.set(id, new DescribedClosed(closed, packed));
		else if (stored) described.set(id, await describeOpen({ ...stored, collection: name }, assets));
	}
	return described;
}

async function describeOpen(entry: Entry, assets: AssetImports): Promise<Described> {
	const text = await describe(entry, assets);
	return {
		get data() {
			return entry.data;
		},
		text,
		digest: String(entry.digest),
	};
}

/**
 * The text that stands for an entry: the digest of `stories()` and `links()`, or else its data, and the images that it imports.
 * Other loaders make their digests of a file alone, though its schema and Markdown plugins make the data, too.
 */
async function describe(entry: Entry, assets: AssetImports): Promise<string> {
	const { id, digest, assetImports } = entry;
	const images = assetImports?.length ? channel()?.describe([...(await assets()).default]) : '';
	return `${id} ${isOfParts(digest) ? ownDigest(digest) : channel()?.describe(entry)} ${images}`;
}

/** The same text for a packed entry, which has no images. */
export const describeClosed = (id: unknown, digest: string): string => `${id} ${ourOwnDigest(digest)} `;

/** A class, because a large collection has many of them. */
class DescribedClosed implements Described {
	readonly #entry: ClosedEntry;
	readonly #collection: PackedCollection;

	constructor(entry: ClosedEntry, collection: PackedCollection) {
		this.#entry = entry;
		this.#collection = collection;
	}

	get text(): string {
		return describeClosed(this.#entry.id, this.#entry.digest);
	}

	get digest(): string {
		return this.#entry.digest;
	}

	get data(): unknown {
		return this.#collection.get(this.#entry.id)?.data;
	}
}
