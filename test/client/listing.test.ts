import type { StoryQuery } from 'astro-slugline/client';
import { describe, expect, it } from 'vitest';
import { link, linkList, pageOf, stories, story, storyList } from './content.js';
import { type Asked, startClient } from './service.js';

const uuidsOf = (items: { uuid: string }[]) => items.map(({ uuid }) => uuid);

// What lists of any length and pages of any size need, whatever fails, is in properties.test.ts.

it.each<[what: string, count: number, largest: number, query: StoryQuery, requests: number]>([
	['fewer than a page', 24, 25, {}, 1],
	['a full page, after which there may be more', 25, 25, {}, 2],
	['several pages, the last of which is not full', 60, 25, {}, 3],
	['more than expected', 90, 25, { expected: 30 }, 4],
	['pages smaller than the default, as more are expected', 58, 10, { expected: 58 }, 6],
	['a few of the expected ones', 3, 25, { expected: 400 }, 2],
	['nearly all of the expected ones', 20, 25, { expected: 24 }, 1],
	['two pages of many expected ones', 26, 25, { expected: 400 }, 2],
])('reads stories without a total: %s', async (_, count, largest, query, requests) => {
	const answer = (asked: Asked) => storyList(pageOf(stories(count), asked, largest));
	const { service, client } = await startClient(answer, { concurrency: 1 });
	expect(uuidsOf(await client.stories.all(query))).toEqual(uuidsOf(stories(count)));
	expect(service.asked).toHaveLength(requests);
});

it('ends even if fewer items come than were announced', async () => {
	const answer = (asked: Asked) => storyList(pageOf(stories(30), asked), { total: '400' });
	const { service, client } = await startClient(answer, { concurrency: 1 });
	expect(await client.stories.all()).toHaveLength(30);
	expect(service.asked.length).toBeLessThan(5);
});

it('never has more than 30 concurrent requests, over all lists of a client', async () => {
	const all = stories(40);
	const waiting: (() => void)[] = [];
	let left = 78;
	const { service, client } = await startClient(async (asked) => {
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
	const lists = ['de', 'fr'].map((language) => client.stories.all({ language, perPage: 1 }));
	for (const list of await Promise.all(lists)) expect(uuidsOf(list)).toEqual(uuidsOf(all));
	expect(service.asked).toHaveLength(80);
	expect(service.maxConcurrent()).toBe(30);
});

it('ends if every page is the same', async () => {
	const { service, client } = await startClient(storyList(stories(25)));
	expect(await client.stories.all()).toHaveLength(25);
	expect(service.asked).toHaveLength(2);
});

it('returns a story once if it moves to the next page meanwhile', async () => {
	const all = stories(40);
	const { client } = await startClient((asked) => {
		const shifted = asked.index === 0 ? all : [story(99), ...all];
		return storyList(pageOf(shifted, asked));
	});
	expect(uuidsOf(await client.stories.all())).toEqual(uuidsOf(all));
});

describe('links', () => {
	const links = (count: number) => Array.from({ length: count }, (_, n) => link(n));

	it.each([
		[999, 1, {}],
		[1000, 1, { total: '1000' }],
		[1000, 2, {}],
		[2500, 3, { total: '2500' }],
	])('%i links are read in %i requests with headers %o', async (count, requests, headers) => {
		const { service, client } = await startClient((asked) => linkList(pageOf(links(count), asked), headers));
		expect(await client.links.all()).toHaveLength(count);
		expect(service.asked).toHaveLength(requests);
		expect(service.asked[0]?.query.get('per_page')).toBe('1000');
	});

	it('ends in a space that returns all links on each page', async () => {
		const { service, client } = await startClient(linkList(links(2500)));
		expect(await client.links.all()).toHaveLength(2500);
		expect(service.asked).toHaveLength(2);
	});
});

describe('one page', () => {
	it('is the requested one, with the facts from its headers', async () => {
		const { service, client } = await startClient((asked) =>
			storyList(pageOf(stories(30), asked), { total: '30' }),
		);
		const page = await client.stories.page({ page: 3, perPage: 10, cv: 4 });
		expect(uuidsOf(page.items)).toEqual(uuidsOf(stories(30).slice(20)));
		expect(page).toMatchObject({ cv: 7, total: 30, perPage: 10 });
		expect(service.asked).toHaveLength(1);
		expect(await client.stories.page()).toMatchObject({ total: 30, perPage: 25 });
	});

	it('has no total if the API reports none', async () => {
		const { client } = await startClient(linkList([], { total: 'many' }));
		expect(await client.links.page()).toEqual({ items: [], cv: null, total: null, perPage: 1000 });
	});
});

describe('iterators', () => {
	it('yield pages and items in order', async () => {
		const { client } = await startClient((asked) => storyList(pageOf(stories(60), asked), { total: '60' }));
		const sizes: number[] = [];
		for await (const page of client.stories.pages()) sizes.push(page.items.length);
		expect(sizes).toEqual([25, 25, 10]);
		const uuids: string[] = [];
		for await (const one of client.stories.each()) uuids.push(one.uuid);
		expect(uuids).toEqual(uuidsOf(stories(60)));
	});

	it('leave nothing running when the caller stops', async () => {
		const { service, client } = await startClient((asked) =>
			asked.query.get('page') === '3'
				? { fault: 'hang' }
				: storyList(pageOf(stories(500), asked), { total: '500' }),
		);
		for await (const { items } of client.stories.pages()) if (items[0]?.uuid === 'uuid-25') break;
		await expect.poll(service.open).toBe(0);
	});

	it('send no request before they are used, and do not run far ahead', async () => {
		const { service, client } = await startClient(
			(asked) => storyList(pageOf(stories(5000), asked), { total: '5000' }),
			{ concurrency: 4 },
		);
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
	const { service, client } = await startClient((asked) => {
		if (asked.query.get('page') === '1') return storyList(stories(25), { total: '500' });
		return asked.query.get('page') === '7' ? { status: 403 } : { fault: 'hang' };
	});
	await expect(client.stories.all()).rejects.toMatchObject({ status: 403 });
	await expect.poll(service.open).toBe(0);
	const before = service.asked.length;
	await new Promise((resolve) => setTimeout(resolve, 50));
	expect(service.asked).toHaveLength(before);
});
