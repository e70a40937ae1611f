import type { RebuildHook } from './create-hook.js';

/** The part of Node's `IncomingMessage` that is used. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
	readonly method?: string | undefined;
	readonly headers: Record<string, string | string[] | undefined>;
	readonly complete: boolean;
	destroy(): unknown;
}

/** The part of Node's `ServerResponse` that is used. */
export interface NodeResponse {
	statusCode: number;
	setHeader(name: string, value: string | number): unknown;
	write(text: string): unknown;
	end(text?: string): unknown;
	destroy(): unknown;
}

/**
 * The hook as a listener of Node's HTTP server, and of what is built on it (Connect, Express, Vite).
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
	// Closing while a body is still coming would reset the connection, and the sender might never see the answer. So it is
	// sent, and what comes is thrown away for a while.
	outgoing.setHeader('connection', 'close');
	outgoing.setHeader('content-length', new TextEncoder().encode(text).byteLength);
	outgoing.write(text);
	await drain(chunks);
	outgoing.end();
	incoming.destroy();
}

const lingerMs = 2000;

async function drain(chunks: AsyncIterator<Uint8Array>): Promise<void> {
	let late = false;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const timeout = new Promise<void>((resolve) => {
		timer = setTimeout(() => {
			late = true;
			resolve();
		}, lingerMs);
	});
	const read = async () => {
		while (!late && !(await chunks.next()).done);
	};
	await Promise.race([read().catch(() => {}), timeout]);
	clearTimeout(timer);
}

function toRequest(incoming: NodeRequest, chunks: AsyncIterator<Uint8Array>): Request {
	const headers = new Headers();
	for (const [name, value] of Object.entries(incoming.headers)) {
		if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
	}
	const { method = 'GET' } = incoming;
	// Neither the address nor its host matters to the hook, and both are the sender's to choose. The body of a method that the
	// hook refuses is not looked at.
	if (method !== 'POST') return new Request('http://localhost/', { method: known(method) });
	const init: RequestInit & { duplex: 'half' } = { method, headers, body: streamOf(chunks), duplex: 'half' };
	return new Request('http://localhost/', init);
}

// A Request refuses CONNECT, TRACE and TRACK; the hook refuses all but POST, so another one stands for them.
const known = (method: string) => (/^(CONNECT|TRACE|TRACK)$/i.test(method) ? 'OPTIONS' : method);

const streamOf = (chunks: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> =>
	new ReadableStream({
		async pull(controller) {
			const { done, value } = await chunks.next();
			if (done) controller.close();
			else controller.enqueue(value);
		},
	});
