import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { duplexPair } from 'node:stream';
import { arrayBuffer } from 'node:stream/consumers';
import type { ViteDevServer } from 'vite';
import { inTime, isHtml, readHead } from '../../../preview/index.js';
import { giveOverlays, type Overlay } from '../../../shared/overlay.js';
import { replaceRanges } from '../../../shared/text/replace-ranges.js';
import { keepStaticPathsApart } from '../static-paths/index.js';

const overlays = new AsyncLocalStorage<Overlay>();

/** Request headers that a page may read, and that do not change the form of the response. */
const forwarded = ['host', 'accept-language', 'user-agent', 'cookie'];

/**
 * Makes the function that renders pages of the site as they are with an overlay, one after the other.
 *
 * @param server Astro's dev server, which renders the pages as for any other request
 * @param base of the site, without a slash at the end
 */
export function createRenderPage(server: ViteDevServer, base: string) {
	giveOverlays(() => overlays.getStore());
	let last: Promise<unknown> = Promise.resolve();
	return (page: string, overlay: Overlay, headers: Headers): Promise<Response> => {
		const address = `${base}${encodeURI(page)}`;
		const mine = last.then(async () => {
			await keepStaticPathsApart(server, () => overlays.getStore() !== undefined);
			return inTime(ask(server, address, overlay, headers).then(responseOf));
		});
		last = mine.catch(() => undefined);
		return mine;
	};
}

/** Requests a page from the dev server through a connection in this process, so that it has the overlay. */
async function ask(
	server: ViteDevServer,
	address: string,
	overlay: Overlay,
	headers: Headers,
): Promise<IncomingMessage> {
	const [near, far] = duplexPair();
	const fail = (error?: unknown) =>
		near.destroy(error instanceof Error ? error : new Error(`No page responds at ${address}.`));
	const listener = createServer((incoming, outgoing) => {
		// One side of such a connection does not notice that the other is gone.
		outgoing.once('close', () => outgoing.writableFinished || fail());
		overlays.run(overlay, () => server.middlewares(incoming, outgoing, fail));
	});
	listener.emit('connection', far);
	const given = [...headers].filter(([name]) => forwarded.includes(name));
	const request = get({
		path: address,
		headers: { accept: 'text/html', ...Object.fromEntries(given) },
		createConnection: () => near,
	});
	// What fails after the response has begun fails the response, too.
	request.on('error', () => {});
	const [response] = await once(request, 'response');
	return response;
}

async function responseOf(sent: IncomingMessage): Promise<Response> {
	const headers = Object.entries(sent.headersDistinct).flatMap(([name, values = []]) =>
		values.map((value): [string, string] => [name, value]),
	);
	const body = await arrayBuffer(sent);
	const response = new Response(body.byteLength > 0 ? body : null, {
		status: sent.statusCode ?? 500,
		headers,
	});
	if (!response.body || !isHtml(response)) return response;
	return new Response(withoutToolbar(await response.text()), response);
}

/** A page without Astro's dev toolbar, which does not belong in the editor's frame, and fails in frames without storage. */
function withoutToolbar(html: string): string {
	const ofToolbar = readHead(html).scripts.filter(
		({ src, text }) =>
			src.endsWith('/dev-toolbar/entrypoint.js') || text.startsWith('window.__astro_dev_toolbar__ = '),
	);
	return replaceRanges(
		html,
		ofToolbar.map(({ start, end }) => ({ start, end, text: '' })),
	);
}
