import { setTimeout as delay } from 'node:timers/promises';
import type { HookParameters } from 'astro';
import type { Space } from '../space/index.js';
import type { AskAgain } from '../sync/index.js';
import { refreshKey } from './ask-again.js';
import type { Connection } from './connection.js';
import { allLoaders } from './loaders/name.js';

/** Where Astro's dev server answers as the embedded space: `/_slugline/v2/cdn/…`. */
const mountedAt = '/_slugline';

type Setup = HookParameters<'astro:server:setup'>;

/** Which collections are loaded again, and what their sync asks for again whatever the cache version says. */
export interface RefreshRequest {
	/** Names of loaders. */
	loaders: readonly string[];
	again: AskAgain;
}

/** Loads collections again, all of ours by default. What goes wrong is told, since nobody waits for it. */
export type Refresh = (request?: RefreshRequest) => Promise<void>;

export function createRefresh({ refreshContent, logger }: Pick<Setup, 'refreshContent' | 'logger'>): Refresh {
	return async ({ loaders = allLoaders, again }: Partial<RefreshRequest> = {}) => {
		try {
			await refreshContent?.({ loaders: [...loaders], context: { [refreshKey]: again } });
		} catch (error) {
			logger.error(error instanceof Error ? error.message : String(error));
		}
	};
}

/** Mounts the embedded space on Astro's dev server, and shows an edit of its folder in the browser at once. */
export function serveInDev(
	space: Space,
	{ server, refresh, logger }: Pick<Setup, 'server' | 'logger'> & { refresh: Refresh },
): void {
	server.middlewares.use(mountedAt, space.mount(mountedAt));
	space.watch((problem) => {
		if (problem) logger.error(problem.message);
		else void refresh();
	});
}

/**
 * Loads content with the options of a changed config. Astro does not do so by itself, and does nothing on a refresh until
 * it has read the content config again, of which it does not tell.
 */
export async function loadAfterRestart(connection: Connection, refresh: Refresh): Promise<void> {
	for (let tries = 0; tries < 50 && !connection.latest(); tries++) {
		await refresh();
		await delay(100);
	}
}
