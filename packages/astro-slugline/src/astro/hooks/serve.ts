import type { HookParameters } from 'astro';
import { connectionsOf } from '../session/index.js';
import { rebuildPath } from '../settings/index.js';
import { forgetModule, watchBloks } from '../virtual-modules/index.js';
import type { Setup } from './setup.js';
import type { Started } from './start.js';

/** What runs beside Astro's dev server. */
export interface Serving {
	close(): Promise<void>;
}

/** Serves a site in dev: the embedded space, webhook calls, and fresh content after a change. */
export async function serve(
	{ options, isFirst, isRestart }: Setup,
	{ connection, opened, environment, site }: Started,
	{ server, refreshContent, logger }: HookParameters<'astro:server:setup'>,
): Promise<Serving> {
	const { createRefresh, receiveInDev, serveInDev, servePreviewInDev } = await import('../dev/index.js');
	connection.onSynced(() => forgetModule(server, 'routes'));
	if (isFirst) watchBloks(server, () => connectionsOf(site).map(({ bloks }) => bloks));
	const { embedded } = await opened;
	const refresh = createRefresh({ refreshContent, logger }, connection);
	const path = options.rebuild?.path ?? rebuildPath;
	const hook =
		isFirst || options.rebuild ? receiveInDev({ server, path, refresh, logger, environment }) : undefined;
	if (options.preview) {
		await servePreviewInDev({
			...{ preview: options.preview, environment, embedded },
			...{ server, config: site, logger, connection, refresh },
		});
	}
	if (embedded) serveInDev(embedded, { server, refresh, logger });
	// With the options of a changed config; Astro does not do so by itself.
	if (isRestart) void refresh();
	return {
		async close() {
			await hook?.close();
			await embedded?.close();
		},
	};
}
