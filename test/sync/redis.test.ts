import { createStorage } from 'unstorage';
import redisDriver from 'unstorage/drivers/redis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Redis, startRedis } from '../support/redis.js';
import { applyChange, fill } from './fake-changes.js';
import { createFakeSpace } from './fake-space.js';
import { cleanContentOf, contentOf, syncOf } from './helpers.js';

let redis: Redis;
beforeAll(async () => {
	redis = await startRedis();
});
afterAll(() => redis.stop());

test('shares one state in Redis between builders without their own cache', async () => {
	const space = createFakeSpace({ codes: ['de'] });
	const stories = fill(space, 150, ['de']);
	const odd = stories[0];
	// What a driver might take for JSON, a number or base64, and what is not ASCII.
	if (odd) odd.draft.title = '{"a":1}\u2028 naïve “quotes” 🙂 base64:AAAA';
	const builder = (base: string) => {
		const storage = createStorage({ driver: redisDriver({ url: redis.url, base }) });
		return { storage, run: () => syncOf(space, { storage }).run() };
	};
	const first = builder('slugline');
	const second = builder('slugline');
	expect((await first.run()).summary.kind).toBe('full');
	const unchanged = await second.run();
	expect(unchanged.summary).toMatchObject({ kind: 'unchanged', requests: 1, unchanged: 300 });
	expect(await contentOf(unchanged, { filtered: true })).toEqual(
		await contentOf(await syncOf(space, {}, space.origin).run(), { filtered: true }),
	);
	for (let round = 0; round < 5; round += 1) {
		applyChange(space, { kind: 'edit', which: round * 20, other: round });
		const both = await Promise.all([first.run(), second.run()]);
		for (const synced of both) expect(synced.summary.kind).not.toBe('full');
	}
	const last = await second.run();
	expect(last.summary.kind).toBe('unchanged');
	expect(await contentOf(last)).toEqual(await cleanContentOf(space));
	const stranger = builder('another');
	expect((await stranger.run()).summary.kind).toBe('full');
	for (const { storage } of [first, second, stranger]) await storage.dispose();
});
