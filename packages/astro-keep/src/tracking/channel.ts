import type { Asks, FieldPath, Kind, Read, whole } from './read.js';

/** Describes the current answer to a read of one kind. The text changes if and only if the answer does. */
export type Answer<Name extends Kind> = (asked: Asks[Name]) => Promise<string | Table | SlowAnswer>;

/** An answer by rows, and by columns where a row has several cells. The cells count; names of rows only tell what changed. */
export type Table = readonly (readonly [name: string, cells: readonly string[]])[];

/** What the name of a row begins with that is of an image in the text of an entry. */
export const imageRow = '\0image ';

/** The only cell of a row for what does not exist. No value has this text. */
export const missing = '';

/** An answer whose text takes long to make. */
export interface SlowAnswer {
	/** The text is the same as in an earlier build if this one is; undefined if nothing is known without the text. */
	validator: string | undefined;
	text(): Promise<Table>;
}

/** The property of a tracked object with what it stands for. Not enumerable, so that copies do not have it. */
export const sourceKey: unique symbol = Symbol.for('astro-keep:source');

/** What a tracked object stands for. */
export interface TrackedSource {
	field: TrackedField;
	id: string;
	/** The same object without tracking. */
	raw: object;
}

/** A field of the entries of a collection. */
export interface TrackedField {
	readonly collection: string;
	readonly path: FieldPath;
	/** Tells it from all other fields. */
	readonly name: string;
	/** The reads of the page that read it last. */
	reads: object | undefined;
	/** The ids of the entries in which that page has read it. */
	seen: { add(id: string): void } | undefined;
	/** A field in it. */
	at(name: string | typeof whole): TrackedField;
	/** Records that the page that is being rendered reads the field of an entry. */
	record(id: string): void;
}

/** Makes objects that record what pages read of entries. */
export interface EntryTracking {
	/** The source of an entry of Astro. */
	source(entry: { id: string; collection: string }): TrackedSource;
	/** An entry for a page. Each page has its own. */
	entry(source: TrackedSource): object;
	/** The text of what a page has that has read a path of an entry. */
	textAt(entry: object, path: FieldPath): string;
	/** What pages have added to an object of an entry, or removed; empty if nothing. */
	changesOf(raw: unknown): string;
}

/**
 * Records what pages read. A build opens it before it loads any page, and closes it when all pages are rendered. In dev and on a
 * server it does not exist, and nothing is recorded.
 */
export interface ReadChannel {
	/**
	 * Records a read of the page that is being rendered.
	 *
	 * @param importer the module that reads, if it is not the one of `attributeTo`
	 */
	record(read: Read, importer?: string | undefined): void;
	/** Records a read of a field of an entry. Separate from `record`, because sorting reads fields very often. */
	recordField(field: TrackedField, id: string): void;
	/** Runs a function for a module. Its reads, even asynchronous ones, are recorded as reads of that module. */
	attributeTo<Result>(importer: string, ask: () => Result): Result;
	/** Runs a function without recording its network requests as reads, because the caller records what it reads. */
	untrack<Result>(ask: () => Result): Result;
	/** The module that is reading. */
	importerNow(): string | undefined;
	/** A text that stands for a value. Different values have different texts. */
	canonicalText(value: unknown): string;
	/** How to repeat reads, by their kind. The modules that record reads add these functions. */
	answers: Map<Kind, Answer<never>>;
	/** Returns the times that fields have which are yet to come, in milliseconds since 1970. */
	timesIn?: ((fields: Asks['fields']) => Promise<number[]>) | undefined;
	entries: EntryTracking;
	/** Finds entries that pages change in place. */
	changes: EntryChanges;
	/** The tracked object of each object that pages have in place of it. */
	tracked: WeakMap<object, object>;
	isProxy(value: object): boolean;
}

/** Finds entries that pages change in place, which later pages would see. */
export interface EntryChanges {
	/**
	 * Watches the entries of a collection. Call it before a page gets them, and wait for the promise, if there is one.
	 *
	 * @param load returns the entries as pages get them
	 */
	watch(collection: string, load: () => Promise<Iterable<SharedEntry>>): Promise<void> | undefined;
	/** Watches the packed entries of a collection. */
	watchPacked(collection: string, entries: PackedEntries): void;
}

/** An entry whose data all pages share. */
export interface SharedEntry {
	id: string;
	data?: unknown;
}

/** The entries of a packed collection that have been opened. */
export interface PackedEntries {
	/** The ids of those that are open. */
	opened(): Iterable<string>;
	/** False if the data of an open entry is no longer what the pack has. */
	isAsPacked(id: string): boolean;
}

/** A warning about a page. Pages with the same problem have the same sentence. */
export interface Notice {
	sentence: string;
	/** Address of the page, if it is known. */
	page?: string | undefined;
	/**
	 * An address of the site, with the text that leads there as its fragment. If the finished site answers it, there is nothing to
	 * warn about.
	 */
	unless?: string | undefined;
}
