import { setTimeout as delay } from 'node:timers/promises';
import type { HookParameters } from 'astro';
import type { ViteDevServer } from 'vite';
import type { Space } from '../../space/index.js';
import type { AskAgain } from '../../sync/index.js';
import { allLoaders, type Connection, refreshKey } from '../session/index.js';

/** Where Astro's dev server answers as the embedded space: `/_slugline/v2/cdn/…`. */
const mountedAt = '/_slugline';

type Setup = HookParameters<'astro:server:setup'>;

/** Five seconds, which Astro itself waits for a content config. */
const mostTries = 50;
const betweenTries = 100;

/** Which collections are loaded again, and what their sync asks for again whatever the cache version says. */
export interface RefreshRequest {
	/** Names of loaders. */
	loaders: readonly string[];
	again: AskAgain;
}

/** Loads collections again, all of ours by default. What goes wrong is told, since nobody waits for it. */
export type Refresh = (request?: RefreshRequest) => Promise<void>;

export function createRefresh(
	{ refreshContent, logger }: Pick<Setup, 'refreshContent' | 'logger'>,
	connection: Connection | undefined,
): Refresh {
	return async ({ loaders = allLoaders, again }: Partial<RefreshRequest> = {}) => {
		const before = connection?.begun();
		try {
			// While Astro reads the content config, as it does after a start, it does nothing and does not tell.
			for (let tries = 0; tries < mostTries; tries++) {
				await refreshContent?.({ loaders: [...loaders], context: { [refreshKey]: again } });
				if (connection?.begun() !== before) return;
				await delay(betweenTries);
			}
		} catch (error) {
			logger.error(error instanceof Error ? error.message : String(error));
		}
	};
}

/** Shows what is wrong in the folder in Astro's overlay, above the last good content. */
function showOverlay(server: ViteDevServer, { name, message }: Error): void {
	server.environments['client']?.hot.send({
		type: 'error',
		err: { name, message, stack: '', plugin: 'astro-slugline' },
	});
}

/** Mounts the embedded space on Astro's dev server, and shows an edit of its folder in the browser at once. */
export function serveInDev(
	space: Space,
	{ server, refresh, logger }: Pick<Setup, 'server' | 'logger'> & { refresh: Refresh },
): void {
	server.middlewares.use(mountedAt, space.mount(mountedAt));
	space.watch((problem) => {
		if (!problem) {
			void refresh();
			return;
		}
		logger.error(problem.message);
		showOverlay(server, problem);
	});
	// A page that is opened while the folder cannot be served shows why, too.
	server.environments['client']?.hot.on('vite:client:connect', () => {
		space.ready().catch((problem: Error) => showOverlay(server, problem));
	});
}
