import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { bodyOf, call, headersOf, published } from './support/calls.js';
import { createTestHook } from './support/hook.js';

const rounds = isLong ? 20_000 : 400;

/** Bytes in use after garbage collection. */
async function usedBytes(): Promise<number> {
	setFlagsFromString('--expose-gc');
	const collect: () => void = runInNewContext('gc');
	for (let turn = 0; turn < 3; turn += 1) {
		await new Promise((resolve) => setImmediate(resolve));
		collect();
	}
	return process.memoryUsage().heapUsed;
}

const post = (body: string, headers: Record<string, string> = {}) =>
	new Request('https://site.example/hook', { method: 'POST', body, headers });

it('starts two builds for a replayed call, however often it arrives', async () => {
	const { hook, clock, target, storage } = createTestHook();
	for (let time = 0; time < 1000; time += 1) expect((await hook(published(1))).status).toBe(202);
	const [key = ''] = await storage.getKeys('rebuild:pending');
	expect(JSON.stringify(await storage.getItem(key)).length).toBeLessThan(300);
	await clock.until(hook.idle());
	expect(target.builds).toHaveLength(2);
	expect(target.builds[1]?.event.stories).toEqual([{ id: 1, slug: 'blog/story-1' }]);
});

it('answers bad calls without building, storing, or leaking memory', async () => {
	const { hook, clock, target, storage } = createTestHook({ maxBodyBytes: 20_000 });
	const large = bodyOf('story.published', { text: 'x'.repeat(30_000) });
	const kinds: [status: number, () => Request][] = [
		[401, () => call('story.published', {}, { secret: 'guessed' })],
		[401, () => call('story.published', {}, { secret: null })],
		[413, () => post(large, headersOf('story.published', large))],
		[400, () => post('not json', headersOf('story.published', 'not json'))],
		[202, () => call('nonsense.happened', { story_id: 1 })],
		[202, () => call('user.added', { user_id: 1 })],
		[405, () => new Request('https://site.example/hook')],
	];
	const round = async () => {
		for (const [status, create] of kinds) {
			const response = await hook(create());
			expect(response.status).toBe(status);
			await response.text();
		}
	};
	for (let time = 0; time < rounds / 5; time += 1) await round();
	const before = await usedBytes();
	for (let time = 0; time < rounds; time += 1) await round();
	expect((await usedBytes()) - before).toBeLessThan(4_000_000);
	await clock.pass(60_000);
	expect(target.builds).toEqual([]);
	expect(await storage.getKeys('rebuild')).toEqual([]);
});
