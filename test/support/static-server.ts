import { readFile } from 'node:fs/promises';
import { extname, isAbsolute, join, relative } from 'node:path';
import { type Listening, listen } from './listen.js';

const types: Record<string, string> = {
	'.css': 'text/css',
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript',
	'.json': 'application/json',
	'.png': 'image/png',
	'.svg': 'image/svg+xml',
	'.woff2': 'font/woff2',
};

/** Serves a built site as a static host does: `/a/` is `a/index.html`, and what is not there is `404.html` with status 404. */
export function serveFolder(folder: string): Promise<Listening> {
	return listen(async (request, response) => {
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
}
