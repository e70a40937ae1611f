import type { PageId } from '../decide/page-ids.js';
import type { PageImages } from '../decide/page-images.js';
import type { Coverage, Reading } from '../decide/page-state.js';
import type { RenderResult } from './compare.js';

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
export interface ThreadResult extends RenderResult {
	images: PageImages | undefined;
}

/** What a thread has run beside pages. */
export interface RunReport {
	/** Reads that count for all pages. */
	outside: readonly Reading[];
	coverage: Coverage;
}

export type ToThread =
	/** Loads the code. */
	| { kind: 'load' }
	/** Lists all paths. */
	| { kind: 'list'; paths: PathsFrom }
	/** Renders pages in this order. */
	| { kind: 'render'; pages: readonly PageToRender[]; paths: PathsFrom }
	| { kind: 'read'; id: PageId }
	/** Ends the thread, once it is safe. */
	| { kind: 'stop' }
	| { kind: 'answer'; call: number; value: unknown; error: string | undefined };

export type FromThread =
	| { kind: 'made'; id: PageId; page: ThreadResult }
	| { kind: 'done'; ran: RunReport }
	| { kind: 'failed'; why: string }
	/** It ends by itself. */
	| { kind: 'stopping' }
	| { kind: 'bytes'; id: PageId; bytes: Uint8Array | undefined }
	| { kind: 'call'; call: number; of: string; given: readonly unknown[] };
