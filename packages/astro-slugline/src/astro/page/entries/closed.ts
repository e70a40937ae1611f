/** An entry of Astro's store. */
export interface Stored {
	id: string;
	data: unknown;
	digest?: number | string | undefined;
	imageImports?: unknown[] | undefined;
}

/** A collection of Astro's store whose data is in a pack, at least in part. */
export interface PackedCollection extends ReadonlyMap<string, Stored> {
	/** A packed entry that is not open yet, without its data; undefined for other entries. It is from `stories()` or `links()`. */
	closed(id: string): ClosedEntry | undefined;
}

export interface ClosedEntry {
	id: string;
	digest: string;
}

/** The property of an unopened entry that holds its source. Not enumerable, so that copies do not have it. */
export const source: unique symbol = Symbol.for('astro-slugline:entry');

export type Unopened = object & {
	[source]: ClosedEntry & { name: string; collection: PackedCollection };
};

/** The id and digest of an unopened entry; undefined for any other object. */
export const closedOf = (entry: object): ClosedEntry | undefined =>
	source in entry && Object.getOwnPropertyDescriptor(entry, 'data')?.get
		? (entry as Unopened)[source]
		: undefined;
