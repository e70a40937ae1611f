import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegrationLogger } from 'astro';
import { writeResponse } from 'astro/app/node';
import { replaceFile } from 'astro-keep/shared/node/replace-file';
import type { ViteDevServer } from 'vite';
import type { DeliveryClient } from '../../../client/index.js';
import type { ListeningEditor } from '../../../editor/index.js';
import { type Content, createPreview } from '../../../preview/index.js';
import type { HintedError } from '../../../shared/hinted-error.js';
import { Refusal } from '../../../shared/http/page-request.js';
import { readOrNull } from '../../../shared/node/read-text.js';
import type { Space } from '../../../space/index.js';
import type { SpaceTypes } from '../../../types/index.js';
import type { Content as StoryContent } from '../../../wire/index.js';
import { type Connection, readRoutes, type Synced } from '../../session/index.js';
import type { Environment, Options } from '../../settings/index.js';
import { createRenderPage } from './render.js';

export interface InDev {
	server: ViteDevServer;
	config: AstroConfig;
	logger: AstroIntegrationLogger;
	connection: Connection;
	/** Reads drafts of releases. */
	client: () => Promise<DeliveryClient>;
	/** Reloads the content. */
	refresh: () => Promise<void>;
	preview: NonNullable<Options['preview']>;
	environment: Environment;
	/** The embedded space, if the site is built from a folder. */
	embedded: Space | undefined;
	/** The types that the site's file of components defines. */
	types: () => Promise<SpaceTypes | undefined>;
	/** What does not match that file in the content of a story. */
	problemsIn: (content: StoryContent) => Promise<readonly string[]>;
}

/** Says at the address of preview that no space has it. */
export function refusePreviewInDev({ middlewares }: Pick<ViteDevServer, 'middlewares'>, path: string): void {
	middlewares.use(path, (_request, response) => {
		response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' });
		response.end(
			'Preview is off. To turn it on, write `preview: {}` into the options of slugline() in astro.config.',
		);
	});
}

/**
 * Serves preview on Astro's dev server, and the editor of the folder that the site is built from. Without a preview token, every
 * request of preview is refused.
 *
 * @returns the editor, if there is one
 */
export async function servePreviewInDev(options: InDev): Promise<ListeningEditor | undefined> {
	const { preview, environment, embedded, logger } = options;
	const token = environment.SLUGLINE_PREVIEW_TOKEN;
	if (!token && !embedded) {
		logger.warn(
			'Preview is off: there is no preview token to check editors with. Set SLUGLINE_PREVIEW_TOKEN in .env to a preview token of the space.',
		);
	}
	const previewToken = async () => {
		if (token || !embedded) return token;
		await embedded.ready();
		return embedded.tokens.preview;
	};
	const editor = embedded && (await openEditor(options, embedded));
	const editors = [...preview.editors, ...(editor ? [editor.origin] : [])];
	servePages(options, editors, previewToken);
	return editor;
}

/** Serves the editor of a folder on a port of its own, and logs its URL. */
async function openEditor(
	{ server, config, logger, connection, preview: { path }, environment, types, problemsIn }: InDev,
	space: Space,
): Promise<ListeningEditor> {
	const { listenEditor } = await import('../../../editor/index.js');
	const site = () => {
		const { local = [], network = [] } = server.resolvedUrls ?? {};
		const [url] = [...local, ...network];
		return url === undefined ? '' : new URL(config.base.replace(/\/$/, ''), url).href.replace(/\/$/, '');
	};
	const options = {
		...{ space, types, problemsIn, previewToken: environment.SLUGLINE_PREVIEW_TOKEN },
		preview: () => site() && `${site()}${path}/`,
		files: { path: fileURLToPath(config.publicDir), url: site },
	};
	const listen = (port: number) => listenEditor({ ...options, port });
	// The port of before is taken again, so that pages of the editor that are open go on after a restart.
	const file = new URL(`slugline/editor-port-${connection.id}`, config.cacheDir);
	const lastPort = Number(await readOrNull(file));
	const editor = await listen(lastPort).catch(() => listen(0));
	await replaceFile(file, String(editor.port));
	server.httpServer?.once('listening', () => logger.info(`Editor: ${editor.url}`));
	return editor;
}

/** Serves pages with the editors' unsaved changes on Astro's dev server. */
function servePages(
	{ server, config, logger, connection, refresh, client, preview: { path } }: InDev,
	editors: readonly string[],
	previewToken: () => Promise<string | undefined>,
): void {
	const base = config.base.replace(/\/$/, '');
	const preview = createPreview({
		...{ base, path, editors, client, previewToken },
		// As all of Vite's paths in `astro dev`, it has no base.
		clientModule: '/@id/virtual:astro-slugline/preview-client',
		log: 'The terminal of `astro dev`',
		spaceId: () => latestOf(connection)?.space.space.id,
		async content(age) {
			if (age === 'now') await refresh();
			const synced = latestOf(connection);
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
		// The rest of a refused request is discarded, also if its body has a reader, which would stop it.
		incoming.removeAllListeners('data').resume();
		await writeResponse(response, outgoing);
	}
	server.middlewares.use(path, (incoming, outgoing, next) => {
		answer(incoming, outgoing).catch(next);
	});
}

/**
 * The last good sync.
 *
 * @throws {Refusal} if there was none yet, and the last one failed
 */
function latestOf({ latest, failure }: Connection): Synced | undefined {
	const [synced, error] = [latest(), failure()];
	if (synced || error === undefined) return synced;
	const { message, hint = '' } = error as HintedError;
	throw new Refusal(503, message.endsWith(hint) ? message : `${message} ${hint}`);
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
