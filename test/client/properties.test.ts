import { createDeliveryClient } from 'astro-slugline/client';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { createTestClock } from './clock.js';
import { pageOf, stories } from './content.js';

const run = { seed: 7, numRuns: isLong ? 3000 : 150 };

/** What a service in process may be like. */
const services = fc.record({
	count: fc.integer({ min: 0, max: 320 }),
	/** Items that it puts on a page at most. */
	largest: fc.constantFrom(25, 50, 100, 1000),
	total: fc.boolean(),
	/** Ignores `page` and `per_page`. */
	unpaged: fc.boolean(),
	/** Which requests fail, and how. */
	faults: fc.array(fc.constantFrom('ok', 'ok', '500', '429', 'drop', 'cut', 'html'), { maxLength: 30 }),
});

type ServiceKind = typeof services extends fc.Arbitrary<infer Kind> ? Kind : never;

function createService({ count, largest, total, unpaged, faults }: ServiceKind) {
	const all = stories(count);
	const answered: number[] = [];
	let open = 0;
	let maxConcurrent = 0;
	let requests = 0;
	const answer = (input: string): Response => {
		const fault = faults[requests++];
		if (fault === '500') return new Response('Oops', { status: 500 });
		if (fault === '429') return Response.json({ error: 'Slow down' }, { status: 429 });
		if (fault === 'drop') throw new TypeError('fetch failed');
		if (fault === 'cut') return new Response('{"stories": [{"id"');
		if (fault === 'html') return new Response('<html></html>');
		const query = new URL(input).searchParams;
		answered.push(Number(query.get('page')));
		const headers = new Headers();
		if (total) headers.set('total', String(count));
		return Response.json({ stories: unpaged ? all : pageOf(all, { query }, largest), cv: 1 }, { headers });
	};
	const fetch: typeof globalThis.fetch = async (input) => {
		open += 1;
		maxConcurrent = Math.max(maxConcurrent, open);
		await new Promise((resolve) => setImmediate(resolve));
		open -= 1;
		return answer(String(input));
	};
	return { all, fetch, answered, maxConcurrent: () => maxConcurrent };
}

it('reads every story once and in order, in as few requests as there are pages', async () => {
	const perPages = fc.constantFrom(10, 25, 50, 100);
	await fc.assert(
		fc.asyncProperty(
			services,
			perPages,
			fc.integer({ min: 1, max: 30 }),
			async (kind, perPage, concurrency) => {
				// Three pages of HTML for one request are taken for a wrong address.
				const html = kind.faults.indexOf('html');
				const faults = kind.faults.filter((fault, n) => fault !== 'html' || n === html);
				const service = createService({ ...kind, faults });
				const client = createDeliveryClient({
					token: 'public-token-1',
					baseUrl: 'http://service.invalid',
					clock: createTestClock(),
					fetch: service.fetch,
					concurrency,
					retry: { attempts: 40, totalMs: 1_000_000 },
				});
				const read = await client.stories.all({ perPage, expected: kind.count });
				expect(read.map(({ uuid }) => uuid)).toEqual(service.all.map(({ uuid }) => uuid));
				expect(service.maxConcurrent()).toBeLessThanOrEqual(concurrency);
				const pageSize = Math.min(perPage, kind.largest);
				const pages = kind.unpaged ? 1 : Math.max(1, Math.ceil(kind.count / pageSize));
				expect(service.answered.length).toBe(pages);
			},
		),
		run,
	);
});
