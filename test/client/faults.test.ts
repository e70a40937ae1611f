import { createDeliveryClient, type RequestEvent } from 'astro-slugline/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestClock } from './clock.js';
import { currentSpace, pageOf, stories, storyList } from './content.js';
import { type Reply, startService } from './service.js';

const token = 'public-token-1';

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

describe.each(faults)('%s', (_, fault) => {
	it('is survived four times in a row at first, and ten times once the API has responded', async () => {
		const service = await startService(({ index }) =>
			index < 4 || (index > 4 && index < 15) ? fault : currentSpace,
		);
		const client = createDeliveryClient({ token, baseUrl: service.url, clock: createTestClock() });
		expect(await client.currentSpace()).toMatchObject({ name: 'Magazine' });
		expect(service.asked).toHaveLength(5);
		expect(await client.currentSpace()).toMatchObject({ name: 'Magazine' });
		expect(service.asked).toHaveLength(16);
	});

	it('ends in an error after 12 attempts and less than 40 seconds, once the API has responded', async () => {
		const service = await startService(({ index }) => (index === 0 ? currentSpace : fault));
		const clock = createTestClock();
		const client = createDeliveryClient({ token, baseUrl: service.url, clock });
		await client.currentSpace();
		const error = await client.currentSpace().catch((error) => error);
		expect(error).toMatchObject({ name: 'SluglineServiceError', attempts: 12 });
		expect(service.asked).toHaveLength(13);
		expect(clock.slept.reduce((sum, ms) => sum + ms)).toBeLessThan(40_000);
	});

	it('changes nothing in a list', async () => {
		const all = stories(200);
		const service = await startService((asked) =>
			asked.index % 3 === 1 ? fault : storyList(pageOf(all, asked), { total: '200' }),
		);
		const client = createDeliveryClient({ token, baseUrl: service.url, clock: createTestClock() });
		const read = await client.stories.all();
		expect(read.map(({ uuid }) => uuid)).toEqual(all.map(({ uuid }) => uuid));
	});
});

it.each(faults.filter(([name]) => !name.startsWith('a 429')))(
	'%s: an API that is down is reported within three seconds',
	async (_, fault) => {
		const service = await startService(() => fault);
		const clock = createTestClock();
		const client = createDeliveryClient({ token, baseUrl: service.url, clock });
		await expect(client.currentSpace()).rejects.toMatchObject({ attempts: 5 });
		expect(clock.slept.reduce((sum, ms) => sum + ms)).toBeLessThan(3000);
	},
);

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
	const service = await startService(({ index }) => (index < 2 ? { fault: 'hang' } : currentSpace));
	const hangingBody: typeof fetch = async (input, init) => {
		if (service.asked.length < 2) return fetch(input, init);
		return new Response(new ReadableStream());
	};
	const clock = createTestClock();
	const client = createDeliveryClient({ token, baseUrl: service.url, timeoutMs: 30, clock });
	expect(await client.currentSpace()).toMatchObject({ id: 1 });
	const hanging = createDeliveryClient({
		token,
		baseUrl: service.url,
		timeoutMs: 10,
		clock,
		fetch: hangingBody,
		retry: { attempts: 2 },
	});
	await expect(hanging.currentSpace()).rejects.toMatchObject({ kind: 'timeout', attempts: 2 });
});

it('spends no more than the total time on one request, however it hangs', async () => {
	const clock = createTestClock();
	let asked = 0;
	const never: typeof fetch = async () => {
		asked += 1;
		if (asked === 1) return Response.json(currentSpace.body);
		void clock.sleep(30_000);
		return new Promise(() => {});
	};
	const client = createDeliveryClient({
		token,
		baseUrl: 'http://127.0.0.1:1',
		clock,
		timeoutMs: 5,
		fetch: never,
	});
	await client.currentSpace();
	const begun = clock.now();
	await expect(client.currentSpace()).rejects.toMatchObject({ kind: 'timeout', attempts: 3 });
	expect(clock.now() - begun).toBeLessThanOrEqual(91_000);
});

