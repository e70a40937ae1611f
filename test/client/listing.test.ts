import { createDeliveryClient } from 'astro-slugline/client';
import { describe, expect, it } from 'vitest';
import { createTestClock } from './clock.js';
import { link, linkList, pageOf, stories, story, storyList } from './content.js';
import { startService } from './service.js';

const token = 'public-token-1';
const pagesAsked = (asked: { query: URLSearchParams }[]) =>
	asked.map(({ query }) => Number(query.get('page')));
const uuidsOf = (items: { uuid: string }[]) => items.map(({ uuid }) => uuid);

describe('stories with a total', () => {
	it.each([
		[0, 1],
		[1, 1],
		[24, 1],
		[25, 1],
		[26, 2],
		[50, 2],
		[123, 5],
	])('%i stories are read in %i requests, in order', async (count, requests) => {
		const all = stories(count);
		const service = await startService((asked) =>
			storyList(pageOf(all, asked), { total: String(count), 'per-page': '25' }),
		);
		const client = createDeliveryClient({ token, baseUrl: service.url });
		expect(uuidsOf(await client.stories.all())).toEqual(uuidsOf(all));
		expect(pagesAsked(service.asked).sort((a, b) => a - b)).toEqual(
			Array.from({ length: requests }, (_, n) => n + 1),
		);
		expect(service.asked.every(({ query }) => query.get('per_page') === '25')).toBe(true);
	});

	it('never has more than 30 concurrent requests, over all lists of a client', async () => {
		const all = stories(40);
		const waiting: (() => void)[] = [];
		let left = 78;
		const service = await startService(async (asked) => {
			if (asked.query.get('page') !== '1') {
				const answered = new Promise<void>((resolve) => waiting.push(resolve));
				if (waiting.length === Math.min(30, left)) {
					left -= waiting.length;
					// Long enough that one too many would arrive.
					setTimeout(() => waiting.splice(0).map((open) => open()), 30);
				}
				await answered;
			}
			return storyList(pageOf(all, asked), { total: '40' });
		});
		const client = createDeliveryClient({ token, baseUrl: service.url, clock: createTestClock() });
		const lists = ['de', 'fr'].map((language) => client.stories.all({ language, perPage: 1 }));
		for (const list of await Promise.all(lists)) expect(uuidsOf(list)).toEqual(uuidsOf(all));
		expect(service.asked).toHaveLength(80);
		expect(service.maxConcurrent()).toBe(30);
	});

	it('accepts pages that are smaller than requested', async () => {
		const all = stories(60);
		const reported = await startService((asked) =>
			storyList(pageOf(all, asked, 20), { total: '60', 'per-page': '20' }),
		);
		const untold = await startService((asked) => storyList(pageOf(all, asked, 20), { total: '60' }));
		for (const service of [reported, untold]) {
			const client = createDeliveryClient({ token, baseUrl: service.url });
			expect(await client.stories.all()).toHaveLength(60);
			expect(service.asked).toHaveLength(3);
		}
	});

	it('reads everything from an API that returns everything on one page', async () => {
		const service = await startService(() => storyList(stories(60), { total: '60' }));
		const client = createDeliveryClient({ token, baseUrl: service.url });
		expect(await client.stories.all()).toHaveLength(60);
		expect(service.asked).toHaveLength(1);
	});

	it('ends even if fewer items come than were announced', async () => {
		const all = stories(30);
		const service = await startService((asked) => storyList(pageOf(all, asked), { total: '400' }));
		const client = createDeliveryClient({ token, baseUrl: service.url, concurrency: 1 });
		expect(await client.stories.all()).toHaveLength(30);
		expect(pagesAsked(service.asked).slice(0, 3)).toEqual([1, 2, 3]);
		expect(service.asked.length).toBeLessThan(5);
	});
});

describe('stories without a total', () => {
	it.each([
		[24, 1],
		[25, 1],
		[50, 2],
		[77, 4],
	])('%i stories, as many as expected, are read in %i requests', async (count, requests) => {
		const service = await startService((asked) => storyList(pageOf(stories(count), asked)));
		const client = createDeliveryClient({ token, baseUrl: service.url });
		expect(uuidsOf(await client.stories.all({ expected: count }))).toEqual(uuidsOf(stories(count)));
		expect(service.asked).toHaveLength(requests);
	});

	it.each([
		[24, 1],
		[25, 2],
		[60, 3],
	])('%i unexpected ones are read in %i requests', async (count, requests) => {
		const service = await startService((asked) => storyList(pageOf(stories(count), asked)));
		const client = createDeliveryClient({ token, baseUrl: service.url });
		expect(await client.stories.all()).toHaveLength(count);
		expect(service.asked).toHaveLength(requests);
	});

	it('reads more than expected, if there are more', async () => {
		const service = await startService((asked) => storyList(pageOf(stories(90), asked)));
		const client = createDeliveryClient({ token, baseUrl: service.url });
		expect(await client.stories.all({ expected: 30 })).toHaveLength(90);
	});

	it('accepts smaller pages if only the expected number shows that there are more', async () => {
		const service = await startService((asked) => storyList(pageOf(stories(90), asked, 25)));
		const client = createDeliveryClient({ token, baseUrl: service.url });
		expect(await client.stories.all({ expected: 90, perPage: 100 })).toHaveLength(90);
		expect(service.asked).toHaveLength(4);
	});

	it('accepts pages smaller than the API’s default if more items are expected', async () => {
		const service = await startService((asked) => storyList(pageOf(stories(58), asked, 10)));
		const client = createDeliveryClient({ token, baseUrl: service.url });
		expect(await client.stories.all({ expected: 58 })).toHaveLength(58);
		expect(service.asked).toHaveLength(6);
	});

	it.each([
		[3, 400, 2],
		[20, 24, 1],
		[26, 400, 2],
	])(
		'sends no needless request if only %i of %i expected stories exist',
		async (count, expected, requests) => {
			const service = await startService((asked) => storyList(pageOf(stories(count), asked)));
			const client = createDeliveryClient({ token, baseUrl: service.url, concurrency: 1 });
			expect(await client.stories.all({ expected })).toHaveLength(count);
			expect(service.asked).toHaveLength(requests);
		},
	);

	it('ends if every page is the same', async () => {
		const service = await startService(() => storyList(stories(25)));
		const client = createDeliveryClient({ token, baseUrl: service.url });
		expect(await client.stories.all()).toHaveLength(25);
		expect(service.asked).toHaveLength(2);
	});

	it('returns a story once if it moves to the next page meanwhile', async () => {
		const all = stories(40);
		const service = await startService((asked) => {
			const shifted = asked.index === 0 ? all : [story(99), ...all];
			return storyList(pageOf(shifted, asked));
		});
		const client = createDeliveryClient({ token, baseUrl: service.url });
		expect(uuidsOf(await client.stories.all())).toEqual(uuidsOf(all));
	});
});

