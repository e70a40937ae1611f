import { createDeliveryClient } from 'astro-slugline/client';
import { expect, it, vi } from 'vitest';
import { systemClock } from '../../packages/astro-slugline/src/client/model/clock.js';
import { createTestClock } from './clock.js';
import { link, pageOf, stories } from './content.js';

const token = 'public-token-1';
const baseUrl = 'http://service.invalid';

/** A service in process that notes when it is asked, and refuses what is above its limit in any second. */
function createLimited(limit: number) {
	const clock = createTestClock();
	const times: number[] = [];
	const refused: number[] = [];
	const fetch: typeof globalThis.fetch = async (input) => {
		const now = clock.now();
		const query = new URL(String(input)).searchParams;
		if (times.filter((time) => time > now - 1000).length >= limit) {
			refused.push(now);
			return Response.json({ error: 'Rate limit reached' }, { status: 429 });
		}
		times.push(now);
		if (String(input).includes('links')) {
			const links = Object.fromEntries(
				pageOf(
					Array.from({ length: 20_000 }, (_, n) => link(n)),
					{ query },
				).map((one) => [one.uuid, one]),
			);
			return Response.json({ links }, { headers: { total: '20000' } });
		}
		return Response.json(
			{ stories: pageOf(stories(4600), { query }), cv: 1 },
			{ headers: { total: '4600' } },
		);
	};
	return { fetch, clock, times, refused };
}

/** The most requests within any second. */
const fastest = (times: number[]) =>
	Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + 1000).length));

it.each([
	[25, 50],
	[50, 15],
	[75, 10],
	[100, 6],
])('requests pages of %i stories at most %i times a second', async (perPage, perSecond) => {
	const { fetch, clock, times } = createLimited(1000);
	const client = createDeliveryClient({ token, baseUrl, fetch, clock });
	expect(await client.stories.all({ perPage })).toHaveLength(4600);
	expect(times).toHaveLength(Math.ceil(4600 / perPage));
	expect(fastest(times)).toBe(Math.min(perSecond, times.length));
});

it('requests pages of links at the slowest rate', async () => {
	const { fetch, clock, times } = createLimited(1000);
	const client = createDeliveryClient({ token, baseUrl, fetch, clock });
	expect(await client.links.all()).toHaveLength(20_000);
	expect(times).toHaveLength(20);
	expect(fastest(times)).toBe(6);
});

it('is never refused by an API with the documented limits', async () => {
	const { fetch, clock, refused } = createLimited(50);
	const client = createDeliveryClient({ token, baseUrl, fetch, clock });
	expect(await client.stories.all()).toHaveLength(4600);
	expect(refused).toHaveLength(0);
});

it.each([20, 6, 3])('slows down for an API that allows only %i requests a second', async (limit) => {
	const { fetch, clock, times, refused } = createLimited(limit);
	const client = createDeliveryClient({ token, baseUrl, fetch, clock });
	expect(await client.stories.all()).toHaveLength(4600);
	expect(times).toHaveLength(184);
	expect(refused.length).toBeLessThan(184);
	const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
	expect(seconds).toBeLessThan((184 / limit) * 2.5);
});

it('recovers its speed after refusals for another reason than its rate', async () => {
	const { fetch, clock, times } = createLimited(1000);
	let count = 0;
	const odd: typeof globalThis.fetch = async (input, init) => {
		count += 1;
		return count > 1 && count < 12 ? Response.json({}, { status: 429 }) : fetch(input, init);
	};
	const client = createDeliveryClient({ token, baseUrl, fetch: odd, clock });
	await client.stories.all();
	const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
	expect(seconds).toBeLessThan(15);
});

it('does not wait if the rate limit is off', async () => {
	const { fetch, clock } = createLimited(1000);
	const client = createDeliveryClient({ token, baseUrl, fetch, clock, rateLimit: false });
	expect(await client.stories.all()).toHaveLength(4600);
	expect(clock.slept).toEqual([]);
});

it('does not go back with the clock of the system, which would make every wait longer', () => {
	const before = systemClock.now();
	vi.spyOn(Date, 'now').mockReturnValueOnce(before - 3_600_000);
	expect(systemClock.now()).toBeGreaterThanOrEqual(before);
	vi.restoreAllMocks();
});
