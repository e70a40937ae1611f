import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, isAbsolute, join, relative } from 'node:path';

const types: Record<string, string> = {
	'.css': 'text/css',
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript',
	'.json': 'application/json',
	'.png': 'image/png',
	'.svg': 'image/svg+xml',
	'.woff2': 'font/woff2',
};

/** A folder served over HTTP, the way a static host does it. */
export interface StaticServer {
	/** Origin without a slash at the end. */
	url: string;
	close(): Promise<void>;
}

/** Serves a built site on a free port: `/a/` is `a/index.html`, and what is not there is `404.html` with status 404. */
export async function serveFolder(folder: string): Promise<StaticServer> {
	const server = createServer(async (request, response) => {
		const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
		const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
		const inside = relative(folder, file);
		const found =
			inside.startsWith('..') || isAbsolute(inside) ? undefined : await readFile(file).catch(() => undefined);
		response.statusCode = found ? 200 : 404;
		response.setHeader(
			'content-type',
			found ? (types[extname(file)] ?? 'application/octet-stream') : 'text/html; charset=utf-8',
		);
		response.end(found ?? (await readFile(join(folder, '404.html')).catch(() => 'Not found')));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