describe('links', () => {
	const links = (count: number) => Array.from({ length: count }, (_, n) => link(n));

	it.each([
		[999, 1, {}],
		[1000, 1, { total: '1000' }],
		[1000, 2, {}],
		[2500, 3, {}],
		[2500, 3, { total: '2500' }],
	])('%i links are read in %i requests with headers %o', async (count, requests, headers) => {
		const service = await startService((asked) => linkList(pageOf(links(count), asked), headers));
		const client = createDeliveryClient({ token, baseUrl: service.url });
		expect(await client.links.all()).toHaveLength(count);
		expect(service.asked).toHaveLength(requests);
		expect(service.asked[0]?.query.get('per_page')).toBe('1000');
	});

	it('ends in a space that returns all links on each page', async () => {
		const service = await startService(() => linkList(links(2500)));
		const client = createDeliveryClient({ token, baseUrl: service.url });
		expect(await client.links.all()).toHaveLength(2500);
		expect(service.asked).toHaveLength(2);
	});
});

describe('one page', () => {
	it('is the requested one, with the facts from its headers', async () => {
		const service = await startService((asked) => storyList(pageOf(stories(30), asked), { total: '30' }));
		const client = createDeliveryClient({ token, baseUrl: service.url });
		const page = await client.stories.page({ page: 3, perPage: 10, cv: 4 });
		expect(uuidsOf(page.items)).toEqual(uuidsOf(stories(30).slice(20)));
		expect(page).toMatchObject({ cv: 7, total: 30, perPage: 10 });
		expect(service.asked).toHaveLength(1);
		expect(await client.stories.page()).toMatchObject({ total: 30, perPage: 25 });
	});

	it('has no total if the API reports none', async () => {
		const service = await startService(() => linkList([], { total: 'many' }));
		const client = createDeliveryClient({ token, baseUrl: service.url });
		expect(await client.links.page()).toEqual({ items: [], cv: null, total: null, perPage: 1000 });
	});
});

describe('iterators', () => {
	it('yield pages and items in order', async () => {
		const service = await startService((asked) => storyList(pageOf(stories(60), asked), { total: '60' }));
		const client = createDeliveryClient({ token, baseUrl: service.url });
		const sizes: number[] = [];
		for await (const page of client.stories.pages()) sizes.push(page.items.length);
		expect(sizes).toEqual([25, 25, 10]);
		const uuids: string[] = [];
		for await (const one of client.stories.each()) uuids.push(one.uuid);
		expect(uuids).toEqual(uuidsOf(stories(60)));
	});

	it('leave nothing running when the caller stops', async () => {
		const service = await startService((asked) =>
			asked.query.get('page') === '3'
				? { fault: 'hang' }
				: storyList(pageOf(stories(500), asked), { total: '500' }),
		);
		const client = createDeliveryClient({ token, baseUrl: service.url });
		for await (const { items } of client.stories.pages()) if (items[0]?.uuid === 'uuid-25') break;
		await expect.poll(service.open).toBe(0);
	});

	it('send no request before they are used, and do not run far ahead', async () => {
		const service = await startService((asked) => storyList(pageOf(stories(5000), asked), { total: '5000' }));
		const client = createDeliveryClient({ token, baseUrl: service.url, concurrency: 4 });
		const pages = client.stories.pages()[Symbol.asyncIterator]();
		expect(service.asked).toHaveLength(0);
		await pages.next();
		expect(service.asked).toHaveLength(1);
		await pages.next();
		expect(service.asked.length).toBeLessThanOrEqual(5);
		await pages.return?.();
	});
});

it('has nothing left running when a page fails for good', async () => {
	const service = await startService((asked) => {
		if (asked.query.get('page') === '1') return storyList(stories(25), { total: '500' });
		return asked.query.get('page') === '7' ? { status: 403 } : { fault: 'hang' };
	});
	const client = createDeliveryClient({ token, baseUrl: service.url });
	await expect(client.stories.all()).rejects.toMatchObject({ status: 403 });
	await expect.poll(service.open).toBe(0);
	const before = service.asked.length;
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(service.asked).toHaveLength(before);
});
