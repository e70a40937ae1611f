import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSpace, type Fault, type SpaceSettings } from 'astro-slugline/space';
import { expect, test } from 'vitest';
import { openSpace, page, storyFile } from './open-space.js';

const files = {
	'a.md': storyFile('', 'component: page\ntitle: One\n'),
	'datasources/d.yaml': 'entries: []\n',
};
/** Drafts are not redirected. */
const one = { version: 'draft' };

test('requests beyond the rate of their tier are refused until the next second', async () => {
	let now = 1_000_000;
	const { ask } = await openSpace(files, { rateLimit: true, clock: () => now });
	const statuses = async (count: number, path: string, query: Record<string, number> = {}) => {
		const seen = new Map<number, number>();
		for (let index = 0; index < count; index++) {
			const { status } = await ask(path, { ...one, ...query });
			seen.set(status, (seen.get(status) ?? 0) + 1);
		}
		return Object.fromEntries(seen);
	};
	expect(await statuses(60, '/v2/cdn/stories')).toEqual({ 200: 50, 429: 10 });
	expect(await statuses(1, '/v2/cdn/stories/a')).toEqual({ 429: 1 });
	expect(await statuses(16, '/v2/cdn/stories', { per_page: 50 })).toEqual({ 200: 15, 429: 1 });
	expect(await statuses(11, '/v2/cdn/stories', { per_page: 51 })).toEqual({ 200: 10, 429: 1 });
	expect(await statuses(7, '/v2/cdn/stories', { per_page: 100 })).toEqual({ 200: 6, 429: 1 });
	const refused = await ask('/v2/cdn/stories', one);
	expect(refused.body).toEqual({ error: 'Rate limit of 50 request per second has been reached.' });
	expect(refused.headers.has('retry-after')).toBe(false);
	now += 1000;
	expect(await statuses(7, '/v2/cdn/links', { per_page: 1000 })).toEqual({ 200: 6, 429: 1 });
	expect(await statuses(50, '/v2/cdn/datasources')).toEqual({ 200: 50 });
});

test('one rate limit can apply to all requests, with a Retry-After header', async () => {
	const { ask } = await openSpace(files, { rateLimit: { perSecond: 1, retryAfter: 2 }, clock: () => 0 });
	expect((await ask('/v2/cdn/spaces/me')).status).toBe(200);
	const refused = await ask('/v2/cdn/links', one);
	expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
});

test('too many concurrent requests are refused, and latency delays each response', async () => {
	const waiting: (() => void)[] = [];
	const slept: number[] = [];
	const { ask } = await openSpace(files, {
		concurrency: 2,
		latencyMs: 30,
		sleep: (milliseconds) => {
			slept.push(milliseconds);
			return new Promise((resolve) => waiting.push(resolve));
		},
	});
	const asked = [ask('/v2/cdn/stories', one), ask('/v2/cdn/stories', one)];
	const refused = await ask('/v2/cdn/stories', one);
	expect([refused.status, refused.body]).toEqual([
		429,
		{ error: 'Limit of 2 concurrent requests has been reached.' },
	]);
	for (const go of waiting) go();
	expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200]);
	expect(slept).toEqual([30, 30]);
	const third = ask('/v2/cdn/stories', one);
	waiting.at(-1)?.();
	expect((await third).status).toBe(200);
});

test('faults apply to matching requests, a number of times or to every nth', async () => {
	const { ask } = await openSpace(files, {
		faults: [
			{ match: '/v2/cdn/links', status: 503, times: 2 },
			{ match: /per_page=7/, status: 500, every: 2 },
			{ match: '/v2/cdn/datasources', status: 404 },
		],
	});
	const statuses = async (path: string, query: Record<string, number>) => {
		const seen: number[] = [];
		for (let index = 0; index < 4; index++) seen.push((await ask(path, { ...one, ...query })).status);
		return seen;
	};
	expect(await statuses('/v2/cdn/links', {})).toEqual([503, 503, 200, 200]);
	expect(await statuses('/v2/cdn/stories', { per_page: 7 })).toEqual([200, 500, 200, 500]);
	expect(await statuses('/v2/cdn/stories', {})).toEqual([200, 200, 200, 200]);
	expect((await ask('/v2/cdn/datasources', one)).body).toEqual(['This record could not be found']);
});

