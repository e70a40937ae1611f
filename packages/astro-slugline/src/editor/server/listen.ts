import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Space } from '../../space/index.js';
import { serveEditor } from './serve.js';

interface ListenOptions {
	/** The folder that is edited. */
	space: Space;
	/** URL below which a site previews its pages. @example 'http://localhost:4321/_slugline/preview/' */
	preview: string;
	/** 0 picks a free one. */
	port: number;
}

/** An editor that listens on a port. */
interface ListeningEditor {
	/** @example 'http://localhost:4001' */
	origin: string;
	url: string;
	close(): void;
}

const path = '/editor';

/** Serves the editor of a folder on a port of this machine, for a site of another origin. */
export async function listenEditor({ space, preview, port }: ListenOptions): Promise<ListeningEditor> {
	const answers = serveEditor({
		...{ space, path, base: '', preview: () => preview },
		async previewToken() {
			await space.ready();
			return space.tokens.preview;
		},
	});
	const server = createServer((request, response) => {
		if (!answers(request, response)) response.writeHead(404).end();
	}).listen(port, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const origin = `http://localhost:${typeof address === 'object' && address ? address.port : port}`;
	return {
		...{ origin, url: `${origin}${path}` },
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}
