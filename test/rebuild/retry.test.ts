import { createRebuildHook } from 'astro-slugline/rebuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { published, secret } from './support/calls.js';
import { collectLines, createTarget, createTestHook } from './support/hook.js';

describe('a target that fails', () => {
	it('is called again with growing pauses, up to 10 minutes', async () => {
		const { hook, clock, target } = createTestHook();
		target.fails = true;
		await hook(published());
		await clock.pass(3_600_000);
		const pauses = target.builds
			.slice(1)
			.map(({ began }, index) => began - (target.builds[index]?.began ?? 0));
		expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600, 600, 600].map((s) => s * 1000));
		expect(target.builds.map(({ event }) => event.attempt)).toEqual(
			target.builds.map((_, index) => index + 1),
		);
	});

	it('is not called again after it has succeeded', async () => {
		const { hook, clock, target } = createTestHook();
		target.fails = true;
		await hook(published());
		await clock.pass(20_000);
		target.fails = false;
		await clock.pass(3_600_000);
		expect(target.builds.map(({ failed }) => failed)).toEqual([true, true, true, true, true, false]);
		expect(target.builds.at(-1)?.event.stories).toEqual([{ id: 1, slug: 'blog/story-1' }]);
		await hook.idle();
	});

	it('is called soon after a new webhook call, with the pauses starting over', async () => {
		const { hook, clock, target } = createTestHook();
		target.fails = true;
		await hook(published(1));
		await clock.pass(2_000_000);
		const tries = target.builds.length;
		await hook(published(2));
		await clock.pass(0);
		expect(target.builds).toHaveLength(tries + 1);
		expect(target.builds.at(-1)?.event).toMatchObject({ attempt: 1, calls: 2 });
		await clock.pass(1000);
		expect(target.builds).toHaveLength(tries + 2);
	});

	it('neither delays nor repeats another target', async () => {
		const { hook, clock, target } = createTestHook();
		const other = createTarget(clock);
		const both = createTestHook({ targets: [target, other], clock });
		target.fails = true;
		await both.hook(published());
		await clock.pass(10_000);
		expect(target.builds.length).toBeGreaterThan(2);
		expect(other.builds).toHaveLength(1);
		await both.hook(published(2));
		await clock.pass(10_000);
		expect(other.builds).toHaveLength(2);
		await hook.close();
	});

	it('may be removed from the options', async () => {
		const first = createTestHook();
		const other = createTarget(first.clock);
		other.fails = true;
		const { hook, clock, storage } = createTestHook({ targets: [first.target, other], clock: first.clock });
		await hook(published());
		await clock.pass(10_000);
		await hook.close();
		const second = createTestHook({ storage, clock });
		await clock.pass(600_000);
		expect(second.target.builds).toHaveLength(1);
		await second.hook.idle();
	});

	it('is logged with its number and its error', async () => {
		const { hook, clock, target, logger } = createTestHook();
		target.fails = true;
		await hook(published());
		await clock.pass(500);
		expect(logger.lines.slice(1).join('\n')).toMatchInlineSnapshot(`
			"Building after 1 call (story.published).
			Target 1 of 1 failed: The disk is full.
			Trying again in 1 s, or after the next event."
		`);
	});
});

