import type { OutputShape } from '../decide/output-files.js';
import type { PageId } from '../decide/page-ids.js';
import type { PageImages } from '../decide/page-images.js';
import type { Blocks, Reading } from '../decide/page-state.js';
import type { Rendition } from './compare.js';

/** What a thread needs to load the pages of a build a second time. All of it can be sent to a thread. */
export interface Instance {
	/** Address of the module with which Astro renders pages. */
	entry: string;
	/** Address of the folder of the bundle. */
	folder: string;
	/** The site's folder. */
	root: string;
	/** Address of a folder for unfinished files. */
	drafts: string;
	/** The environment before the build has run any code of the site. */
	environment: NodeJS.ProcessEnv;
	/** The parts of Astro's settings that rendering reads. */
	settings: InstanceSettings;
	/** The time at which it renders, in milliseconds since 1970. @default now */
	time?: number;
	/** Where Astro writes pages. */
	output: Omit<OutputShape, 'root'> & { root: string };
	/** Styles by the names of Astro's pages. */
	styles: ReadonlyMap<string, readonly unknown[]>;
	entrySpecifiers: ReadonlyMap<string, string>;
	/** True if the build renders one page at a time. */
	isSequential: boolean;
	/** True if pages are rendered with a Markdown renderer of the build. */
	hasMarkdown: boolean;
	/** True if the build answers requests of pages to the API. */
	answersSpace: boolean;
	/** True if the build downloads the assets that pages show. */
	wantsAssets: boolean;
}

export interface InstanceSettings {
	scripts: readonly unknown[];
	buildOutput: string;
	base: string;
	assets: string;
	assetsPrefix: unknown;
	imageService: string;
	assetQueryParams: string | undefined;
}

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
	| { kind: 'call'; call: number; of: 'markdown' | 'space'; given: readonly unknown[] };
