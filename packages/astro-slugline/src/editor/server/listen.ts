import { once } from 'node:events';
import { createServer } from 'node:http';
import { path, serveEditor } from './serve.js';
import type { EditorOptions } from './work.js';

interface ListenOptions extends EditorOptions {
	/** 0 picks a free one. */
	port: number;
}

/** An editor that listens on a port. */
export interface ListeningEditor {
	port: number;
	/** @example 'http://localhost:4001' */
	origin: string;
	url: string;
	close(): void;
}

/** Serves the editor of a folder on a port of this machine: with the site's origin, scripts of the site could write its content. */
export async function listenEditor({ port, ...options }: ListenOptions): Promise<ListeningEditor> {
	const server = createServer(serveEditor(options)).listen(port, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const opened = typeof address === 'object' && address ? address.port : port;
	const origin = `http://localhost:${opened}`;
	return {
		...{ port: opened, origin, url: `${origin}${path}` },
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}
