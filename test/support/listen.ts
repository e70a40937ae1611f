import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endWithFile } from './ends.js';

/** An HTTP server on a free port of this machine, which ends with its test file at the latest. */
export interface Listening {
	port: number;
	/** Origin without a slash at the end. */
	url: string;
	/** Ends it and all of its connections. */
	close(): Promise<void>;
}

export async function listen(answer: RequestListener): Promise<Listening> {
	const server = createServer(answer);
	// No client meets a connection that is about to end.
	server.keepAliveTimeout = 120_000;
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	const close = () =>
		new Promise<void>((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
	endWithFile(close);
	return { port, url: `http://127.0.0.1:${port}`, close };
}
