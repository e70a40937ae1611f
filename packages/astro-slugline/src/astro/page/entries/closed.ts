/** An entry as Astro's store has it. */
export interface Stored {
	id: string;
	data: unknown;
	digest?: number | string | undefined;
	imageImports?: unknown[] | undefined;
}

/** A collection of Astro's store whose data lies beside it, at least in part. */
export interface PackedCollection extends ReadonlyMap<string, Stored> {
	/** An entry without its data, if nobody has asked for that yet; undefined for others. It is from `stories()` or `links()`. */
	closed(id: string): ClosedEntry | undefined;
}

export interface ClosedEntry {
	id: string;
	digest: string;
}

/** What an entry was made of; not enumerable, so that no copy has it. */
export const source: unique symbol = Symbol.for('astro-slugline:entry');

export type Unopened = object & {
	[source]: ClosedEntry & { name: string; collection: PackedCollection };
};

/** What the store has of the entry that an unopened one stands for; undefined for all else. */
export const closedOf = (entry: object): ClosedEntry | undefined =>
	source in entry && Object.getOwnPropertyDescriptor(entry, 'data')?.get
		? (entry as Unopened)[source]
		: undefined;
