import type { PageId } from '../decide/page-ids.js';
import type { PageImages } from '../decide/page-images.js';
import type { Blocks, Reading } from '../decide/page-state.js';
import type { Rendition } from './compare.js';

/** A page for a thread to render. */
export interface PageToRender {
	id: PageId;
	address: string;
	/** The place of its route in Astro's list, and among that route's fallbacks. */
	route: readonly [place: number, fallback: number];
}

/** Where pages get what `getStaticPaths` gives. */
export type PathsFrom =
	/** An instance of its own, so that pages find nothing that `getStaticPaths` has left. */
	| 'apart'
	/** The instance that renders them, as in a build. */
	| 'same';

/** A page that a thread rendered. */
export interface Made extends Rendition {
	images: PageImages | undefined;
}

/** What a thread has run beside pages. */
export interface Ran {
	/** Reads that count for all pages. */
	outside: readonly Reading[];
	blocks: Blocks;
}

export type ToThread =
	/** Loads the code. */
	| { kind: 'load' }
	/** Lists all paths. */
	| { kind: 'list'; paths: PathsFrom }
	/** Renders pages in this order. */
	| { kind: 'render'; pages: readonly PageToRender[]; paths: PathsFrom }
	| { kind: 'read'; id: PageId }
	| { kind: 'answer'; call: number; value: unknown; error: string | undefined };

export type FromThread =
	| { kind: 'made'; id: PageId; page: Made }
	| { kind: 'done'; ran: Ran }
	| { kind: 'failed'; why: string }
	| { kind: 'bytes'; id: PageId; bytes: Uint8Array | undefined }
	| { kind: 'call'; call: number; of: string; given: readonly unknown[] };
