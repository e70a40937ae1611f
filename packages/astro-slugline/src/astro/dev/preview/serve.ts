import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { AstroConfig, AstroIntegrationLogger } from 'astro';
import { writeResponse } from 'astro/app/node';
import type { ViteDevServer } from 'vite';
import type { DeliveryClient } from '../../../client/index.js';
import { type Content, createPreview } from '../../../preview/index.js';
import { type Connection, readRoutes, type Synced } from '../../session/index.js';
import { createRenderPage } from './render.js';

export interface PreviewOptions {
	server: ViteDevServer;
	config: AstroConfig;
	logger: AstroIntegrationLogger;
	connection: Connection;
	/** Reads drafts of releases. */
	client: () => Promise<DeliveryClient>;
	/** Reloads the content. */
	refresh: () => Promise<void>;
	/** Path of preview, below the site's base. */
	path: string;
	/** Origins that may frame the site. */
	editors: readonly string[];
	/** Returns the preview token of the space. Without a token, every request is refused. */
	previewToken: () => Promise<string | undefined>;
}

/** Serves pages with the editors' unsaved changes on Astro's dev server. */
export function servePreview(options: PreviewOptions): void {
	const { server, config, logger, connection, path, refresh, editors, client, previewToken } = options;
	const base = config.base.replace(/\/$/, '');
	const preview = createPreview({
		...{ base, path, editors, client, previewToken },
		// As all of Vite's paths in `astro dev`, it has no base.
		clientModule: '/@id/virtual:astro-slugline/preview-client',
		log: 'The terminal of `astro dev`',
		spaceId: () => connection.latest()?.space.space.id,
		async content(age) {
			if (age === 'now') await refresh();
			const synced = connection.latest();
			return synced && contentOf(connection, synced);
		},
		// Vite refuses to send earlier bundles after it has bundled dependencies again.
		scripts: () => server.environments.client.depsOptimizer?.metadata.browserHash ?? '',
		formOf: (page) => page,
		report: (error) => logger.error(error instanceof Error ? error.message : String(error)),
	});
	const render = createRenderPage(server, base);

	async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
		const request = requestOf(incoming, base + path);
		const response = await preview(request, (page, overlay) => render(page, overlay, request.headers));
		// The rest of a refused request is discarded.
		incoming.resume();
		await writeResponse(response, outgoing);
	}
	server.middlewares.use(path, (incoming, outgoing, next) => {
		answer(incoming, outgoing).catch(next);
	});
}

/** In dev, collections hold drafts. */
const contentOf = ({ collections }: Connection, { space, routes }: Synced): Content => ({
	space,
	collections,
	routes: () => readRoutes(routes).routes,
});

/** The request with its whole path, of which the dev server has removed the start. With HTTPS, browsers speak HTTP/2 to it. */
function requestOf(incoming: IncomingMessage, prefix: string): Request {
	const { method = 'GET', url = '/', socket } = incoming;
	// HTTP/2 does not call the host a header.
	const { ':authority': host = incoming.headers.host, ...others } = incoming.headers;
	const headers = new Headers({ host: String(host) });
	for (const [name, value = []] of Object.entries(others))
		if (!/^(?::|host$)/.test(name)) for (const one of [value].flat()) headers.append(name, one);
	const address = new URL(`${'encrypted' in socket ? 'https' : 'http'}://${host}${prefix}${url}`);
	if (method === 'GET' || method === 'HEAD') return new Request(address, { method, headers });
	// No `Request` has these methods. Preview refuses them all.
	if (method === 'TRACE' || method === 'CONNECT') return new Request(address, { method: 'DELETE', headers });
	const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
	return new Request(address, { method, headers, body, duplex: 'half' } as RequestInit);
}
