import { createDeliveryClient, type DeliveryClient } from 'astro-slugline/client';
import { expect, it } from 'vitest';
import { createTestClock } from '../rebuild/support/clock.js';
import { link, pageOf, stories } from './content.js';

const latencyMs = 50;
const all = stories(5000);
const links = Array.from({ length: 10_000 }, (_, n) => link(n));

/** An edge in front of a service that counts what reaches it in fixed windows of a second, each tier for itself. */
function createEdge(isHit: (request: number) => boolean, { redirects = false } = {}) {
	const clock = createTestClock();
	const starts: number[] = [];
	const origin: number[] = [];
	const counts = new Map<string, number>();
	let refused = 0;
	const fetch: typeof globalThis.fetch = async (input) => {
		const request = starts.length;
		const at = clock.now();
		starts.push(at);
		await clock.sleep(latencyMs / 2);
		const hit = isHit(request);
		const url = new URL(String(input));
		const query = url.searchParams;
		const tier = Number(query.get('per_page')) > 25 ? 6 : 50;
		if (!hit) {
			const window = `${tier} ${Math.floor(clock.now() / 1000)}`;
			const count = (counts.get(window) ?? 0) + 1;
			counts.set(window, count);
			origin.push(clock.now());
			if (count > tier) {
				refused += 1;
				return Response.json({}, { status: 429, headers: { 'x-cache': 'Error from cloudfront' } });
			}
		}
		await clock.sleep(latencyMs / 2);
		if (redirects && !query.has('cv') && query.has('per_page')) {
			url.searchParams.set('cv', '7');
			return new Response(null, {
				status: 301,
				headers: { location: url.href, 'x-cache': 'Miss from cloudfront' },
			});
		}
		const headers = {
			'x-cache': `${hit ? 'Hit' : 'RefreshHit'} from cloudfront`,
			total: String(String(input).includes('/links') ? links.length : all.length),
		};
		if (!String(input).includes('/links')) {
			return Response.json({ stories: pageOf(all, { query }), cv: 7 }, { headers });
		}
		const page = pageOf(links, { query }).map((one) => [one.uuid, one]);
		return Response.json({ links: Object.fromEntries(page), cv: 7 }, { headers });
	};
	let seed = 1;
	const random = () => {
		seed = (seed * 16_807) % 2_147_483_647;
		return seed / 2_147_483_647;
	};
	const client = () =>
		createDeliveryClient({ token: 't', baseUrl: 'http://edge.invalid', fetch, clock: { ...clock, random } });
	/** Seconds that a run takes. */
	const time = async (run: (client: DeliveryClient) => Promise<unknown>) => {
		// The first answer says that there is an edge.
		const one = client();
		await clock.until(one.stories.page({ perPage: 1 }));
		const began = clock.now();
		await clock.until(run(one));
		return ((starts.at(-1) ?? began) - began) / 1000;
	};
	return { clock, starts, origin, client, time, refused: () => refused };
}

const listStories = (client: DeliveryClient) => client.stories.all({ cv: 7 });

it('spaces requests to a cold edge evenly, at the rate of the tier, and is never refused', async () => {
	const { time, origin, refused } = createEdge(() => false);
	expect(await time(listStories)).toBeLessThan((200 / 50) * 1.15);
	expect(refused()).toBe(0);
	const gaps = origin.slice(2).map((at, n) => at - (origin[n + 1] ?? 0));
	expect(Math.min(...gaps)).toBeGreaterThan(15);
});

it('follows the redirect of a first request at once, and stays within the tier', async () => {
	const { time, origin, refused } = createEdge(() => false, { redirects: true });
	await time((client) => client.links.all());
	// The very first request is the one that learns of the edge, and the target of its redirect.
	const [, , redirected = 0, target = 0, ...others] = origin;
	expect(target - redirected).toBeLessThan(2 * latencyMs);
	expect(refused()).toBe(0);
	expect(others).toHaveLength(9);
	const starts = origin.slice(2);
	expect(Math.max(...starts.map((at) => starts.filter((one) => one >= at && one < at + 1000).length))).toBe(
		6,
	);
});

it('sends many times more requests to a warm edge', async () => {
	const { time, starts, refused } = createEdge(() => true);
	expect(await time(listStories)).toBeLessThan((200 / 50) * 0.25);
	expect(refused()).toBe(0);
	const limit = Math.max(
		...starts.map((from) => starts.filter((at) => at >= from && at < from + 1000).length),
	);
	expect(limit).toBeLessThanOrEqual(1000);
	expect(await createEdge(() => true).time((client) => client.links.all({ cv: 7 }))).toBeLessThan(0.8);
});

it('doubles its rate at an edge that has half of the responses, and stays within the tier at the origin', async () => {
	const { time, refused } = createEdge((request) => request % 2 === 0);
	expect(await time(listStories)).toBeLessThan((200 / 50) * 0.6);
	expect(refused()).toBe(0);
});

it('slows down at once when a publish makes every address cold', async () => {
	const { time, refused } = createEdge((request) => request < 100);
	expect(await time(listStories)).toBeLessThan((100 / 50) * 1.15 + 1.5);
	expect(refused()).toBeLessThan(30);
});

it('lets several builds with one token all finish', async () => {
	const { clock, client, refused, origin } = createEdge(() => false);
	const clients = Array.from({ length: 4 }, client);
	const runs = Promise.all(
		clients.map(async (one) => {
			await one.stories.page({ perPage: 1 });
			return (await listStories(one)).length;
		}),
	);
	expect(await clock.until(runs)).toEqual([5000, 5000, 5000, 5000]);
	expect(refused()).toBeLessThan(origin.length * 0.15);
	expect(((origin.at(-1) ?? 0) - (origin[0] ?? 0)) / 1000).toBeLessThan((804 / 50) * 1.6);
});
