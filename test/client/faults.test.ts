import { createDeliveryClient, type RequestEvent } from 'astro-slugline/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestClock } from './clock.js';
import { currentSpace, stories, storyList } from './content.js';
import { type Asked, type Reply, startClient, token } from './service.js';

const faults: [string, Reply][] = [
	['a 500', { status: 500, body: { error: 'Internal' } }],
	['a 502 in HTML', { status: 502, body: '<h1>Bad gateway</h1>' }],
	['a 503 without a body', { status: 503 }],
	['a 429', { status: 429, body: { error: 'Rate limit of 50 requests per second has been reached.' } }],
	['a 429 with Retry-After', { status: 429, headers: { 'retry-after': '1' } }],
	['a dropped connection', { fault: 'drop' }],
	['an answer that breaks off', { ...currentSpace, fault: 'cut' }],
	['an answer that ends early', { headers: { 'content-type': 'application/json' }, body: '{"space": {"id"' }],
	['an empty answer', { headers: { 'content-type': 'application/json' }, body: '' }],
];

const sum = (pauses: number[]) => pauses.reduce((all, ms) => all + ms, 0);

// That faults change nothing in a list is in properties.test.ts.
describe.each(faults)('%s', (name, fault) => {
	it('is survived four times in a row at first, and ten times once the API has responded', async () => {
		const { service, client } = await startClient(({ index }) =>
			index < 4 || (index > 4 && index < 15) ? fault : currentSpace,
		);
		expect(await client.currentSpace()).toMatchObject({ name: 'Magazine' });
		expect(service.asked).toHaveLength(5);
		expect(await client.currentSpace()).toMatchObject({ name: 'Magazine' });
		expect(service.asked).toHaveLength(16);
	});

	it('ends in an error after 12 attempts and less than 40 seconds, once the API has responded', async () => {
		const { service, client, clock } = await startClient(({ index }) => (index === 0 ? currentSpace : fault));
		await client.currentSpace();
		await expect(client.currentSpace()).rejects.toMatchObject({ attempts: 12 });
		expect(service.asked).toHaveLength(13);
		expect(sum(clock.slept)).toBeLessThan(40_000);
	});

	// A refusal for the rate is no sign of that.
	if (name.startsWith('a 429')) return;
	it('shows within three seconds that an API is down', async () => {
		const { client, clock } = await startClient(fault);
		await expect(client.currentSpace()).rejects.toMatchObject({ attempts: 5 });
		expect(sum(clock.slept)).toBeLessThan(3000);
	});
});

it('fails within 15 seconds if the API accepts connections without a response', async () => {
	vi.useFakeTimers();
	onTestFinished(() => void vi.useRealTimers());
	let answers = false;
	const fetch: typeof globalThis.fetch = (_, init) =>
		answers
			? Promise.resolve(Response.json(currentSpace.body))
			: new Promise((_resolve, reject) => {
					init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
				});
	const timeToError = async (client: ReturnType<typeof createDeliveryClient>) => {
		const began = Date.now();
		let ended = 0;
		const error = client.currentSpace().catch((error: unknown) => {
			ended = Date.now() - began;
			return error;
		});
		await vi.advanceTimersByTimeAsync(100_000);
		expect(await error).toMatchObject({ kind: 'timeout' });
		return ended;
	};
	const options = { token, baseUrl: 'http://service.test', fetch };
	expect(await timeToError(createDeliveryClient(options))).toBeLessThanOrEqual(15_500);
	// A longer timeout is respected, and an API that has responded before may be slow for a while.
	expect(await timeToError(createDeliveryClient({ ...options, timeoutMs: 20_000 }))).toBeGreaterThanOrEqual(
		20_000,
	);
	const client = createDeliveryClient(options);
	answers = true;
	await client.currentSpace();
	answers = false;
	expect(await timeToError(client)).toBeGreaterThan(60_000);
});

