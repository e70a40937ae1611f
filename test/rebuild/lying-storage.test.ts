import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RebuildEvent, Target } from 'astro-slugline/rebuild';
import { createStorage } from 'unstorage';
import fsLite from 'unstorage/drivers/fs-lite';
import redisDriver from 'unstorage/drivers/redis';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { type Redis, startRedis } from '../support/redis.js';
import { resealed } from '../support/resealed.js';
import { temporaryFolder } from '../support/test-folder.js';
import { published, secret } from './support/calls.js';
import { createTestClock, type TestClock } from './support/clock.js';
import { createReceiver, createTestHook } from './support/hook.js';
import { startScript } from './support/processes.js';

async function openRedis(): Promise<Redis> {
	const redis = await startRedis();
	onTestFinished(() => redis.stop());
	return redis;
}

/** A receiver on Redis whose builds end when the test ends them. */
function receiverOn(redis: Redis, quietMs = 100) {
	const storage = createStorage({ driver: redisDriver({ url: redis.url }) });
	onTestFinished(() => storage.dispose());
	const builds: { event: RebuildEvent; end(): void; stopped: boolean }[] = [];
	const target: Target = (event, { signal }) =>
		new Promise<void>((resolve, reject) => {
			const build = { event, end: resolve, stopped: false };
			signal.addEventListener('abort', () => {
				build.stopped = true;
				reject(signal.reason);
			});
			builds.push(build);
		});
	const receiver = createReceiver(storage, target, { quietMs, leaseMs: 1500 });
	onTestFinished(() => {
		for (const build of builds) build.end();
	});
	return { ...receiver, builds };
}

/** Lets time pass no faster than files are read. */
async function passSlowly(clock: TestClock, ms: number): Promise<void> {
	const steps = Math.min(200, ms / 500);
	for (let step = 0; step < steps; step += 1) {
		await clock.pass(ms / steps);
		await pause(10);
	}
}

const untilBuilt = async ({ clock, target }: ReturnType<typeof createTestHook>): Promise<void> => {
	while (target.builds.length === 0) await passSlowly(clock, 500);
};

const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
	while (!(await condition())) await pause(20);
};

const lines: string[] = [];
/** Expects every accepted call to be in a build. */
function report(
	what: string,
	accepted: readonly number[],
	built: Iterable<number | null>,
	builds: number,
): void {
	const inBuilds = new Set(built);
	const lost = accepted.filter((id) => !inBuilds.has(id));
	lines.push(`  ${what}: calls accepted ${accepted.length}, builds ${builds}, calls lost ${lost.length}`);
	expect(lost, what).toEqual([]);
}
afterAll(() => console.log(`Storages and receivers that fail:\n${lines.join('\n')}`));

/** The stories that the successful commands were to fetch again. */
async function readBuilt(folder: string): Promise<number[]> {
	const text = await readFile(join(folder, 'built'), 'utf8');
	return text
		.trim()
		.split('\n')
		.flatMap((line) => (JSON.parse(line) as { stories: number[] }).stories);
}

const storiesOf = (builds: readonly { event: RebuildEvent }[]) =>
	builds.flatMap(({ event }) => event.stories.map(({ id }) => id));

it('ends no build and loses no call if Redis restarts empty', async () => {
	const redis = await openRedis();
	const { hook, builds, logger } = receiverOn(redis);
	expect((await hook(published(1))).status).toBe(202);
	await until(() => builds.length === 1);
	// Stored, but not part of the running build.
	expect((await hook(published(2))).status).toBe(202);

	await redis.restart();
	// Longer than the lease: the holder has renewed it.
	await pause(2000);
	expect(builds[0]?.stopped).toBe(false);
	builds[0]?.end();
	await until(() => builds.length === 2);
	builds[1]?.end();
	await hook.idle();
	report('Redis restarted empty', [1, 2], storiesOf(builds), builds.length);
	expect(builds).toHaveLength(2);
	expect(logger.lines.join('\n')).not.toContain('Another receiver has taken over');
	expect(logger.lines.join('\n')).toContain('They were written again.');
});

