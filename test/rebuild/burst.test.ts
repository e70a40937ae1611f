import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AskAgain } from 'astro-slugline/rebuild';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isLong } from '../support/long.js';
import { startRedis } from '../support/redis.js';
import { temporaryFolder } from '../support/test-folder.js';
import { bodyOf, headersOf, published, secret } from './support/calls.js';
import { createTestHook } from './support/hook.js';
import { type ScriptProcess, startScript } from './support/processes.js';
import type { ReceiverOrder } from './support/receiver.js';

/** How many calls are sent, within how many milliseconds, and how often the receiver is killed. */
const sizes = isLong ? { calls: 1000, ms: 5000, kills: 10 } : { calls: 200, ms: 1000, kills: 3 };
const timeout = 120_000;

it(
	'loses no call, overlaps no builds, and starts the last build after the last call, whatever their times',
	async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.integer({ min: 0, max: 6000 }), { minLength: 1, maxLength: 40 }),
				fc.integer({ min: 0, max: 20_000 }),
				fc.array(fc.boolean(), { maxLength: 6 }),
				async (pauses, buildMs, failures) => {
					const { hook, clock, target } = createTestHook({ maxWaitMs: 10_000 }, buildMs);
					const outcomes = [...failures];
					const sent: number[] = [];
					for (const ms of pauses) {
						target.fails = outcomes.shift() ?? false;
						sent.push(clock.now());
						await hook(published(sent.length));
						await clock.pass(ms);
					}
					target.fails = false;
					await clock.until(hook.idle());
					await hook.close();
					const good = target.builds.filter(({ failed }) => !failed);
					expect(good.at(-1)?.began).toBeGreaterThanOrEqual(sent.at(-1) ?? 0);
					for (const [index, at] of sent.entries()) {
						const holder = good.find(({ event }) => event.stories.some(({ id }) => id === index + 1));
						expect(holder?.began).toBeGreaterThanOrEqual(at);
					}
					for (const [index, { began }] of target.builds.slice(1).entries()) {
						expect(began).toBeGreaterThanOrEqual(target.builds[index]?.ended ?? Number.POSITIVE_INFINITY);
					}
				},
			),
			{ numRuns: isLong ? 500 : 30, seed: 5 },
		);
	},
	timeout,
);

describe('with real processes and builds', () => {
	const readLines = async (folder: string, name: string) =>
		(await readFile(join(folder, name), 'utf8').catch(() => '')).trim().split('\n');

	/** The notes of the builds, in order, with `sent` where the last call was accepted. */
	const readBuilds = (folder: string) => readLines(folder, 'builds');

	/** The ids of the stories in builds that finished. */
	const readBuilt = async (folder: string) =>
		new Set((await readLines(folder, 'built')).flatMap((line) => (JSON.parse(line) as AskAgain).stories));

	async function start(folder: string, order: Partial<ReceiverOrder>): Promise<[ScriptProcess, string]> {
		const whole: ReceiverOrder = { name: 'one', secret, seconds: 0.8, quietMs: 500, ...order };
		const receiver = startScript('receiver.ts', whole, folder);
		return [receiver, `http://127.0.0.1:${await receiver.line('listening ')}/`];
	}

	/** Sends one call to one of the receivers until one accepts it. */
	async function send(id: number, urls: () => string[]): Promise<void> {
		const body = bodyOf('story.published', { story_id: id, full_slug: `blog/story-${id}` });
		const headers = headersOf('story.published', body);
		for (let attempt = id; ; attempt += 1) {
			const all = urls();
			const url = all[attempt % all.length] ?? '';
			const status = await fetch(url, { method: 'POST', body, headers }).then(
				(answer) => answer.status,
				() => 0,
			);
			if (status === 202) return;
			expect([0, 503]).toContain(status);
			await pause(20);
		}
	}

	async function sendBurst(urls: () => string[]): Promise<void> {
		const calls: Promise<void>[] = [];
		for (let id = 1; id <= sizes.calls; id += 1) {
			calls.push(send(id, urls));
			await pause(sizes.ms / sizes.calls);
		}
		await Promise.all(calls);
	}

	async function settle(receiver: ScriptProcess): Promise<void> {
		receiver.child.kill('SIGUSR2');
		await receiver.line('idle now');
	}

	async function waitForBuild(folder: string): Promise<string> {
		for (;;) {
			const begun = (await readBuilds(folder)).find((line) => line.startsWith('begin '));
			if (begun) return begun.slice('begin '.length);
			await pause(20);
		}
	}

	/** Expects builds of every story, without overlap, the last of which started after the last call and finished. */
	async function check(folder: string): Promise<void> {
		const lines = await readBuilds(folder);
		expect(lines).not.toContain('overlap');
		expect((await readBuilt(folder)).size).toBe(sizes.calls + 1);
		const rest = lines.slice(lines.indexOf('sent') + 1);
		expect(rest.some((line) => line.startsWith('begin '))).toBe(true);
		expect(rest.at(-1)).toMatch(/^end /);
	}

	it(
		'handles a burst while the receiver is killed and restarted again and again',
		async () => {
			const folder = await temporaryFolder();
			let [receiver, url] = await start(folder, {});
			await send(0, () => [url]);
			await waitForBuild(folder);
			const burst = sendBurst(() => [url]);
			for (const ms of fc.sample(fc.integer({ min: 0, max: 600 }), { numRuns: sizes.kills, seed: 5 })) {
				await pause(ms);
				await receiver.kill('SIGKILL');
				[receiver, url] = await start(folder, {});
			}
			await burst;
			await appendFile(join(folder, 'builds'), 'sent\n');
			// Killed once more with everything accepted: pending calls are built without another call.
			await receiver.kill('SIGKILL');
			[receiver, url] = await start(folder, {});
			await settle(receiver);
			await check(folder);
			const lines = await readBuilds(folder);
			await settle(receiver);
			expect(await readBuilds(folder)).toEqual(lines);
		},
		timeout,
	);

	it(
		'handles a burst to three receivers on one Redis when the one that builds is killed',
		async () => {
			const redis = await startRedis();
			onTestFinished(() => redis.stop());
			const folder = await temporaryFolder();
			const names = ['one', 'two', 'three'];
			const started = await Promise.all(names.map((name) => start(folder, { name, redis: redis.url })));
			let urls = started.map(([, url]) => url);
			await send(0, () => urls);
			const builder = names.indexOf(await waitForBuild(folder));
			const burst = sendBurst(() => urls);
			await pause(sizes.ms / 3);
			await started[builder]?.[0].kill('SIGKILL');
			urls = urls.filter((_, index) => index !== builder);
			await burst;
			await appendFile(join(folder, 'builds'), 'sent\n');
			for (const [index, [receiver]] of started.entries()) if (index !== builder) await settle(receiver);
			await check(folder);
		},
		timeout,
	);
});
