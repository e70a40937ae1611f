const mark = 'slugline:packed';

interface Stub {
	id: string;
	data: Record<string, unknown>;
}

/** The data of all stubs: one object, which the store serializes only once. */
const elsewhere = { [mark]: true };

/** True if an entry of Astro's store is a stub, whose data is in a pack. */
export const isStub = (entry: { data: unknown }): boolean =>
	typeof entry.data === 'object' && entry.data !== null && mark in entry.data;

/**
 * The entry in Astro's store whose data is in a pack. It does not change with the data.
 *
 * @param like another stub of the collection, to share its data object: after the store was read, `elsewhere` is another object
 */
export const stubOf = (id: string, like?: { data: Record<string, unknown> }): Stub => ({
	id,
	data: like?.data ?? elsewhere,
});

/** True if the text of a store may contain stubs. May also be true for content that mentions the mark. */
export const mayHaveStubs = (store: string | Buffer): boolean => store.includes(mark);
