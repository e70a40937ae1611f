import { sleep } from '../shared/http/abort.js';
import type { RebuildHook } from './create-hook.js';

/** The part of Node's `IncomingMessage` that the listener uses. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
	readonly method?: string | undefined;
	readonly headers: Record<string, string | string[] | undefined>;
	readonly complete: boolean;
	destroy(): unknown;
}

/** The part of Node's `ServerResponse` that the listener uses. */
export interface NodeResponse {
	statusCode: number;
	setHeader(name: string, value: string | number): unknown;
	write(text: string): unknown;
	end(text?: string): unknown;
	destroy(): unknown;
}

/**
 * The hook as a request listener for Node's HTTP server and whatever is built on it (Connect, Express, Vite).
 *
 * @example createServer(nodeListener(hook)).listen(8787)
 */
export function nodeListener(hook: RebuildHook): (request: NodeRequest, response: NodeResponse) => void {
	return (incoming, outgoing) => {
		serve(hook, incoming, outgoing).catch(() => outgoing.destroy());
	};
}

async function serve(hook: RebuildHook, incoming: NodeRequest, outgoing: NodeResponse): Promise<void> {
	const chunks: AsyncIterator<Uint8Array> = incoming[Symbol.asyncIterator]();
	const answer = await hook(toRequest(incoming, chunks));
	const text = await answer.text();
	outgoing.statusCode = answer.status;
	for (const [name, value] of answer.headers) outgoing.setHeader(name, value);
	if (incoming.complete) {
		outgoing.end(text);
		return;
	}
	// Closing the connection while a body is still arriving would reset it, and the sender might never see the answer. So the
	// answer is sent, and the rest of the body is discarded for a while.
	outgoing.setHeader('connection', 'close');
	outgoing.setHeader('content-length', new TextEncoder().encode(text).byteLength);
	outgoing.write(text);
	await drain(chunks);
	outgoing.end();
	incoming.destroy();
}

const lingerMs = 2000;

async function drain(chunks: AsyncIterator<Uint8Array>): Promise<void> {
	const over = new AbortController();
	const read = async () => {
		while (!over.signal.aborted && !(await chunks.next()).done);
	};
	await Promise.race([read(), sleep(lingerMs, over.signal)]).catch(() => {});
	over.abort();
}

function toRequest(incoming: NodeRequest, chunks: AsyncIterator<Uint8Array>): Request {
	const headers = new Headers();
	for (const [name, value] of Object.entries(incoming.headers)) {
		if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
	}
	const { method = 'GET' } = incoming;
	// The hook needs neither the address nor its host, and the sender controls both. The body of a method that the hook refuses
	// is not read.
	if (method !== 'POST') return new Request('http://localhost/', { method: allowedMethod(method) });
	const init: RequestInit & { duplex: 'half' } = { method, headers, body: streamOf(chunks), duplex: 'half' };
	return new Request('http://localhost/', init);
}

// Request refuses CONNECT, TRACE, and TRACK. The hook refuses every method but POST, so any other method can replace them.
const allowedMethod = (method: string) => (/^(CONNECT|TRACE|TRACK)$/i.test(method) ? 'OPTIONS' : method);

const streamOf = (chunks: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> =>
	new ReadableStream({
		async pull(controller) {
			const { done, value } = await chunks.next();
			if (done) controller.close();
			else controller.enqueue(value);
		},
	});