it('stores or refuses calls while Redis is stopped or frozen, and loses no stored call', async () => {
	const through = async (what: string, fail: (redis: Redis) => unknown, heal: (redis: Redis) => unknown) => {
		const redis = await openRedis();
		const { hook, builds } = receiverOn(redis, 300);
		expect((await hook(published(0))).status, what).toBe(202);
		await until(() => builds.length === 1);
		// Calls after a build wait, so that this one is only stored when Redis fails.
		expect((await hook(published(1))).status, what).toBe(202);
		builds[0]?.end();
		await fail(redis);
		expect((await hook(published(2))).status, what).toBe(503);
		await heal(redis);
		expect((await hook(published(3))).status, what).toBe(202);
		await until(() => builds.length > 1);
		const ended = hook.idle();
		const has = (id: number) => storiesOf(builds).includes(id);
		for (let at = 1; !(has(1) && has(3)); at += 1) {
			await until(() => builds.length > at);
			builds[at]?.end();
		}
		for (const build of builds) build.end();
		await ended;
		report(what, [1, 3], storiesOf(builds), builds.length);
		// Redis may have written the refused call after all, when it continued.
		expect(builds.length, what).toBeLessThanOrEqual(3);
	};
	await Promise.all([
		through(
			'Redis stopped',
			(redis) => redis.down(),
			(redis) => redis.up(),
		),
		through(
			'Redis frozen',
			(redis) => redis.freeze(),
			(redis) => redis.thaw(),
		),
	]);
});

it('ends the command of a receiver that was paused for longer than its lease before another receiver builds', async () => {
	const folder = await temporaryFolder();
	const order = { secret, quietMs: 100 };
	// The command of the first one would not end by itself, however busy the machine is.
	const one = startScript('receiver.ts', { ...order, name: 'one', seconds: 600 }, folder);
	const other = startScript('receiver.ts', { ...order, name: 'other', seconds: 0 }, folder);
	const [onePort, otherPort] = [await one.line('listening '), await other.line('listening ')];
	const send = async (port: string, id: number) => {
		const request = published(id);
		const { status } = await fetch(`http://127.0.0.1:${port}/`, {
			method: 'POST',
			headers: request.headers,
			body: await request.text(),
		});
		expect(status).toBe(202);
	};
	const builds = () => readFile(join(folder, 'builds'), 'utf8').catch(() => '');
	await send(onePort, 1);
	await until(async () => (await builds()).includes('begin one'));
	one.child.kill('SIGSTOP');
	await send(otherPort, 2);
	await until(async () => (await builds()).includes('end other'));
	one.child.kill('SIGCONT');
	await pause(2500);
	// One build was ended, the other one has all stories, and never did two run at once.
	const noted = (await builds()).trim().split('\n');
	expect(noted).not.toContain('overlap');
	const ends = noted.filter((line) => line === 'end other');
	expect(ends).toHaveLength(1);
	report('receiver paused', [1, 2], await readBuilt(folder), ends.length);
});

it('is not delayed by a lease or a retry of a machine whose clock is a day ahead', async () => {
	const base = await temporaryFolder();
	const day = 24 * 3_600_000;
	const ahead = createTestHook({
		clock: createTestClock(1_700_000_000_000 + day),
		storage: createStorage({ driver: fsLite({ base }) }),
	});
	ahead.target.fails = true;
	await ahead.hook(published(1));
	await untilBuilt(ahead);
	await passSlowly(ahead.clock, 500);
	await ahead.hook.close();
	// As if a receiver on another machine was killed while it held the lock.
	const [token = ''] = (await readdir(join(base, 'rebuild-lock'))).toSorted().reverse();
	const file = join(base, 'rebuild-lock', token);
	const held = resealed(await readFile(file), (text) => {
		const lease = JSON.parse(text);
		lease.released = false;
		lease.owner.host = 'another-machine';
		return JSON.stringify(lease);
	});
	await writeFile(file, held);

	const here = createTestHook({ storage: createStorage({ driver: fsLite({ base }) }), leaseMs: 30_000 });
	await here.hook(published(2));
	await passSlowly(here.clock, 11 * 60_000);
	expect(here.target.builds).toHaveLength(1);
	expect(here.target.builds[0]?.event.stories.map(({ id }) => id).sort()).toEqual([1, 2]);
	expect(here.logger.lines).toContain(
		'Waiting for another receiver that is building, or was stopped while it was building.',
	);
});

it('respects a renewed lease of a machine whose clock is behind', async () => {
	const base = await temporaryFolder();
	const open = () => createStorage({ driver: fsLite({ base }) });
	const behind = createTestHook(
		{ clock: createTestClock(1_700_000_000_000 - 60_000), storage: open() },
		20_000,
	);
	const here = createTestHook({ storage: open() });
	await behind.hook(published(1));
	await untilBuilt(behind);
	await here.hook(published(2));
	for (let second = 0; second < 15; second += 1) {
		await behind.clock.pass(1000);
		await here.clock.pass(1000);
		await pause(20);
	}
	expect(here.target.builds).toHaveLength(0);
	await passSlowly(behind.clock, 30_000);
	await behind.clock.until(behind.hook.idle());
});