const reach = {
	'in process': async (settings: SpaceSettings) => (await openSpace(files, settings)).space,
	'over a socket': async (settings: SpaceSettings) => {
		const { space } = await openSpace(files, settings);
		return { url: (await space.listen()).url, fetch, tokens: space.tokens };
	},
};

test.each(Object.entries(reach))(
	'pages of HTML, bodies that break off and answers that never come, %s',
	async (_, open) => {
		const asking = async (fault: Fault) => {
			const { url, tokens, fetch } = await open({ faults: [fault] });
			const address = `${url}/v2/cdn/stories?version=draft&token=${tokens.preview}`;
			return (init: RequestInit = {}) => fetch(address, init);
		};
		const html = await (await asking({ html: true }))();
		expect([html.status, html.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
		expect(await html.text()).toContain('<h1>');
		expect((await (await asking({ html: true, status: 502 }))()).status).toBe(502);

		const cut = await asking({ cut: true, times: 1 });
		const broken = await cut();
		expect(broken.status).toBe(200);
		await expect(broken.text()).rejects.toThrow();
		expect((await (await cut()).json()).stories).toHaveLength(1);

		const timeout = new AbortController();
		const never = (await asking({ hang: true }))({ signal: timeout.signal });
		setTimeout(() => timeout.abort(), 20);
		await expect(never).rejects.toMatchObject({ name: 'AbortError' });
	},
);

test('closing ends requests that hang', async () => {
	const { space } = await openSpace(files, { faults: [{ hang: true }] });
	const { url } = await space.listen();
	const asked = [space.fetch(space.url), fetch(url)].map((each) =>
		each.then(
			() => 'answered',
			() => 'ended',
		),
	);
	setTimeout(() => space.close(), 20);
	expect(await Promise.all(asked)).toEqual(['ended', 'ended']);
});

test('an edge caches no errors', async () => {
	const { ask, folder } = await openSpace(files, { edge: true, clock: () => 0 });
	expect((await ask('/v2/cdn/stories/b', { cv: 1 })).status).toBe(404);
	await writeFile(join(folder, 'b.md'), page);
	expect((await ask('/v2/cdn/stories/b', { cv: 1 })).status).toBe(200);
});

test('invalid settings are reported at once', () => {
	const problem = (settings: object) => {
		try {
			createSpace('space', settings);
			return '';
		} catch (error) {
			expect(error).toBeInstanceOf(TypeError);
			return error instanceof Error ? error.message : '';
		}
	};
	const settings = [
		{ edge: 'past' },
		{ latency: 5 },
		{ latencyMs: -1 },
		{ concurrency: 0 },
		{ rateLimit: 50 },
		{ clock: 5 },
		{ faults: [{}] },
		{ faults: [{ hang: true, cut: true }] },
		{ faults: [{ status: 500, times: 1, every: 2 }] },
	];
	expect(settings.map(problem)).toMatchInlineSnapshot(`
		[
		  "Invalid setting \`edge\` of createSpace(): Expected true, false, or an object with \`minimumCacheTtl\` and \`locations\`.",
		  "Invalid setting \`latency\` of createSpace(): Unknown setting.",
		  "Invalid setting \`latencyMs\` of createSpace(): Expected milliseconds, 0 or more.",
		  "Invalid setting \`concurrency\` of createSpace(): Expected a whole number of at least 1.",
		  "Invalid setting \`rateLimit\` of createSpace(): Expected true, false, or an object with \`perSecond\` and \`retryAfter\`.",
		  "Invalid setting \`clock\` of createSpace(): Expected a function.",
		  "Invalid setting \`faults.0\` of createSpace(): Expected one of \`status\`, \`html\`, \`hang\`, and \`cut\`. Only \`status\` and \`html\` can be combined.",
		  "Invalid setting \`faults.0\` of createSpace(): Expected one of \`status\`, \`html\`, \`hang\`, and \`cut\`. Only \`status\` and \`html\` can be combined.",
		  "Invalid setting \`faults.0\` of createSpace(): Expected \`times\` or \`every\`, not both.",
		]
	`);
});
