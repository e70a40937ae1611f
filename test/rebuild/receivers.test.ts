import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRebuildHook, type RebuildEvent, type RebuildHookOptions } from 'astro-slugline/rebuild';
import { createStorage, prefixStorage, type Storage } from 'unstorage';
import fsLite from 'unstorage/drivers/fs-lite';
import redisDriver from 'unstorage/drivers/redis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Redis, startRedis } from '../support/redis.js';
import { temporaryFolder } from '../support/test-folder.js';
import { published, secret } from './support/calls.js';
import { createTestClock } from './support/clock.js';
import { collectLines, createReceiver } from './support/hook.js';

let redis: Redis;
beforeAll(async () => {
	redis = await startRedis();
});
afterAll(() => redis.stop());

/** A storage of its own for each receiver, on what they share. */
type Open = () => Storage;

const shared: [name: string, share: () => Promise<Open>][] = [
	['a folder', async () => openFolder(await temporaryFolder())],
	['Redis', async () => openRedis(crypto.randomUUID())],
	[
		'a part of Redis',
		async () => {
			const prefix = crypto.randomUUID();
			return () => prefixStorage(openRedis('')(), prefix);
		},
	],
];

const openFolder = (base: string) => () => createStorage({ driver: fsLite({ base }) });

const openRedis = (base: string) => () => {
	const storage = createStorage({ driver: redisDriver({ url: redis.url, base }) });
	onTestFinished(() => storage.dispose());
	return storage;
};

describe.each(shared)('receivers that share %s', (_, share) => {
	it('start one build at the first call of a burst, and one for all others', async () => {
		const open = await share();
		const builds: RebuildEvent[] = [];
		let running = 0;
		const sent = Promise.withResolvers<void>();
		const target = async (event: RebuildEvent) => {
			builds.push(event);
			running += 1;
			expect(running).toBe(1);
			await sent.promise;
			running -= 1;
		};
		const receivers = [1, 2, 3].map(() => createReceiver(open(), target));
		await receivers[0]?.hook(published(-1));
		while (builds.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
		await Promise.all(
			Array.from({ length: 30 }, (_, id) => receivers[id % 3]?.hook(published(id))).map((answer) =>
				answer?.then(({ status }) => expect(status).toBe(202)),
			),
		);
		sent.resolve();
		await Promise.all(receivers.map(({ hook }) => hook.idle()));
		expect(builds.map(({ calls }) => calls)).toEqual([1, 30]);
		expect(builds[1]?.stories).toHaveLength(30);
		expect(receivers.flatMap(({ logger }) => logger.lines.filter((line) => line.includes('lock')))).toEqual(
			[],
		);
	});

	it('build what a closed receiver left', async () => {
		const open = await share();
		const first = createReceiver(open(), () => Promise.reject(new Error('closed')), { quietMs: 60_000 });
		await first.hook(published(1));
		await first.hook.close();
		const builds: RebuildEvent[] = [];
		const second = createReceiver(open(), async (event) => void builds.push(event));
		await second.hook.idle();
		expect(builds[0]?.stories).toEqual([{ id: 1, slug: 'blog/story-1' }]);
	});

	it('take over from a stalled receiver, and ignore what it reports later', async () => {
		const open = await share();
		// Its time stops when its build starts, so that it does not renew its lease.
		const clock = createTestClock(Date.now());
		const finish: (() => void)[] = [];
		const stalled = createReceiver(open(), () => new Promise((resolve) => void finish.push(resolve)), {
			clock,
		});
		await stalled.hook(published(1));
		while (finish.length === 0) {
			// No faster than real time, in which the lease expires for the other receiver.
			await new Promise((resolve) => setTimeout(resolve, 1));
			await clock.pass(1);
		}
		const builds: RebuildEvent[] = [];
		const other = createReceiver(open(), async (event) => void builds.push(event));
		await other.hook(published(2));
		await other.hook.idle();
		expect(builds.at(-1)?.stories).toHaveLength(2);
		const before = builds.length;
		for (const each of finish) each();
		await clock.pass(0);
		await other.hook(published(3));
		await other.hook.idle();
		expect(builds.slice(before).map(({ stories }) => stories.map(({ id }) => id))).toEqual([[3]]);
	});
});

it('expires an empty lease file that a killed receiver left', async () => {
	const base = await temporaryFolder();
	const open = openFolder(base);
	const builds: RebuildEvent[] = [];
	const clock = createTestClock(Date.now());
	const { hook } = createReceiver(open(), async (event) => void builds.push(event), { clock });
	await mkdir(join(base, 'rebuild-lock'));
	await writeFile(join(base, 'rebuild-lock', '7'), '');
	await hook(published(1));
	await clock.until(hook.idle());
	expect(builds).toHaveLength(1);
	expect(await readdir(join(base, 'rebuild-lock'))).toEqual(['8']);
});

it('stores pending calls in complete files that Git ignores if no storage is set', async () => {
	const folder = await temporaryFolder();
	const home = process.cwd();
	process.chdir(folder);
	onTestFinished(() => process.chdir(home));
	const logger = collectLines();
	const create = (targets: RebuildHookOptions['targets']) => {
		const hook = createRebuildHook({ secrets: [secret], targets, logger, quietMs: 60_000 });
		onTestFinished(() => hook.close());
		return hook;
	};
	const first = create([() => {}]);
	await first(published(50));
	await first.idle();
	await Promise.all(Array.from({ length: 50 }, (_, id) => first(published(id))));
	await first.close();
	const files = await readdir(join(folder, '.slugline'), { recursive: true });
	expect(files.filter((name) => /pending.[\w-]+$/.test(name))).toHaveLength(1);
	expect(files.filter((name) => name.endsWith('.tmp'))).toEqual([]);
	expect(files).toContain('.gitignore');
	const builds: RebuildEvent[] = [];
	const second = create([(event) => void builds.push(event)]);
	await second.flush();
	expect(builds[0]?.calls).toBe(50);
	await second.idle();
});
