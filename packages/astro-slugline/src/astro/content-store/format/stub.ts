const mark = 'slugline:packed';

interface Stub {
	id: string;
	data: Record<string, unknown>;
}

/** The data of all stubs. One object: the store keeps it once. */
const elsewhere = { [mark]: true };

/** True if this is all that Astro's store has of an entry, whose data lies beside it. */
export const isStub = (entry: { data: unknown }): boolean =>
	typeof entry.data === 'object' && entry.data !== null && mark in entry.data;

/**
 * What Astro's store has of an entry whose data lies beside it. It stays the same, whatever the data becomes.
 *
 * @param like another stub of the collection, if there is one: the store keeps one object for both, also when it is read anew
 */
export const stubOf = (id: string, like?: { data: Record<string, unknown> }): Stub => ({
	id,
	data: like?.data ?? elsewhere,
});

/** True if there are stubs in a store, as text. So it may be where there are none, but some content speaks of them. */
export const mayHaveStubs = (store: string | Buffer): boolean => store.includes(mark);
