import { beforeEach, expect, it } from 'vitest';
import {
	type FetchLimits,
	fetchFile,
} from '../../../packages/astro-slugline/src/astro/output/assets/fetch-file.js';
import { type AssetServer, startAssetServer } from '../../support/asset-server.js';

let server: AssetServer;
beforeEach(async () => {
	server = await startAssetServer();
});

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

type Row = [what: string, extension: string, status: number, headers: object, body: string, words: string];

it.each<Row>([
	['is gone', 'jpg', 404, {}, '', 'the response has status 404'],
	[
		'is a web page',
		...(['webp', 200, { 'content-type': 'text/html' }, '<p>Log in'] as const),
		'the response is a web page, not a .webp file',
	],
	[
		'is a web page with the name of an image',
		...(['webp', 200, { 'content-type': 'image/webp' }, '<script>alert(1)</script>'] as const),
		'the response is not a .webp file',
	],
	[
		'leads to another host',
		...(['pdf', 302, { location: 'http://169.254.169.254/keys' }, ''] as const),
		'its address leads to 169.254.169.254, which is not a host of assets. If the space has files there, add it to `assets.hosts`',
	],
	['is redirected to itself', 'pdf', 302, { location: '' }, '', 'it was redirected more than 5 times'],
	[
		'is too large',
		...(['pdf', 200, {}, `%PDF-1.4 ${'x'.repeat(1000)}`] as const),
		'it is larger than 1000 bytes, the limit of `assets.download.maxBytes`',
	],
	['is empty', 'pdf', 200, {}, '', 'the file is empty'],
])('returns the reason if a file %s', async (_what, extension, status, headers, body, words) => {
	server.answer = (_path, response) => {
		response.writeHead(status, { ...headers }).end(body);
		return true;
	};
	expect(await fetched(extension)).toMatchObject({ kind: 'fault', words });
});

it('returns the reason if a file never ends', async () => {
	server.answer = (_path, response) => response.writeHead(200).write('a');
	const words = 'it did not arrive within 0.1 s';
	expect(await fetched('pdf', { timeoutMs: 100 })).toMatchObject({ kind: 'fault', words });
});
