import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { isFromHere } from '../../shared/http/from-here.js';
import type { Handler } from './answers.js';
import { json } from './answers.js';

/** A handler that listens on a port. */
export interface Listening {
	/** Without a trailing slash. */
	readonly url: string;
	/** Closes all connections, including active ones. */
	close(): Promise<void>;
}

/**
 * Serves a handler over HTTP.
 *
 * @param options.port 0 picks a free port
 */
export async function listen(handler: Handler, options: { port: number; host: string }): Promise<Listening> {
	const server = createServer((incoming, outgoing) => {
		answer(handler, incoming, outgoing).catch(() => outgoing.destroy());
	});
	server.listen(options.port, options.host);
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : options.port;
	const host = options.host.includes(':') ? `[${options.host}]` : options.host;
	return {
		url: `http://${host}:${port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** Responds to one request of a Node server. */
async function answer(handler: Handler, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
	const gone = new AbortController();
	outgoing.on('close', () => gone.abort(new Error('The client closed the connection.')));
	const request = toRequest(incoming, gone.signal);
	const response = request ? await handler(request) : json(400, { error: 'Bad Request' });
	await send(response, incoming.method === 'HEAD', outgoing);
}

/** Undefined for a request that no `Request` can represent, with an invalid host, target, or method. */
function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
	const { method = 'GET', url = '/', headers } = incoming;
	try {
		const target = url.startsWith('/') ? `http://${headers.host ?? 'localhost'}${url}` : url;
		const sent = new Headers();
		for (const [name, value] of Object.entries(headers)) {
			for (const each of [value ?? []].flat()) sent.append(name, each);
		}
		const init: RequestInit & { duplex?: 'half' } = { method, headers: sent, signal };
		if (method !== 'GET' && method !== 'HEAD')
			Object.assign(init, { body: Readable.toWeb(incoming), duplex: 'half' });
		return new Request(target, init);
	} catch {
		// The client sent what no request may have.
		return undefined;
	}
}

/** Sends a response. A body of unknown length is streamed; one that fails also ends the connection. */
async function send(response: Response, isHead: boolean, outgoing: ServerResponse): Promise<void> {
	const headers = Object.fromEntries(response.headers);
	if (isHead || !response.body) {
		outgoing.writeHead(response.status, headers).end();
		return;
	}
	if (!response.headers.has('Content-Length')) {
		const bytes = Buffer.from(await response.arrayBuffer());
		outgoing.writeHead(response.status, { ...headers, 'content-length': bytes.length }).end(bytes);
		return;
	}
	outgoing.writeHead(response.status, headers);
	const reader = response.body.getReader();
	try {
		for (let part = await reader.read(); !part.done; part = await reader.read()) outgoing.write(part.value);
		outgoing.end();
	} catch {
		// Flushes what was written so far before the connection ends.
		outgoing.write('', () => outgoing.destroy());
	}
}

/** Responds to requests of another server, which strips the prefix that the space is mounted under. */
export type Middleware = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Mounts a handler below a path of another server. Redirects include that path. Only the delivery API responds to other machines,
 * because the other server may listen to all of a network.
 */
export function mount(handler: Handler, prefix: string): Middleware {
	const relocated: Handler = async (request) => {
		const response = await handler(request);
		const location = response.headers.get('Location');
		if (location === null) return response;
		const url = new URL(location, request.url);
		url.pathname = `${prefix}${url.pathname}`;
		const headers = new Headers(response.headers);
		headers.set('Location', url.href);
		return new Response(response.body, { status: response.status, headers });
	};
	const guarded =
		(isHere: boolean): Handler =>
		async (request) =>
			isHere || new URL(request.url).pathname.startsWith('/v2/cdn/') ? relocated(request) : refusal();
	return (incoming, outgoing) => {
		answer(guarded(isFromHere(incoming)), incoming, outgoing).catch(() => outgoing.destroy());
	};
}

const refusal = (): Response =>
	json(403, {
		error:
			'The management API only responds to programs on this machine here. Serve the folder with `slugline space --host` for others.',
	});