it('cancels the whole list as soon as one page fails for good', async () => {
	const service = await startService((asked) =>
		asked.query.get('page') === '1' ? storyList(stories(25), { total: '2500' }) : { status: 500 },
	);
	const client = createDeliveryClient({ token, baseUrl: service.url, clock: createTestClock() });
	await expect(client.stories.all()).rejects.toMatchObject({ status: 500, attempts: 12 });
	// 30 pages at once with 12 attempts each; the other 69 pages were never asked for.
	expect(service.asked.length).toBeLessThanOrEqual(1 + 30 * 12);
});

it.each([400, 401, 403, 404, 422])('does not retry after status %i', async (status) => {
	const service = await startService(() => ({ status, body: { error: 'No' } }));
	const client = createDeliveryClient({ token, baseUrl: service.url });
	await expect(client.currentSpace()).rejects.toMatchObject({ status, attempts: 1, words: 'No' });
	expect(service.asked).toHaveLength(1);
});

it('retries an HTML response only twice, and survives a single one', async () => {
	const service = await startService(({ index }) =>
		index === 1 ? currentSpace : { body: '<html>Hello</html>' },
	);
	const client = createDeliveryClient({ token, baseUrl: service.url, clock: createTestClock() });
	expect(await client.currentSpace()).toMatchObject({ id: 1 });
	await expect(client.currentSpace()).rejects.toMatchObject({ kind: 'not-json', attempts: 3 });
	expect(service.asked).toHaveLength(5);
});

it('does not retry for long at a host that does not exist', async () => {
	const failing: typeof fetch = async () => {
		const cause = Object.assign(new Error('getaddrinfo ENOTFOUND nowhere.invalid'), { code: 'ENOTFOUND' });
		throw new TypeError('fetch failed', { cause });
	};
	const client = createDeliveryClient({
		token,
		baseUrl: 'http://nowhere.invalid',
		clock: createTestClock(),
		fetch: failing,
	});
	await expect(client.currentSpace()).rejects.toMatchObject({ kind: 'network', attempts: 3 });
});

describe('pauses', () => {
	const pausesOf = async (reply: (n: number) => Reply, random = 1) => {
		const clock = createTestClock(random);
		const service = await startService(({ index }) => (index === 0 ? currentSpace : reply(index - 1)));
		const client = createDeliveryClient({ token, baseUrl: service.url, clock });
		await client.currentSpace();
		await client.currentSpace().catch(() => {});
		return clock.slept;
	};

	it('double up to three seconds, and half of each is random', async () => {
		const longest = [150, 300, 600, 1200, 2400, 3000, 3000, 3000, 3000, 3000, 3000];
		expect(await pausesOf(() => ({ status: 500 }))).toEqual(longest);
		expect(await pausesOf(() => ({ status: 500 }), 0)).toEqual(longest.map((ms) => ms / 2));
	});

	it('follow Retry-After, in seconds or as a date, up to half a minute', async () => {
		const pauseFor = (value: string, status = 503) =>
			pausesOf((n) => (n === 0 ? { status, headers: { 'retry-after': value } } : currentSpace));
		expect(await pauseFor('7')).toEqual([7000]);
		expect(await pauseFor('7', 429)).toEqual([7000]);
		expect(await pauseFor('3600')).toEqual([30_000]);
		expect(await pauseFor(new Date(1_000_000 + 9000).toUTCString())).toEqual([9000]);
		expect(await pauseFor(new Date(0).toUTCString())).toEqual([150]);
		expect(await pauseFor('soon')).toEqual([150]);
		expect(await pauseFor('0')).toEqual([150]);
	});

	it('count toward the request that follows', async () => {
		const service = await startService(({ index }) => (index < 2 ? { status: 500 } : currentSpace));
		const events: RequestEvent[] = [];
		await createDeliveryClient({
			token,
			baseUrl: service.url,
			clock: createTestClock(),
			onRequest: (event) => events.push(event),
		}).currentSpace();
		expect(events.map(({ attempt, waitedMs }) => [attempt, waitedMs])).toEqual([
			[1, 0],
			[2, 150],
			[3, 300],
		]);
	});
});
