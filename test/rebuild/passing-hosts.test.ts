import { createRebuildHook } from 'astro-slugline/rebuild';
import { createStorage } from 'unstorage';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { published, secret } from './support/calls.js';
import { createTestHook } from './support/hook.js';
import { createTestService } from './support/service.js';

afterEach(() => {
	vi.unstubAllEnvs();
});

/** A host that lets work continue after the response, and records this work. */
function createGrant() {
	const work: Promise<unknown>[] = [];
	return { work, waitUntil: (promise: Promise<unknown>) => void work.push(promise) };
}

/** A hook on a host whose processes end after the response. */
function createPassing(options: Parameters<typeof createTestHook>[0] = {}, buildMs = 0) {
	vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'hook');
	const test = createTestHook(options, buildMs);
	vi.unstubAllEnvs();
	return test;
}

describe('waitUntil', () => {
	it.each([
		['a burst is one build at its first call and one after its last', {}, [0, 4000]],
		[
			'its wait for further calls is limited',
			{ waitUntilMs: 3000, quietMs: 60_000, maxWaitMs: 600_000 },
			[0, 5000],
		],
	])('gets the work of each call: %s', async (_, options, times) => {
		const { hook, clock, target } = createPassing(options);
		const { work, waitUntil } = createGrant();
		const begin = clock.now();
		for (let id = 0; id < 5; id += 1) {
			expect((await hook(published(id), { waitUntil })).status).toBe(202);
			await clock.pass(500);
		}
		await clock.pass(10_000);
		expect(work).toHaveLength(5);
		await Promise.all(work);
		expect(target.builds.map(({ began }) => began - begin)).toEqual(times);
		expect(target.builds.reduce((sum, { event }) => sum + event.calls, 0)).toBe(5);
	});

	it('does not wait forever while calls keep arriving', async () => {
		const { hook, clock, target } = createPassing({ maxWaitMs: 10_000 });
		const { work, waitUntil } = createGrant();
		for (let id = 0; id < 40; id += 1) {
			await hook(published(id), { waitUntil });
			await clock.pass(1000);
		}
		await clock.pass(30_000);
		await Promise.all(work);
		expect(target.builds.length).toBeGreaterThanOrEqual(3);
		expect(target.builds.length).toBeLessThanOrEqual(5);
		expect(target.builds.flatMap(({ event }) => event.stories.map(({ id }) => id))).toHaveLength(40);
	});

	it('does not wait for a retry that is too late for it', async () => {
		const { hook, clock, target } = createPassing({ waitUntilMs: 5000 });
		const { work, waitUntil } = createGrant();
		target.fails = true;
		await hook(published(), { waitUntil });
		await clock.pass(20_000);
		await Promise.all(work);
		const tries = target.builds.length;
		expect(tries).toBeGreaterThanOrEqual(2);
		await clock.pass(600_000);
		expect(target.builds).toHaveLength(tries);
		target.fails = false;
		await hook.flush();
		expect(target.builds).toHaveLength(tries + 1);
		await hook.idle();
	});

	it('also works in a long-running process', async () => {
		const { hook, clock, target } = createTestHook();
		const { work, waitUntil } = createGrant();
		await hook(published(1), { waitUntil });
		await hook(published(2));
		await clock.pass(60_000);
		await Promise.all(work);
		const named = target.builds.flatMap(({ event }) => event.stories.map(({ id }) => id));
		expect(named.sort()).toEqual([1, 2]);
	});
});

describe('flush()', () => {
	it('builds what a previous process left', async () => {
		const first = createPassing();
		await first.hook(published(), { waitUntil: () => {} });
		await first.hook.close();
		const second = createPassing({ storage: first.storage });
		await second.clock.pass(600_000);
		expect(second.target.builds).toEqual([]);
		await second.hook.flush();
		expect(second.target.builds).toHaveLength(1);
		await second.hook.flush();
		expect(second.target.builds).toHaveLength(1);
	});

	it('does not wait for further calls or for a retry', async () => {
		const { hook, clock, target } = createTestHook();
		target.fails = true;
		await hook(published(1));
		await clock.pass(0);
		await hook(published(2));
		await hook.flush();
		await hook.flush();
		expect(target.builds.map(({ event }) => event.calls)).toEqual([1, 2, 2]);
	});

	it('polls the cache version', async () => {
		const service = createTestService(100, 100);
		const { hook, target } = createPassing(service.options);
		await hook.flush();
		expect(target.builds).toEqual([]);
		service.cv = 101;
		await hook.flush();
		expect(target.builds[0]?.event.triggers).toEqual(['poll']);
	});

	it('rejects if the storage is unreachable, so that the scheduled job fails', async () => {
		const driver = {
			hasItem: () => false,
			getItem: () => null,
			getKeys: () => Promise.reject(new Error('gone')),
		};
		const { hook } = createPassing({ storage: createStorage({ driver }) });
		await expect(hook.flush()).rejects.toThrowErrorMatchingInlineSnapshot(
			`[RebuildError: The storage of the rebuild hook could not be read. Calls that cannot be stored are answered with 503. Check the option \`storage\`, or without it, that the folder .slugline can be written.]`,
		);
	});
});

it('requires a storage on a host without long-running processes', () => {
	vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'hook');
	expect(() =>
		createRebuildHook({ secrets: [secret], targets: [() => {}] }),
	).toThrowErrorMatchingInlineSnapshot(
		`[RebuildError: The rebuild hook needs the option \`storage\` on this host: its processes do not last, and pending calls would be lost with them. Use a storage that outlives them, such as unstorage's drivers for Redis, Netlify Blobs, Vercel KV, or Cloudflare KV.]`,
	);
});