describe('pending calls', () => {
	it.each([
		['survive a restart before the build', 0, false, 1],
		['survive a restart between two attempts', 100_000, true, 1],
		['are not built again after a successful build', 5000, false, 0],
	])('%s', async (_, passedMs, fails, builds) => {
		const first = createTestHook();
		await first.hook(published(0));
		await first.clock.pass(0);
		first.target.fails = fails;
		await first.hook(published(1));
		await first.clock.pass(passedMs);
		await first.hook.close();
		const second = createTestHook({ storage: first.storage });
		await second.clock.pass(600_000);
		expect(second.target.builds.map(({ event }) => event.stories)).toEqual(
			Array(builds).fill([{ id: 1, slug: 'blog/story-1' }]),
		);
	});

	it('survive a restart during a build, which starts over', async () => {
		const first = createTestHook({}, 10_000);
		await first.hook(published(1));
		await first.clock.pass(5000);
		const closing = first.hook.close();
		await first.clock.pass(10_000);
		await closing;
		const second = createTestHook({ storage: first.storage });
		await second.clock.pass(2000);
		expect(second.target.builds).toHaveLength(1);
		expect(second.logger.lines[1]).toBe('A build was interrupted. Starting it again.');
	});

	it('lead to one build if their record is unreadable', async () => {
		const { hook, clock, target, storage, logger } = createTestHook();
		await storage.setItem('rebuild:pending:torn', '{"seq":3,"la');
		await clock.pass(20_000);
		expect(target.builds.map(({ event }) => event.triggers)).toEqual([['unreadable']]);
		expect(logger.lines[1]).toMatchInlineSnapshot(
			`"Some pending calls can no longer be read. Building, whatever they were."`,
		);
		await clock.pass(600_000);
		expect(target.builds).toHaveLength(1);
		await hook.idle();
	});

	/** What a receiver stored before stored names had a version. */
	const stored = (now: number) => {
		const story = { cause: 'story.published', storyId: 1, slug: 'blog/story-1' };
		return {
			record: { seq: 3, last: now, happenings: [{ ...story, seq: 3, calls: 1, first: now, last: now }] },
			state: {
				...{ done: { a: 2 }, endedAt: now, buildingSince: null, goodVersion: null, triggered: null },
				left: { upTo: { a: 3 }, of: 1, succeeded: [], failures: 3, retryAt: now + 4000 },
			},
		};
	};

	it('are read if they were stored without a version, with the state of their retry', async () => {
		const { hook, clock, target, storage } = createTestHook();
		const { record, state } = stored(clock.now());
		await storage.setItem('rebuild:pending:a', record);
		await storage.setItem('rebuild:state:1', state);
		const begin = clock.now();
		await clock.pass(600_000);
		expect(target.builds.map(({ began, event }) => [began - begin, event.attempt, event.stories])).toEqual([
			[4000, 4, [{ id: 1, slug: 'blog/story-1' }]],
		]);
		await hook.idle();
		const keys = await storage.getKeys('rebuild:state');
		expect(await storage.getItem(keys.sort().at(-1) ?? '')).toMatchObject({ version: 1, left: null });
	});

	it('lead to one build if their record has a later version', async () => {
		const { hook, clock, target, storage } = createTestHook();
		await storage.setItem('rebuild:pending:a', { ...stored(clock.now()).record, version: 2 });
		await clock.pass(600_000);
		expect(target.builds.map(({ event }) => event.triggers)).toEqual([['unreadable']]);
		await hook.idle();
	});

	it('are built again if the state is unreadable', async () => {
		const first = createTestHook();
		await first.hook(published(1));
		await first.clock.pass(5000);
		await first.hook.close();
		for (const key of await first.storage.getKeys('rebuild:state')) await first.storage.setItem(key, 'torn');
		const second = createTestHook({ storage: first.storage });
		await second.clock.pass(20_000);
		expect(second.target.builds).toHaveLength(1);
		await second.hook(published(2));
		await second.clock.pass(20_000);
		expect(second.target.builds).toHaveLength(2);
	});
});

it('does not accumulate records, whether builds succeed or fail', async () => {
	const { hook, clock, target, storage } = createTestHook();
	for (let day = 0; day < 10; day += 1) {
		target.fails = day % 3 === 0;
		await hook(published(day));
		await clock.pass(5000);
		await clock.jump(86_400_000);
	}
	expect((await storage.getKeys('rebuild')).length).toBeLessThan(5);
});

it('warns about a storage driver without a lock', () => {
	const logger = collectLines();
	const driver = { name: 'netlify-blobs', hasItem: () => false, getItem: () => null, getKeys: () => [] };
	const hook = createRebuildHook({ secrets: [secret], targets: [() => {}], storage: driver, logger });
	onTestFinished(() => hook.close());
	expect(logger.lines).toMatchInlineSnapshot(`
		[
		  "The storage driver \`netlify-blobs\` has no lock: if several receivers share it, each of them may build the same burst. The drivers fs, fs-lite, and redis have one.",
		]
	`);
});
