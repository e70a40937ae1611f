import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDeliveryClient } from 'astro-slugline/client';
import { createSpace } from 'astro-slugline/space';
import { createSync } from 'astro-slugline/sync';
import { createStorage, type Storage } from 'unstorage';
import { expect, test } from 'vitest';
import { createTestClock } from '../client/clock.js';
import { temporaryFolder } from '../support/test-folder.js';
import { contentOf } from './helpers.js';

const story = (title: string) => `---\ncontent: { component: article, title: ${title} }\n---\n`;

/** One build, which reads the folder anew. `meanwhile` happens after that, and before the sync. */
async function build(folder: string, storage: Storage, meanwhile = async () => {}) {
	const space = createSpace(folder);
	await space.ready();
	await meanwhile();
	const { url: baseUrl, fetch, tokens } = space;
	const clock = createTestClock();
	const client = createDeliveryClient({ token: tokens.preview, baseUrl, fetch, clock });
	const synced = await createSync({ client, version: 'published', baseUrl, storage }).run();
	const { stories } = await contentOf(synced);
	await space.close();
	return { stories, synced };
}

test('detects edits, reverts, and branch switches between builds and within them', async () => {
	const folder = await temporaryFolder({ 'space.yaml': 'id: 1\nname: Small\n', 'about.md': story('About') });
	const storage = createStorage();
	const checkOut = async (name: string) => {
		await writeFile(join(folder, 'one.md'), story(`One of ${name}`));
		if (name.length % 2 === 0) await writeFile(join(folder, 'three.md'), story(`Three of ${name}`));
		else await rm(join(folder, 'three.md'), { force: true });
	};
	const versions = new Map<number | null, string>();
	// The branch that is checked out when the build starts, and when it syncs.
	const builds: [begins: string, syncs: string, kind?: string][] = [
		['main', 'main', 'full'],
		['main', 'main', 'unchanged'],
		['feature', 'feature', 'delta'],
		['main', 'main', 'delta'],
		['main', 'fix-2'],
		['fix-2', 'main'],
		['b', 'main'],
	];
	for (const [n, [begins, syncs, kind]] of builds.entries()) {
		const name = `${n}: ${begins} to ${syncs}`;
		await checkOut(begins);
		const meanwhile = async () => (begins === syncs ? undefined : checkOut(syncs));
		const { stories, synced } = await build(folder, storage, meanwhile);
		const clean = await build(folder, createStorage());
		expect(Object.keys(stories).sort(), name).toEqual(Object.keys(clean.stories).sort());
		expect(JSON.stringify(stories), name).toContain(`"One of ${syncs}"`);
		// Dates only grow within a build, so the same content may have later dates there.
		if (kind) expect(synced.summary.kind, name).toBe(kind);
		expect(synced.settled, name).toBe(true);
		// Equal versions mean equal content, whichever build they come from.
		expect(versions.get(synced.spaceVersion) ?? syncs, name).toBe(syncs);
		versions.set(synced.spaceVersion, syncs);
	}
	expect(versions.size).toBeGreaterThanOrEqual(3);
});
