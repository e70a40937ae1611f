import type { ServerResponse } from 'node:http';
import { listen } from './listen.js';

/** The content of a file, which begins like any file of its type. */
export const assetContent = (path: string, version = 1): string =>
	`${path.endsWith('.pdf') ? '%PDF-1.7 ' : 'RIFF\0\0\0\0WEBP '}file ${path} version ${version}`;

export type AssetServer = Awaited<ReturnType<typeof startAssetServer>>;

/** Starts a host of assets, with ETags. Each file contains its own address and a version, so that no two files are the same. */
export async function startAssetServer() {
	const { url, port, close } = await listen((request, response) => {
		const path = request.url ?? '';
		response.on('close', () => assets.requests.push({ path, status: response.statusCode }));
		if (assets.answer?.(path, response)) return;
		const etag = `"${assets.version}"`;
		if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
		response.writeHead(200, { etag, 'content-type': 'image/webp' });
		response.end(assetContent(path, assets.version));
	});
	const assets = {
		...{ url, close },
		/** Host with port, as the option `assets.hosts` has it. */
		host: `127.0.0.1:${port}`,
		requests: [] as { path: string; status: number }[],
		/** A new version replaces every file. */
		version: 1,
		/** Answers a request in place of the server if it returns true. */
		answer: undefined as ((path: string, response: ServerResponse) => boolean) | undefined,
	};
	return assets;
}
