import type { AskSpace, Notice, PathsOfRoute, ReadChannel, RenderMarkdown, WantAsset } from './channel.js';

/**
 * The only connection between a build and its pages. Astro loads this package more than once in one process: natively for
 * `astro.config`, and bundled for pages. The copies do not share module variables, so the build puts functions here for pages to
 * call. The channel holds no token, no option, and no client.
 */
export interface BuildChannel {
	/** Records what pages read. Open while a build with incremental rendering loads and renders pages. */
	reads?: ReadChannel | undefined;
	/** Takes warnings of pages. Set while a build renders; elsewhere a warning is logged at once. */
	takeNotice?: ((notice: Notice) => void) | undefined;
	/** Takes the result of storyPaths(). Set while a build renders. */
	takePaths?: ((paths: PathsOfRoute) => void) | undefined;
	/** Takes the name of a collection in which a page found nothing. Set while a build renders. */
	takeEmpty?: ((collection: string) => void) | undefined;
	/** Notes a file that the output needs. Set while a build that downloads assets renders; elsewhere files keep their addresses. */
	wantAsset?: WantAsset | undefined;
	/** Renders Markdown with the processor of `astro.config`. Missing on a server, which has no `astro.config`. */
	renderMarkdown?: RenderMarkdown | undefined;
	/** Answers requests to the delivery API. Missing on a server, where pages call the API. */
	askSpace?: AskSpace | undefined;
}

const place = Symbol.for('astro-slugline:build');
const host: typeof globalThis & { [place]?: BuildChannel } = globalThis;

/** The channel of this process, the same object for every copy of this package. */
export const buildChannel = (): BuildChannel => (host[place] ??= {});

/** Opens the record of reads, in the copy that runs the build. */
export function openChannel(reads: ReadChannel): void {
	buildChannel().reads = reads;
}

export function closeChannel(): void {
	buildChannel().reads = undefined;
}

const build = buildChannel();

/** The record of reads; undefined if reads are not recorded. Pages ask for it with each field that they read. */
export const channel = (): ReadChannel | undefined => build.reads;
