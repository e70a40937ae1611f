import { setTimeout as pause } from 'node:timers/promises';
import { createDeliveryClient } from 'astro-slugline/client';
import { createSpace } from 'astro-slugline/space';
import { createSync } from 'astro-slugline/sync';
import { createStorage } from 'unstorage';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../space/temporary-folder.js';
import { published } from './support/calls.js';
import { createTestClock } from './support/clock.js';
import { createTestHook } from './support/hook.js';

const minute = 60_000;

/** The `slugline.json` and the only page of a build. */
interface Built {
	cv: number | null;
	spaceVersion: number | null;
	settled: boolean;
	title: unknown;
}

it('builds an edit when the edge moves on, without another call, if the token has a Minimum Cache TTL', async () => {
	const clock = createTestClock();
	const folder = await temporaryFolder({
		'space.yaml': 'name: Harbour\n',
		'about.md': '---\ncontent: { component: page, title: Before }\n---\n',
	});
	const space = createSpace(folder, {
		edge: { minimumCacheTtl: { public: 600 } },
		clock: clock.now,
	});
	onTestFinished(() => space.close());
	const token = space.tokens.public;
	const storage = createStorage();
	const builds: Built[] = [];
	let running = 0;
	const build = async () => {
		running += 1;
		const client = createDeliveryClient({ token, baseUrl: space.url, fetch: space.fetch, rateLimit: false });
		const sync = createSync({
			client,
			version: 'published',
			baseUrl: space.url,
			storage,
			now: clock.now,
		});
		const { cv, spaceVersion, settled, rows, stories } = await sync.run();
		for await (const [, { content }] of stories(rows)) {
			builds.push({ cv, spaceVersion, settled, title: content['title'] });
		}
		running -= 1;
	};
	await build();
	const { hook } = createTestHook({
		clock,
		targets: [build],
		service: { token, baseUrl: space.url },
		built: 'http://site.test/slugline.json',
		fetch: async (input, init) => {
			const { host } = new URL(input instanceof Request ? input.url : input);
			return host === 'site.test' ? Response.json(builds.at(-1)) : space.fetch(input, init);
		},
	});
	/** Lets seconds pass, no faster than files are read and builds end. */
	const pass = async (seconds: number, enough = () => false) => {
		for (let at = 0; at < seconds && !enough(); at += 5) {
			while (running > 0) await pause(5);
			await clock.pass(5000);
			await pause(10);
		}
		while (running > 0) await pause(5);
	};

	// The bucket of the snapshot ends in less than ten minutes, and the edit is not in it.
	await clock.pass(600_000 - (clock.now() % 600_000) + minute);
	await build();
	const count = builds.length;
	const before = builds.at(-1);
	await space.edit.write('about', { content: { title: 'After' } });
	await clock.pass(3000);
	expect((await hook(published(1))).status).toBe(202);
	await pass(180, () => builds.length > count);
	expect(builds).toHaveLength(count + 1);
	expect(builds.at(-1)).toMatchObject({ title: 'Before', cv: before?.cv, settled: false });
	// The new version is recorded, although the edge does not serve it yet.
	expect(builds.at(-1)?.spaceVersion).toBeGreaterThan(before?.spaceVersion ?? 0);

	await pass(200);
	expect(builds).toHaveLength(count + 1);
	await pass(1200, () => builds.length > count + 1);
	expect(builds.at(-1)).toMatchObject({ title: 'After', settled: true });
	expect(builds.at(-1)?.cv).toBeGreaterThan(before?.cv ?? 0);

	// The state is settled, so later snapshots of the edge start no build.
	await pass(700);
	expect(builds).toHaveLength(count + 2);
	await hook.idle();
});
