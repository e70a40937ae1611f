import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createDeliveryClient, type DeliveryClientOptions } from 'astro-slugline/client';
import { onTestFinished } from 'vitest';
import { createTestClock } from './clock.js';

/** A request as a service of these tests sees it. */
export interface Asked {
	/** How many came before it. */
	index: number;
	method: string;
	path: string;
	query: URLSearchParams;
	headers: IncomingHttpHeaders;
	/** The body as it was sent, and as JSON. */
	raw: string;
	body: unknown;
}

export interface Reply {
	status?: number;
	headers?: Record<string, string>;
	/** Sent as JSON; text as it is. */
	body?: unknown;
	/** Ends the connection: before any answer, within the body, or never. */
	fault?: 'drop' | 'cut' | 'hang';
}

export interface Service {
	url: string;
	asked: Asked[];
	/** The highest number of concurrent requests so far. */
	maxConcurrent(): number;
	/** Requests in progress now. */
	open(): number;
	/** Replaces the address, which is another each time, by `http://service`. */
	plain(said: string): string;
	close(): Promise<void>;
}

/** Starts a service that answers by a function, on a port of its own. It ends with the test. */
export async function startService(answer: (asked: Asked) => Reply | Promise<Reply>): Promise<Service> {
	const asked: Asked[] = [];
	let open = 0;
	let maxConcurrent = 0;
	const server = createServer(async (request, response) => {
		open += 1;
		maxConcurrent = Math.max(maxConcurrent, open);
		response.on('close', () => {
			open -= 1;
		});
		const raw = await text(request);
		const url = new URL(request.url ?? '/', 'http://service');
		const one = {
			index: asked.length,
			method: request.method ?? '',
			path: url.pathname,
			query: url.searchParams,
			headers: request.headers,
			raw,
			body: raw === '' ? undefined : JSON.parse(raw),
		};
		asked.push(one);
		send(response, await answer(one));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const url = `http://127.0.0.1:${port}`;
	const close = () =>
		new Promise<void>((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
	onTestFinished(close);
	const plain = (said: string) =>
		said.replaceAll(url, 'http://service').replaceAll(`127.0.0.1:${port}`, 'service');
	return { url, asked, maxConcurrent: () => maxConcurrent, open: () => open, plain, close };
}

/** The token of the clients below. */
export const token = 'public-token-1';

type Answer = Parameters<typeof startService>[0];

/** A service as above, or one that always gives the same answer, and a client of it on a clock that does not wait. */
export async function startClient(
	answer: Answer | Reply,
	options: Partial<DeliveryClientOptions> & { token?: string } = {},
) {
	const service = await startService(typeof answer === 'function' ? answer : () => answer);
	const clock = createTestClock();
	const client = createDeliveryClient({ token, baseUrl: service.url, clock, ...options });
	return { service, client, clock };
}

function send(response: ServerResponse, { status = 200, headers = {}, body, fault }: Reply) {
	if (fault === 'hang') return;
	if (fault === 'drop') return response.destroy();
	const sent = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
	response.writeHead(status, {
		'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
		'content-length': String(Buffer.byteLength(sent)),
		...headers,
	});
	if (fault !== 'cut') return response.end(sent);
	response.write(sent.slice(0, sent.length / 2), () => response.destroy());
}
