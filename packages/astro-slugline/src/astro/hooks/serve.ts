import type { HookParameters } from 'astro';
import { connectionsOf } from '../session/index.js';
import { previewPath, rebuildPath } from '../settings/index.js';
import { forgetModule, type LaterParts, watchBloks } from '../virtual-modules/index.js';
import type { Setup } from './read-setup.js';
import type { Started } from './start.js';

/** What this package runs while Astro's dev server runs. */
export interface Serving {
	close(): Promise<void>;
}

/** What runs for each connection. Astro does not say that a dev server ends because its config has changed. */
const running = new Map<string, Serving>();

/** Sets up `astro dev`: the embedded space, the webhook receiver, preview, and new content after a change. */
export async function serve(
	{ key, options, isFirst, isRestart }: Setup,
	{ connection, opened, environment, site }: Started,
	{ server, refreshContent, logger, toolbar }: HookParameters<'astro:server:setup'>,
	routes: LaterParts['routes'],
): Promise<Serving> {
	await running.get(key)?.close();
	const dev = await import('../dev/index.js');
	connection.onSynced(() => forgetModule(server, 'routes'));
	if (isFirst) watchBloks(server, () => connectionsOf(site));
	const { embedded, types, problemsIn } = await opened;
	const ended = new AbortController();
	const refresh = dev.createRefresh({ server, refreshContent, logger }, connection, ended.signal);
	const path = options.rebuild?.path ?? rebuildPath;
	const { trailingSlash } = site;
	const paths = [dev.spacePath, path, options.preview?.path ?? previewPath];
	dev.acceptBothForms(server, { base: site.base.replace(/\/$/, ''), trailingSlash, paths });
	dev.redirectInDev(server, { config: site, options, connection, routes });
	const hook =
		isFirst || options.rebuild ? dev.receiveInDev({ server, path, refresh, logger, environment }) : undefined;
	if (isFirst && connectionsOf(site).every(({ options }) => !options.preview))
		dev.refusePreviewInDev(server, previewPath);
	const editor =
		options.preview &&
		(await dev.servePreviewInDev({
			...{ preview: options.preview, environment, embedded, types, problemsIn },
			...{ server, config: site, logger, connection, refresh },
			client: async () => (await opened).client(),
		}));
	if (isFirst) {
		const hasToken = Boolean(environment.SLUGLINE_PREVIEW_TOKEN);
		dev.serveToolbar({
			...{ toolbar, config: site, connection, refresh },
			isSecure: Boolean(server.config.server.https),
			isFolder: embedded !== undefined,
			editor: editor?.url,
			preview: options.preview && { path: options.preview.path, hasToken },
		});
	}
	if (embedded) dev.serveInDev(embedded, { server, refresh, logger });
	// Loads content with the options of the changed config, which Astro does not do by itself.
	if (isRestart) void refresh();
	const serving: Serving = {
		async close() {
			ended.abort();
			if (running.get(key) === serving) running.delete(key);
			await editor?.close();
			await hook?.close();
			await embedded?.close();
		},
	};
	running.set(key, serving);
	return serving;
}
