import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { createDeliveryClient } from 'astro-slugline/client';
import { expect, it } from 'vitest';
import { createTestClock } from './clock.js';
import { stories, storyList } from './content.js';
import { startClient, token } from './service.js';

/** A client whose requests this function answers. */
const clientOf = (fetch: typeof globalThis.fetch) =>
	createDeliveryClient({ token, baseUrl: 'http://space.test', fetch, clock: createTestClock() });

const megabyte = new Uint8Array(1024 * 1024).fill(0x20);

/** Answers with a body of so many megabytes, made as it is read; counts the requests and the bytes that were read. */
function endlessAnswer(megabytes: number, headers: Record<string, string> = {}) {
	const counts = { requests: 0, megabytes: 0 };
	const fetch: typeof globalThis.fetch = async () => {
		counts.requests += 1;
		let left = megabytes;
		const body = new ReadableStream<Uint8Array>({
			pull(controller) {
				if (left <= 0) return controller.close();
				left -= 1;
				counts.megabytes += 1;
				controller.enqueue(megabyte);
			},
		});
		return new Response(body, { headers: { 'content-type': 'application/json', ...headers } });
	};
	return { counts, fetch };
}

it('stops reading a response of 3 GB, and does not request it again', async () => {
	const { counts, fetch } = endlessAnswer(3000);
	const client = clientOf(fetch);
	const error = await client.currentSpace().catch((error) => error);
	expect(error).toMatchObject({ kind: 'too-large', attempts: 1 });
	expect(error.message).toMatchInlineSnapshot(
		`"The response to GET http://space.test/v2/cdn/spaces/me/ is larger than 64 MB, so reading stopped. This is probably not the address of the API: check \`baseUrl\`. If a story really is that large, split it, or lower \`perPage\`."`,
	);
	expect(counts.requests).toBe(1);
	expect(counts.megabytes).toBeLessThan(70);
});

it('does not start to read a response that announces too many bytes', async () => {
	const { counts, fetch } = endlessAnswer(3000, { 'content-length': '3000000000' });
	const client = clientOf(fetch);
	await expect(client.currentSpace()).rejects.toMatchObject({ kind: 'too-large' });
	expect(counts.megabytes).toBeLessThan(3);
});

it('does not unpack a gzip bomb', async () => {
	const bomb = gzipSync(new Uint8Array(100 * megabyte.length), { level: 1 });
	const client = clientOf(async () => {
		const unpacked = new Blob([bomb]).stream().pipeThrough(new DecompressionStream('gzip'));
		return new Response(unpacked, { headers: { 'content-length': String(bomb.byteLength) } });
	});
	await expect(client.currentSpace()).rejects.toMatchObject({ kind: 'too-large', attempts: 1 });
});

it('reads a response of many megabytes', async () => {
	const large = { ...stories(1)[0], content: { _uid: 'a', component: 'page', text: 'x'.repeat(30_000_000) } };
	const { client } = await startClient(storyList([large], { total: '1' }));
	expect(await client.stories.all()).toHaveLength(1);
});

it.each([
	['without a word of its length', {}],
	['that announces 25', { total: '25' }],
	['that announces nine quadrillions', { total: '9000000000000000' }],
] as [string, Record<string, string>][])('ends a list %s that has no end', async (_, headers) => {
	const fetch: typeof globalThis.fetch = async (input) => {
		const url = new URL(String(input));
		const page = Number(url.searchParams.get('page'));
		const perPage = Number(url.searchParams.get('per_page'));
		const datasources = Array.from({ length: perPage }, (_, at) => ({
			id: page * perPage + at,
			name: 'd',
			slug: 'd',
			dimensions: [],
		}));
		return Response.json({ datasources, cv: 1 }, { headers });
	};
	const client = clientOf(fetch);
	let items = 0;
	const read = async () => {
		for await (const page of client.datasources.pages()) items += page.items.length;
	};
	const error = await read().catch((error) => error);
	expect(error).toMatchObject({ name: 'SluglineServiceError', kind: 'endless' });
	expect(error.message).toContain('does not end');
	expect(items).toBeLessThan(2_300_000);
});

it('reads large responses side by side, and a list without an end, in 700 MB of heap', async () => {
	const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
	const { stdout } = await promisify(execFile)(process.execPath, [
		'--max-old-space-size=700',
		'--conditions=slugline-source',
		'--import',
		here('../sync/kill/sources.mjs'),
		here('processes/large-answers.ts'),
	]);
	expect(JSON.parse(stdout)).toEqual({
		stories: 24 * 25,
		endless: expect.stringMatching(/The list GET .* does not end: the API returned 2\d\d MB and has more\./),
	});
});

it('leaves out the content of a story that is nested 5,000 levels deep', async () => {
	const nested = `${'{"type":"blockquote","content":['.repeat(2500)}1${']}'.repeat(2500)}`;
	const [story] = stories(1);
	const body = JSON.stringify({ ...story, content: { ...story?.content, text: '@' } }).replace('"@"', nested);
	const fetch = async () =>
		new Response(`{"stories":[${body}],"cv":1,"rels":[],"links":[]}`, { headers: { total: '1' } });
	const client = clientOf(fetch);
	const [left] = await client.stories.all();
	expect(left).toMatchObject({ uuid: story?.uuid, full_slug: story?.full_slug });
	expect(left?.content).toEqual({ _uid: story?.content._uid, component: 'nested too deep' });
});

it.each(['full_slug', 'slug', 'path', 'default_full_slug'])(
	'names a story whose %s is longer than an address can be',
	async (field) => {
		const [story] = stories(1);
		const fetch = async () =>
			Response.json({ stories: [{ ...story, [field]: `a${'/'.repeat(8000)}b` }], cv: 1 });
		const client = clientOf(fetch);
		const error = await client.stories.all().catch((error) => error);
		expect(error).toMatchObject({ kind: 'shape' });
		expect(error.message).toMatch(/the story "/);
		expect(`${error.words}. ${error.hint}`).toMatchInlineSnapshot(
			`"it is longer than 8000 characters, more than servers accept in an address. Check that entry in the space."`,
		);
	},
);

it('leaves out a key that would be the prototype of an object', async () => {
	const [story] = stories(1);
	const content = '{"_uid":"a","component":"__proto__","plugin":{"__proto__":{"polluted":true},"size":2}}';
	const body = JSON.stringify({ stories: [{ ...story, content: '@' }], cv: 1 }).replace('"@"', content);
	const fetch = async () => new Response(body, { headers: { total: '1' } });
	const client = clientOf(fetch);
	const [read] = await client.stories.all();
	expect(JSON.stringify(read?.content)).toBe('{"_uid":"a","component":"__proto__","plugin":{"size":2}}');
});
