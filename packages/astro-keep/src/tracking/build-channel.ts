import { oncePerKey } from '../shared/once.js';
import type { Notice, ReadChannel } from './channel.js';

/**
 * The only connection between a build and its pages. Astro loads this package more than once in one process: natively for
 * `astro.config`, and bundled for pages. The copies do not share module variables, so the build puts functions here for pages to
 * call. Other packages add to it by declaration merging. The channel holds no token, no option, and no client.
 */
export interface BuildChannel {
	/** Version of the protocol that the copies of this package follow. */
	protocol: number;
	/** True if the build contains a copy with another protocol, whose reads are not recorded. */
	hasOthers?: boolean;
	/** Records what pages read. Open while a build with incremental rendering loads and renders pages. */
	reads?: ReadChannel | undefined;
	/** Takes warnings of pages. Set while a build renders; elsewhere a warning is logged at once. */
	takeNotice?: ((notice: Notice) => void) | undefined;
	/**
	 * Asks the dev server for an address: undefined if it answers it, or else what is known about the address, perhaps nothing. Set
	 * in dev.
	 */
	askDev?: ((address: string) => Promise<string | undefined>) | undefined;
	/**
	 * The collections in which pages found nothing, perhaps because the name is wrong, each with a module that asked. Set while a
	 * build renders.
	 */
	emptyCollections?: Map<string, string | undefined> | undefined;
}

const place = Symbol.for('astro-keep:build');
const host: typeof globalThis & { [place]?: BuildChannel } = globalThis;

/** Changes with the shape of the channel, and with that of reads. */
const protocol = 1;

/** The channel of a copy with another protocol. It records nothing. */
const alone: BuildChannel = { protocol };

/** The channel of this process: the same object for all copies of this package that follow the same protocol. */
export function buildChannel(): BuildChannel {
	host[place] ??= { protocol };
	const shared = host[place];
	if (shared.protocol === protocol) return shared;
	shared.hasOthers = true;
	return alone;
}

const build = buildChannel();

/** The record of reads; undefined if reads are not recorded. Pages ask for it with each field that they read. */
export const channel = (): ReadChannel | undefined => build.reads;

/** A function whose results are cached in a build, whose content does not change, but not in dev and on a server. */
export function cachedInBuild<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
	const cached = oncePerKey(make);
	return (key) => (channel() ? cached(key) : make(key));
}
