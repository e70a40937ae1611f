import { describe, expect, it } from 'vitest';
import { call, published } from './support/calls.js';
import { createTestClock } from './support/clock.js';
import { createTestHook } from './support/hook.js';

describe('the first call of an idle site', () => {
	it('is built at once, as is each one that arrives 2 s or more after a build', async () => {
		const { hook, clock, target } = createTestHook({}, 5000);
		const begin = clock.now();
		for (const ms of [7000, 60_000, 5000]) {
			await hook(published());
			await clock.pass(ms);
		}
		expect(target.builds.map(({ began }) => began - begin)).toEqual([0, 7000, 67_000]);
	});

	it('is part of a burst if a build ended less than 2 s ago', async () => {
		const { hook, clock, target } = createTestHook({}, 5000);
		const begin = clock.now();
		await hook(published());
		await clock.pass(6999);
		await hook(published());
		await clock.pass(60_000);
		expect(target.builds.map(({ began }) => began - begin)).toEqual([0, 8999]);
	});

	it('is built after 2 s if the clock of the previous receiver was a day ahead', async () => {
		const ahead = createTestHook({ clock: createTestClock(1_700_000_000_000 + 86_400_000) });
		await ahead.hook(published(1));
		await ahead.clock.pass(0);
		await ahead.hook.close();
		const { hook, clock, target } = createTestHook({ storage: ahead.storage });
		await hook(published(2));
		await clock.pass(1999);
		expect(target.builds).toEqual([]);
		await clock.pass(1);
		expect(target.builds).toHaveLength(1);
	});
});

describe('a burst', () => {
	it('waits no longer if the clock is set back meanwhile', async () => {
		const { hook, clock, target } = createTestHook();
		await hook(published(1));
		await clock.pass(1000);
		await hook(published(2));
		await clock.pass(1000);
		clock.setBack(3_600_000);
		await clock.pass(3000);
		expect(target.builds).toHaveLength(2);
	});

	it('starts a build at its first call, and one more 2 s after its last call', async () => {
		const { hook, clock, target } = createTestHook();
		const begin = clock.now();
		for (let id = 0; id < 10; id += 1) {
			await hook(published(id));
			await clock.pass(1000);
		}
		expect(target.builds.map(({ event }) => event.calls)).toEqual([1]);
		await clock.pass(1000);
		expect(target.builds.map(({ began }) => began - begin)).toEqual([0, 11_000]);
		expect(target.builds[1]?.event).toMatchObject({ calls: 9, more: false });
		expect(target.builds[1]?.event.stories).toHaveLength(9);
		await clock.pass(600_000);
		expect(target.builds).toHaveLength(2);
	});

	it.each([
		['30 s at the latest', {}, { calls: 100, everyMs: 500 }, [0, 30_500, 51_500]],
		['`quietMs` and `maxWaitMs`', { quietMs: 100, maxWaitMs: 250 }, { calls: 6, everyMs: 80 }, [0, 330, 500]],
	])('starts a build within %s if calls keep arriving', async (_, options, { calls, everyMs }, times) => {
		const { hook, clock, target } = createTestHook(options);
		const begin = clock.now();
		for (let id = 0; id < calls; id += 1) {
			await hook(published(id));
			await clock.pass(everyMs);
		}
		await clock.pass(10_000);
		expect(target.builds.map(({ began }) => began - begin)).toEqual(times);
	});
});

describe('calls during a build', () => {
	it('start exactly one more build, even if they continue past its end', async () => {
		const { hook, clock, target } = createTestHook({}, 5000);
		for (let id = 0; id < 20; id += 1) {
			await hook(published(id));
			await clock.pass(1000);
		}
		await clock.pass(60_000);
		expect(target.builds.map(({ event }) => event.calls)).toEqual([1, 19]);
	});

	it('are not lost if they arrive when it ends', async () => {
		for (const offset of [-1, 0, 1]) {
			const { hook, clock, target } = createTestHook({}, 5000);
			await hook(published(0));
			await clock.pass(5000 + offset);
			await hook(published(1));
			await clock.pass(60_000);
			expect(target.builds.map(({ event }) => event.stories.map(({ id }) => id))).toEqual([[0], [1]]);
		}
	});
});

