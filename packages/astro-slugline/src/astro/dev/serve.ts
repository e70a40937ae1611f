import { setTimeout as delay } from 'node:timers/promises';
import type { HookParameters } from 'astro';
import type { ViteDevServer } from 'vite';
import type { Space } from '../../space/index.js';
import type { AskAgain } from '../../sync/index.js';
import { allLoaders, type Connection, refreshKey } from '../session/index.js';
import { watchStaticPaths } from './static-paths/index.js';

/** Path below which Astro's dev server serves the embedded space: `/_slugline/v2/cdn/…`. */
export const spacePath = '/_slugline';

type Setup = HookParameters<'astro:server:setup'>;

/** Five seconds, which Astro itself waits for a content config. */
const maxTries = 50;
const betweenTries = 100;

/**
 * Reloads the collections of some loaders, by default all that this package loads. `again` is what their sync fetches even if the
 * version of the space has not changed. Errors are logged, because no caller waits for the result.
 */
export type Refresh = (request?: { loaders: readonly string[]; again: AskAgain }) => Promise<void>;

/** @param ended aborted when a changed config has started another server, whose connection loads content from then on */
export function createRefresh(
	{ server, refreshContent, logger }: Pick<Setup, 'server' | 'refreshContent' | 'logger'>,
	connection: Pick<Connection, 'begun'>,
	ended: AbortSignal,
): Refresh {
	const contentChanged = watchStaticPaths(server);
	const load: Refresh = async (request) => {
		const { loaders, again } = request ?? { loaders: allLoaders };
		const before = connection.begun();
		try {
			// While Astro reads the content config, for example after a start, a refresh silently does nothing.
			for (let tries = 0; tries < maxTries && !ended.aborted; tries++) {
				await refreshContent?.({ loaders: [...loaders], context: { [refreshKey]: again } });
				contentChanged();
				if (connection.begun() !== before) return;
				await delay(betweenTries);
			}
		} catch (error) {
			logger.error(error instanceof Error ? error.message : String(error));
		}
	};
	let running: Promise<void> = Promise.resolve();
	let next: Promise<void> | undefined;
	return (request) => {
		if (request) return load(request);
		// Calls that wait share one load, which begins after all of them.
		next ??= running.then(() => {
			next = undefined;
			return load();
		});
		running = next;
		return next;
	};
}

/** Shows an error of the folder in Astro's overlay. The page below has the last good content. */
function showOverlay(server: ViteDevServer, { name, message }: Error): void {
	server.environments['client']?.hot.send({
		type: 'error',
		err: { name, message, stack: '', plugin: 'astro-slugline' },
	});
}

/** Serves the embedded space on Astro's dev server, and shows edits of its folder in the browser at once. */
export function serveInDev(
	space: Space,
	{ server, refresh, logger }: Pick<Setup, 'server' | 'logger'> & { refresh: Refresh },
): void {
	server.middlewares.use(spacePath, space.mount(spacePath));
	space.watch((problem) => {
		if (!problem) {
			void refresh();
			return;
		}
		logger.error(problem.message);
		showOverlay(server, problem);
	});
	// A page that is opened while the folder has an error shows the error, too.
	server.environments['client']?.hot.on('vite:client:connect', () => {
		space.ready().catch((problem: Error) => showOverlay(server, problem));
	});
}
