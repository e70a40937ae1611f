import live from 'virtual:astro-slugline/live';
import type { APIContext } from 'astro';
import { warn } from '../host/warn.js';
import { createGone } from './gone.js';
import { callsOf } from './tags.js';

type Cache = APIContext['cache'];

/** Purges tags from the host's cache. Rejects if the host refuses. */
export async function purgeHost(cache: Cache | undefined, tags: readonly string[]): Promise<void> {
	for (const call of callsOf(tags)) {
		if (live.purge) await live.purge(call);
		else if (cache?.enabled) await cache.invalidate({ tags: call });
	}
}

const gone = createGone(live.cache === 'memory' ? 0 : undefined);

/** Purges the page with a tag, which is gone, and those that were gone before it. */
export const purgeGone = (cache: Cache, tag: string): Promise<void> =>
	purgeHost(cache, gone(tag, performance.now())).catch((error) =>
		warn('A page that no longer exists could not be removed from the cache', error),
	);
