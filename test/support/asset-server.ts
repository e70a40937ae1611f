import type { ServerResponse } from 'node:http';
import { listen } from './listen.js';

/** A request that an asset server received. */
export interface AssetRequest {
	/** Path and query. */
	path: string;
	status: number;
}

/** A host of assets. Each file contains its own address and a version, so that no two files are the same. */
export interface AssetServer {
	/** Host with port, as the option `assets.hosts` has it. */
	host: string;
	url: string;
	requests: AssetRequest[];
	/** A new version replaces every file. */
	version: number;
	/** Answers a request in place of the server if it returns true. */
	answer: ((path: string, response: ServerResponse) => boolean) | undefined;
	close(): Promise<void>;
}

/** The content of a file, which begins like any file of its type. */
export const assetContent = (path: string, version = 1): string =>
	`${path.endsWith('.pdf') ? '%PDF-1.7 ' : 'RIFF\0\0\0\0WEBP '}file ${path} version ${version}`;

/** Starts an asset server on a free port. It supports ETags. */
export async function startAssetServer(): Promise<AssetServer> {
	const { url, port, close } = await listen((request, response) => {
		const path = request.url ?? '';
		response.on('close', () => assets.requests.push({ path, status: response.statusCode }));
		if (assets.answer?.(path, response)) return;
		const etag = `"${assets.version}"`;
		if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
		response.writeHead(200, { etag, 'content-type': 'image/webp' });
		response.end(assetContent(path, assets.version));
	});
	const assets: AssetServer = {
		...{ host: `127.0.0.1:${port}`, url, close },
		...{ requests: [], version: 1, answer: undefined },
	};
	return assets;
}
