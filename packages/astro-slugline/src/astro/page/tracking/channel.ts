/**
 * What a page read, as text that finds the same answer again: a kind, and what was asked for.
 *
 * @example 'collection pages'
 */
export type Read = string;

/** The kind of a read. */
export const kindOf = (read: Read): string => read.split(' ', 1)[0] ?? read;

/** Read by a page that must be rendered in every build. */
export const always = 'always';

/** Read by a page that asks for something over the network. */
export const fetched = 'fetch';

/** True for a read of which nobody knows whether the answer is another one. */
export const isUnknowable = (read: Read): boolean => read === always || read === fetched;

/**
 * Describes what a read would be answered now: by another text, if and only if the answer is another.
 *
 * @param wholly with all that can be seen in the answer, also what is a read of its own when a page looks at it
 */
export type Answer = (asked: string, wholly: boolean) => Promise<string>;

/** The data of an entry as pages get it, and a text that stands for it. */
export interface Described {
	readonly data: unknown;
	text: string;
	/** The whole digest of its loader. */
	digest: string;
}

/**
 * How pages report what they read. A build opens it before it loads any page and closes it when
 * all pages are rendered. In dev and on a server there is none, and nothing is recorded.
 */
export interface ReadChannel {
	/** @param importer the module that asked, if it is not the one of `askedBy` */
	record(read: Read, importer?: string | undefined): void;
	/** Records a look at a quiet field of an entry: lists that are sorted by one look at it very often. */
	recordField(collection: string, name: string, id: string): void;
	/** Runs what a module asks for: what is read in it, also after a wait, is read by that module. */
	askedBy<Result>(importer: string, ask: () => Result): Result;
	/** The module that is asking. */
	importerNow(): string | undefined;
	/** A text for any value, another one for another value. */
	describe(value: unknown): string;
	/** Answers by kind of read, put there by the modules that record them. */
	answers: Map<string, Answer>;
}

/** A file that a page shows from the site's own output. */
export interface WantedAsset {
	/** Its name in the output. */
	name: string;
	/** Where it is downloaded from. */
	address: string;
	/** True for a private asset, whose address must be signed first. */
	isPrivate: boolean;
	/** Path of a page that shows it, for messages. */
	page: string | undefined;
}

/** Takes note of a file that the output needs. */
export type WantAsset = (asset: WantedAsset) => void;

/** A request of the delivery interface, as a page makes it. */
export interface SpaceRequest {
	/** Behind `/v2/cdn/`, percent-encoded: `stories/blog/hello`. */
	path: string;
	/** Parameters without token and `cv`. */
	query: string;
}

/** The answer to such a request. */
export interface SpaceAnswer {
	status: number;
	/** JSON. */
	body: string;
	headers: Record<string, string>;
	/** Why the service was asked for it, as half a sentence; undefined for an answer from the synced content. */
	askedSince?: string | undefined;
}

/** Answers requests of pages: from the synced content where it can, else it asks the service. */
export type AskSpace = (request: SpaceRequest) => Promise<SpaceAnswer>;

/** Renders Markdown as astro.config says; safe HTML, or all HTML where editors are trusted. */
export type RenderMarkdown = (text: string, options: { trusted: boolean }) => Promise<string>;

/** Something that the person who builds the site should know of a page: the same sentence for all pages that it is true of. */
export interface Notice {
	sentence: string;
	/** Address of the page; absent where it is not known. */
	page?: string | undefined;
}
