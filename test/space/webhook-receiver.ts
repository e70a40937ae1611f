import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';

/** A call that arrived: the body as sent, and as it reads. */
export interface Call {
	path: string;
	headers: IncomingHttpHeaders;
	raw: string;
	body: Record<string, unknown>;
}

/** Starts a server that keeps every call, for the test at hand. */
export async function startReceiver(status = 200): Promise<{ url: string; calls: Call[] }> {
	const calls: Call[] = [];
	const server = createServer(async (request, response) => {
		let raw = '';
		for await (const part of request.setEncoding('utf8')) raw += part;
		calls.push({ path: request.url ?? '', headers: request.headers, raw, body: JSON.parse(raw) });
		response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	return { url: `http://127.0.0.1:${port}/hook`, calls };
}
