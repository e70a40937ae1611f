import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caches } from './providers.js';
import { createWorld, pages, publishALot, stories } from './world.js';

const numRuns = process.env['SLUGLINE_LONG'] ? 2000 : 40;
const step = fc.oneof(
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constant('publish' as const),
			id: fc.nat(stories - 1),
			lagMs: fc.nat(4000),
			callMs: fc.nat(6000),
			twice: fc.boolean(),
			moves: fc.boolean(),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('visit' as const),
			path: fc.constantFrom(...pages),
			process: fc.nat(1),
			renderMs: fc.nat(1400),
		}),
	},
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(3000) }) },
);

describe.each(Object.keys(caches))('behind the cache of %s', (name) => {
	it('no page stays that is older than the last call', { timeout: 3_600_000 }, async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
				const world = createWorld(name);
				for (const one of steps) {
					if (one.kind === 'publish') world.publish(one.id, one);
					else if (one.kind === 'visit') world.visit(one.path, one.process, one.renderMs);
					else await world.clock.pass(one.ms);
				}
				expect(await world.staleAtLast()).toEqual([]);
			}),
			{ numRuns, seed: 34 },
		);
	});
});

it('shows 200 publishes of one minute within the limits of Cloudflare', async () => {
	const world = createWorld('Cloudflare');
	await publishALot(world);
	expect(world.waits()).toHaveLength(200);
	expect(await world.staleAtLast()).toEqual([]);
	expect(world.cache.purges).toBeLessThan(25 + 5 * 17);
});
