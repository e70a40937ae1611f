import { oncePerKey } from '../../shared/once.js';
import type { AskSpace, Notice, ReadChannel, RenderMarkdown, StoryPathsCalls, WantAsset } from './channel.js';

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
	/** What pages do with stories, which they add to. Set while a build renders. */
	storyPaths?: StoryPathsCalls | undefined;
	/** Notes a file that the output needs. Set while a build that downloads assets renders; elsewhere files keep their addresses. */
	wantAsset?: WantAsset | undefined;
	/**
	 * Renders Markdown with the processor of `astro.config`, which consists of functions, so that no virtual module can contain it.
	 * Missing on a server, which has no `astro.config`.
	 */
	renderMarkdown?: RenderMarkdown | undefined;
	/** Answers requests to the delivery API. Missing on a server, where pages call the API. */
	askSpace?: AskSpace | undefined;
	/** True for the token that the space is read with. */
	isOwnToken?: ((token: string) => boolean) | undefined;
}

const place = Symbol.for('astro-slugline:build');
const host: typeof globalThis & { [place]?: BuildChannel } = globalThis;

/** The channel of this process, the same object for every copy of this package. */
export const buildChannel = (): BuildChannel => (host[place] ??= {});

const build = buildChannel();

/** The record of reads; undefined if reads are not recorded. Pages ask for it with each field that they read. */
export const channel = (): ReadChannel | undefined => build.reads;

/** A function whose results are cached in a build, whose content does not change, but not in dev and on a server. */
export function cachedInBuild<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
	const cached = oncePerKey(make);
	return (key) => (channel() ? cached(key) : make(key));
}
