import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that an asset server got. */
export interface AssetRequest {
	/** Path and query. */
	path: string;
	status: number;
}

/** A host of assets whose files are their own addresses and a version, so that each is told from all others. */
export interface AssetServer {
	/** Host with port, as the option `assets.hosts` has it. */
	host: string;
	url: string;
	requests: AssetRequest[];
	/** Raised, every file is another one. */
	version: number;
	/** Answers a request itself, if it returns true. */
	answer: ((path: string, response: ServerResponse) => boolean) | undefined;
	close(): Promise<void>;
}

/** The content of a file: it begins as one of its kind does. */
export const assetContent = (path: string, version = 1): string =>
	`${path.endsWith('.pdf') ? '%PDF-1.7 ' : 'RIFF\0\0\0\0WEBP '}file ${path} version ${version}`;

/** Starts an asset server on a free port. It knows ETags. */
export async function startAssetServer(): Promise<AssetServer> {
	const server = createServer((request, response) => {
		const path = request.url ?? '';
		response.on('close', () => assets.requests.push({ path, status: response.statusCode }));
		if (assets.answer?.(path, response)) return;
		const etag = `"${assets.version}"`;
		if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
		response.writeHead(200, { etag, 'content-type': 'image/webp' });
		response.end(assetContent(path, assets.version));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	const assets: AssetServer = {
		host,
		url: `http://${host}`,
		requests: [],
		version: 1,
		answer: undefined,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	return assets;
}