it('names everything that changed once in the event', async () => {
	const { hook, clock, target } = createTestHook({
		actions: ['story.*', 'datasource.entries_updated', 'asset.*'],
	});
	await hook(published());
	await clock.pass(0);
	await hook(call('story.moved', { story_id: 7, full_slug: 'new/place' }));
	await hook(call('story.published', { story_id: 7, full_slug: 'new/place' }));
	await hook(call('story.published', { story_id: 7, full_slug: 'new/place' }));
	await hook(call('datasource.entries_updated', { datasource_slug: 'colours' }));
	await hook(call('asset.replaced', { asset_id: 9 }));
	await hook(call('user.added', { user_id: 1 }));
	await clock.pass(2000);
	expect(target.builds[1]?.event).toEqual({
		triggers: ['story.moved', 'story.published', 'datasource.entries_updated', 'asset.replaced'],
		stories: [{ id: 7, slug: 'new/place' }],
		datasources: ['colours'],
		assets: [9],
		more: true,
		calls: 5,
		spaceVersion: null,
		attempt: 1,
	});
});

it('limits the event of a very large burst, and marks it as incomplete', async () => {
	const { hook, clock, target, storage } = createTestHook({ unsigned: true, secrets: [] });
	await hook(published());
	await clock.pass(0);
	for (let id = 0; id < 700; id += 1) await hook(published(id));
	const keys = await storage.getKeys('rebuild:pending');
	expect(keys).toHaveLength(1);
	await clock.pass(2000);
	expect(target.builds[1]?.event.calls).toBe(700);
	expect(target.builds[1]?.event.stories).toHaveLength(500);
	expect(target.builds[1]?.event.more).toBe(true);
});

/** The field that says what was deleted or created, because other things can be, too. */
const idsOf = (trigger: string): Record<string, number> =>
	/^(?:story|asset)\./.test(trigger) ? { [`${trigger.split('.')[0]}_id`]: 7 } : {};

describe('triggers', () => {
	it('are chosen by name and by family', async () => {
		const { hook, clock, target } = createTestHook({ actions: ['user.*', 'asset.created'] });
		for (const trigger of ['story.published', 'asset.deleted', 'stage.changed']) await hook(call(trigger));
		await clock.pass(60_000);
		expect(target.builds).toEqual([]);
		for (const trigger of ['user.added', 'asset.created']) await hook(call(trigger, idsOf(trigger)));
		await clock.pass(2000);
		expect(target.builds.flatMap(({ event }) => event.triggers)).toEqual(['user.added', 'asset.created']);
	});

	it.each([
		'story.published',
		'story.unpublished',
		'story.deleted',
		'story.moved',
		'datasource.entries_updated',
		'asset.replaced',
		'asset.deleted',
		'asset.restored',
		'pipeline.deployed',
		'release.merged',
	])('start a build by default: %s', async (trigger) => {
		const { hook, clock, target } = createTestHook();
		await hook(call(trigger, idsOf(trigger)));
		await clock.pass(2000);
		expect(target.builds).toHaveLength(1);
	});
});

it('resolves idle() when pending calls are built', async () => {
	const { hook, clock, target } = createTestHook({}, 5000);
	await hook.idle();
	await hook(published());
	let idle = false;
	const done = hook.idle().then(() => {
		idle = true;
	});
	await clock.pass(4999);
	expect(idle).toBe(false);
	await clock.pass(1);
	await done;
	expect(target.builds[0]?.ended).toBe(clock.now());
});

it('refuses calls and starts no build after close()', async () => {
	const { hook, clock, target } = createTestHook();
	await hook(published());
	await hook.close();
	expect((await hook(published())).status).toBe(503);
	await clock.pass(60_000);
	expect(target.builds).toEqual([]);
	await hook.idle();
});
