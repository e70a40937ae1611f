import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RebuildHookOptions, Target } from 'astro-slugline/rebuild';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/test-folder.js';
import { call, published } from './support/calls.js';
import { createTestHook } from './support/hook.js';
import { createTestService } from './support/service.js';

function createTest(cv: number, built: number | null, options: Partial<RebuildHookOptions> = {}) {
	const service = createTestService(cv, built);
	const { storage: _, clock: __, ...rest } = options;
	return { service, ...createTestHook({ ...service.options, ...rest }) };
}

describe('calls about stories alone', () => {
	it('start no build if the last successful build has the current cache version', async () => {
		const { hook, clock, target, service } = createTest(100, 100);
		await hook(published());
		await clock.pass(2999);
		expect(service.asked.service).toBe(1);
		await clock.pass(60_000);
		expect(service.asked.service).toBe(2);
		expect(target.builds).toEqual([]);
		await hook.idle();
	});

	it('start a build if the second check, 3 s later, finds a new version', async () => {
		const { hook, clock, target, service } = createTest(100, 100);
		const begin = clock.now();
		await hook(published());
		await clock.pass(2000);
		service.cv = 101;
		await clock.pass(60_000);
		expect(target.builds.map(({ began, event }) => [began - begin, event.spaceVersion])).toEqual([
			[3000, 101],
		]);
	});

	it.each([
		['start a build at once if the version differs', 101, 100, [101]],
		['start a build at once if there is no previous build', 101, null, [101]],
		['start no build for a lower version from another edge location', 99, 100, []],
	])('%s', async (_, cv, built, versions) => {
		const { hook, clock, target } = createTest(cv, built);
		await hook(published());
		await clock.pass(0);
		expect(target.builds.map(({ event }) => event.spaceVersion)).toEqual(versions);
		await clock.pass(60_000);
		expect(target.builds).toHaveLength(versions.length);
	});

	it('start a build if the API returns no version, and log the reason without the token', async () => {
		const { hook, clock, target, service, logger } = createTest(100, 100);
		service.cv = null;
		await hook(published());
		await clock.pass(10_000);
		expect(target.builds[0]?.event.spaceVersion).toBeNull();
		expect(logger.lines.find((line) => line.startsWith('The version'))).toMatchInlineSnapshot(
			`"The version of the space could not be read. The API responded to GET https://service.example/v2/cdn/spaces/me/ with status 401: "Unauthorized". Check the access token: it may be mistyped, deleted, or belong to another space."`,
		);
		expect(logger.lines.join()).not.toContain('the-token');
	});

	it('are checked on their own if they arrive between the two checks', async () => {
		const { hook, clock, target, service } = createTest(100, 100);
		await hook(published(1));
		await clock.pass(2000);
		await hook(published(2));
		await clock.pass(1500);
		service.cv = 102;
		await clock.pass(60_000);
		expect(target.builds).toHaveLength(1);
		expect(target.builds[0]?.event.stories).toEqual([{ id: 2, slug: 'blog/story-2' }]);
	});

	it('start a build after a failed one although the cache version is equal', async () => {
		const { hook, clock, target, service } = createTest(101, 100);
		target.fails = true;
		await hook(published());
		await clock.pass(0);
		// The command wrote its output, and failed after that.
		service.built = 101;
		await clock.pass(1000);
		expect(target.builds).toHaveLength(2);
		target.fails = false;
		await clock.pass(60_000);
		expect(target.builds).toHaveLength(3);
		await hook(published());
		await clock.pass(60_000);
		expect(target.builds).toHaveLength(3);
	});
});

describe('calls about anything else', () => {
	it.each(['datasource.entries_updated', 'asset.replaced', 'release.merged', 'pipeline.deployed'])(
		'start a build whatever the cache version: %s',
		async (trigger) => {
			const { hook, clock, target, service } = createTest(100, 100);
			await hook(call(trigger));
			await clock.pass(0);
			expect(target.builds).toHaveLength(1);
			expect(target.builds[0]?.event.spaceVersion).toBe(100);
			expect(service.asked.built).toBe(0);
		},
	);
});

describe('a remote target', () => {
	const createRemote = (options: Partial<RebuildHookOptions> = {}) => {
		const called: (number | null)[] = [];
		const target: Target = ({ spaceVersion }) => void called.push(spaceVersion);
		return {
			called,
			...createTest(101, 100, { ...options, targets: [Object.assign(target, { remote: true })] }),
		};
	};

	it('is not called again for a cache version until its deploy shows', async () => {
		const { hook, clock, called, service } = createRemote();
		await hook(published(1));
		await clock.pass(2000);
		expect(called).toEqual([101]);
		await hook(published(2));
		await clock.pass(120_000);
		expect(called).toEqual([101]);
		service.built = 101;
		await clock.pass(30_000);
		await hook.idle();
		expect(called).toEqual([101]);
	});

	it('is called again if the deploy does not show in time', async () => {
		const { hook, clock, called } = createRemote({ deployTimeoutMs: 300_000 });
		await hook(published(1));
		await clock.pass(2000);
		await hook(published(2));
		await clock.pass(290_000);
		expect(called).toEqual([101]);
		await clock.pass(60_000);
		expect(called).toEqual([101, 101]);
		await hook.idle();
	});

	it('is called for the next cache version while a deploy is under way, and for changes that do not affect it', async () => {
		const { hook, clock, called, service } = createRemote();
		await hook(published(1));
		await clock.pass(10_000);
		service.cv = 102;
		await hook(published(2));
		await clock.pass(10_000);
		expect(called).toEqual([101, 102]);
		await hook(call('datasource.entries_updated', { datasource_slug: 'colours' }));
		await clock.pass(10_000);
		expect(called).toEqual([101, 102, 102]);
	});
});