it('gives up on a response that hangs before its headers or within its body', async () => {
	const hangs = ({ index }: Asked) => (index < 2 ? ({ fault: 'hang' } as const) : currentSpace);
	const { client } = await startClient(hangs, { timeoutMs: 30 });
	expect(await client.currentSpace()).toMatchObject({ id: 1 });
	const body = await startClient(currentSpace, {
		timeoutMs: 10,
		fetch: async () => new Response(new ReadableStream()),
		retry: { attempts: 2 },
	});
	await expect(body.client.currentSpace()).rejects.toMatchObject({ kind: 'timeout', attempts: 2 });
});

it('spends no more than the total time on one request, however it hangs', async () => {
	let asked = 0;
	const { client, clock } = await startClient(currentSpace, {
		timeoutMs: 5,
		async fetch() {
			asked += 1;
			if (asked === 1) return Response.json(currentSpace.body);
			void clock.sleep(30_000);
			return new Promise(() => {});
		},
	});
	await client.currentSpace();
	const begun = clock.now();
	await expect(client.currentSpace()).rejects.toMatchObject({ kind: 'timeout', attempts: 3 });
	expect(clock.now() - begun).toBeLessThanOrEqual(91_000);
});

it('cancels the whole list as soon as one page fails for good', async () => {
	const { service, client } = await startClient(({ query }) =>
		query.get('page') === '1' ? storyList(stories(25), { total: '2500' }) : { status: 500 },
	);
	await expect(client.stories.all()).rejects.toMatchObject({ status: 500, attempts: 12 });
	// 30 pages at once with 12 attempts each; the other 69 pages were never asked for.
	expect(service.asked.length).toBeLessThanOrEqual(1 + 30 * 12);
});

it.each([400, 401, 403, 404, 422])('does not retry after status %i', async (status) => {
	const { service, client } = await startClient({ status, body: { error: 'No' } });
	await expect(client.currentSpace()).rejects.toMatchObject({ status, attempts: 1, words: 'No' });
	expect(service.asked).toHaveLength(1);
});

it('retries an HTML response only twice, and survives a single one', async () => {
	const { service, client } = await startClient(({ index }) =>
		index === 1 ? currentSpace : { body: '<html>Hello</html>' },
	);
	expect(await client.currentSpace()).toMatchObject({ id: 1 });
	await expect(client.currentSpace()).rejects.toMatchObject({ kind: 'not-json', attempts: 3 });
	expect(service.asked).toHaveLength(5);
});

describe('pauses', () => {
	const pausesOf = async (reply: (n: number) => Reply, random = 1) => {
		const clock = createTestClock(random);
		const { client } = await startClient(({ index }) => (index === 0 ? currentSpace : reply(index - 1)), {
			clock,
		});
		await client.currentSpace();
		await client.currentSpace().catch(() => {});
		return clock.slept;
	};

	it('double up to three seconds, and half of each is random', async () => {
		const longest = [150, 300, 600, 1200, 2400, 3000, 3000, 3000, 3000, 3000, 3000];
		expect(await pausesOf(() => ({ status: 500 }))).toEqual(longest);
		expect(await pausesOf(() => ({ status: 500 }), 0)).toEqual(longest.map((ms) => ms / 2));
	});

	it.each([
		['7', 503, 7000],
		['7', 429, 7000],
		['3600', 503, 30_000],
		[new Date(1_000_000 + 9000).toUTCString(), 503, 9000],
		[new Date(0).toUTCString(), 503, 150],
		['soon', 503, 150],
		['0', 503, 150],
	])('follow Retry-After, up to half a minute: %s', async (value, status, ms) => {
		const refusal = { status, headers: { 'retry-after': value } };
		expect(await pausesOf((n) => (n === 0 ? refusal : currentSpace))).toEqual([ms]);
	});

	it('count toward the request that follows', async () => {
		const events: RequestEvent[] = [];
		const { client } = await startClient(({ index }) => (index < 2 ? { status: 500 } : currentSpace), {
			onRequest: (event) => events.push(event),
		});
		await client.currentSpace();
		expect(events.map(({ attempt, waitedMs }) => [attempt, waitedMs])).toEqual([
			[1, 0],
			[2, 150],
			[3, 300],
		]);
	});
});
