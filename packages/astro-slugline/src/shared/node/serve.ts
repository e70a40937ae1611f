import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { isFromHere } from '../http/from-here.js';

/** A server that listens on a port. */
export interface Listening {
	readonly port: number;
	/** Without a trailing slash. */
	readonly url: string;
	/** Closes all connections, including active ones. */
	close(): Promise<void>;
}

/**
 * Starts a server of Node.
 *
 * @param place.port 0 picks a free port
 */
export async function listen(
	listener: RequestListener,
	place: { port: number; host: string },
): Promise<Listening> {
	const server = createServer(listener).listen(place.port, place.host);
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' && address !== null ? address.port : place.port;
	const host = place.host.includes(':') ? `[${place.host}]` : place.host;
	return {
		port,
		url: `http://${host}:${port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** Responds to a request. `isHere` is true if a program on this machine sent it, by a name of this machine and without a proxy. */
export type Respond = (request: Request, isHere: boolean) => Promise<Response>;

/** Responds to the requests of a server of Node. */
export type Middleware = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

export const middlewareOf =
	(respond: Respond): Middleware =>
	(incoming, outgoing) => {
		answer(respond, incoming, outgoing).catch(() => outgoing.destroy());
	};

async function answer(respond: Respond, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
	const gone = new AbortController();
	outgoing.on('close', () => gone.abort(new Error('The client closed the connection.')));
	const request = toRequest(incoming, gone.signal);
	const response = request ? await respond(request, isFromHere(incoming)) : badRequest();
	// The rest of a refused request is discarded. The web stream would pause it, and with it the next one on the connection.
	incoming.removeAllListeners('data').resume();
	await send(response, incoming.method === 'HEAD', outgoing);
}

const badRequest = (): Response =>
	new Response('{"error":"Bad Request"}', {
		status: 400,
		headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' },
	});

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
