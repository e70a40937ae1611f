import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
	type FetchLimits,
	fetchFile,
} from '../../../packages/astro-slugline/src/astro/output/assets/fetch-file.js';
import { type AssetServer, startAssetServer } from '../../support/asset-server.js';

let server: AssetServer;
beforeEach(async () => {
	server = await startAssetServer();
});
afterEach(() => server.close());

const fetched = (extension: string, limits: Partial<FetchLimits> = {}) =>
	fetchFile(`${server.url}/f/1/1x1/ab12/file.${extension}`, undefined, extension, {
		maxBytes: 1000,
		timeoutMs: 20_000,
		hosts: [server.host],
		...limits,
	});

it('returns the bytes of a file', async () => {
	expect(await fetched('pdf')).toMatchObject({ kind: 'file' });
});

const failures: [
	string,
	string,
	Partial<FetchLimits>,
	(response: ServerResponse) => unknown,
	words: string,
][] = [
	['is gone', 'jpg', {}, (response) => response.writeHead(404).end(), 'the response has status 404'],
	[
		'is a web page',
		'webp',
		{},
		(response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in'),
		'the response is a web page, not a .webp file',
	],
	[
		'is a web page with the name of an image',
		'webp',
		{},
		(response) => response.writeHead(200, { 'content-type': 'image/webp' }).end('<script>alert(1)</script>'),
		'the response is not a .webp file',
	],
	[
		'leads to another host',
		'pdf',
		{},
		(response) => response.writeHead(302, { location: 'http://169.254.169.254/keys' }).end(),
		'its address leads to 169.254.169.254, which is not a host of assets. If the space has files there, add it to `assets.hosts`',
	],
	[
		'is redirected to itself',
		'pdf',
		{},
		(response) => response.writeHead(302, { location: '' }).end(),
		'it was redirected more than 5 times',
	],
	[
		'is too large',
		'pdf',
		{ maxBytes: 10 },
		(response) => response.writeHead(200).end('%PDF-1.4 and more than ten bytes'),
		'it is larger than 10 bytes, the limit of `assets.download.maxBytes`',
	],
	['is empty', 'pdf', {}, (response) => response.writeHead(200).end(), 'the file is empty'],
	[
		'never ends',
		'pdf',
		{ timeoutMs: 100 },
		(response) => response.writeHead(200).write('a'),
		'it did not arrive within 0.1 s',
	],
];

it.each(failures)('returns the reason if a file %s', async (_what, extension, limits, answer, words) => {
	server.answer = (_path, response) => {
		answer(response);
		return true;
	};
	expect(await fetched(extension, limits)).toMatchObject({ kind: 'fault', words });
});