describe('the poll', () => {
	it('builds changes without a webhook call', async () => {
		const { clock, target, service } = createTest(100, 100, { pollMs: 60_000 });
		await clock.pass(300_000);
		expect(target.builds).toEqual([]);
		expect(service.asked.service).toBe(5);
		service.cv = 101;
		await clock.pass(70_000);
		expect(target.builds).toHaveLength(1);
		expect(target.builds[0]?.event).toMatchObject({
			triggers: ['poll'],
			stories: [],
			more: true,
			spaceVersion: 101,
		});
		service.built = 101;
		await clock.pass(300_000);
		expect(target.builds).toHaveLength(1);
	});

	it('does not build over and over if slugline.json is missing', async () => {
		const { clock, target, service } = createTest(100, null, { pollMs: 60_000 });
		await clock.pass(600_000);
		expect(target.builds).toHaveLength(1);
		service.cv = 101;
		await clock.pass(600_000);
		expect(target.builds).toHaveLength(2);
	});

	it('continues after the API was unreachable', async () => {
		const { clock, target, service } = createTest(100, 100, { pollMs: 60_000 });
		service.cv = null;
		await clock.pass(300_000);
		service.cv = 101;
		expect(target.builds).toEqual([]);
		await clock.pass(70_000);
		expect(target.builds).toHaveLength(1);
	});
});

describe('an edge that lags behind the space', () => {
	const createLagging = (options: Partial<RebuildHookOptions> = {}) => {
		const test = createTest(105, 105, options);
		Object.assign(test.service, { holds: 60, served: 60, settled: false });
		return test;
	};

	it('starts a build when it catches up, without another call and without `pollMs`', async () => {
		const { clock, target, service } = createLagging();
		await clock.pass(3_600_000);
		expect(target.builds).toEqual([]);
		service.served = 120;
		await clock.pass(120_000);
		expect(target.builds[0]?.event).toMatchObject({ triggers: ['poll'], spaceVersion: 105 });
		const builds = target.builds.length;
		Object.assign(service, { holds: 120, settled: true });
		await clock.pass(3_600_000);
		expect(target.builds).toHaveLength(builds);
	});

	it.each([
		['the poll', { pollMs: 60_000 }, 0],
		['a call', {}, 1],
	])('starts a build when it catches up, by %s', async (_, options, calls) => {
		const { hook, clock, target, service } = createLagging(options);
		service.served = 120;
		for (let call = 0; call < calls; call += 1) await hook(published());
		await clock.pass(calls > 0 ? 50_000 : 70_000);
		expect(target.builds).toHaveLength(1);
	});

	it('starts no build before it moves on, whatever calls arrive', async () => {
		const { hook, clock, target } = createLagging();
		await hook(published());
		await clock.pass(60_000);
		expect(target.builds).toEqual([]);
		await hook.idle();
	});

	it('is no longer checked after a day', async () => {
		const { clock, target, service } = createLagging();
		await clock.pass(25 * 3_600_000);
		const { built } = service.asked;
		service.served = 120;
		await clock.pass(3_600_000);
		expect(service.asked.built).toBe(built);
		expect(target.builds).toEqual([]);
	});

	it('causes one call of a remote target for each snapshot', async () => {
		const called: unknown[] = [];
		const target: Target = Object.assign(() => void called.push(0), { remote: true });
		const { clock, service } = createLagging({ targets: [target] });
		service.served = 120;
		await clock.pass(600_000);
		expect(called).toHaveLength(1);
		service.served = 180;
		await clock.pass(70_000);
		expect(called).toHaveLength(2);
	});
});

it('reads slugline.json from a file, by its path or its URL', async () => {
	const path = join(await temporaryFolder(), 'slugline.json');
	for (const built of [path, pathToFileURL(path)]) {
		const { hook, clock, target, service } = createTest(100, null, { built });
		await rm(path, { force: true });
		await hook(published());
		await clock.until(hook.idle());
		expect(target.builds).toHaveLength(1);
		await writeFile(path, '{"cv":101,"spaceVersion":101}');
		service.cv = 102;
		await hook(published());
		await clock.until(hook.idle());
		expect(target.builds).toHaveLength(2);
		await writeFile(path, 'torn');
		await hook(published());
		await clock.until(hook.idle());
		expect(target.builds).toHaveLength(3);
	}
});

it('reads slugline.json where a build with an adapter writes it', async () => {
	const folder = await temporaryFolder({ 'dist/client/slugline.json': '{"cv":100,"spaceVersion":100}' });
	const { hook, clock, target } = createTest(100, null, { built: join(folder, 'dist/slugline.json') });
	await hook(published());
	await clock.until(hook.idle());
	expect(target.builds).toEqual([]);
});

it('says once that there is no slugline.json, after the site may have been built', async () => {
	const { hook, clock, service, logger } = createTest(100, null);
	const said = () => logger.lines.filter((line) => line.includes('`built` does not exist'));
	for (const [version, count] of [
		[100, 0],
		[101, 1],
		[102, 1],
	] as const) {
		service.cv = version;
		await hook(published());
		await clock.until(hook.idle());
		expect(said()).toHaveLength(count);
	}
});
