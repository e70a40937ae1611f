import { createStorage } from 'unstorage';
import { expect, test } from 'vitest';
import { applyChange, fill } from './fake-changes.js';
import { createFakeSpace } from './fake-space.js';
import { contentOf, syncOf } from './helpers.js';

test('fetches everything in a first sync, with one request per page', async () => {
	const space = createFakeSpace();
	fill(space, 60, ['de']);
	const synced = await syncOf(space).run();
	expect(synced.summary).toMatchObject({ kind: 'full', requests: 1 + 1 + 2 * 3, added: 120 });
	expect(space.log.map(({ path }) => path.replace('/v2/cdn/', ''))).toMatchInlineSnapshot(`
		[
		  "spaces/me/",
		  "links",
		  "stories/",
		  "stories/",
		  "stories/",
		  "stories/",
		  "stories/",
		  "stories/",
		]
	`);
});

test('makes one request for an unchanged space', async () => {
	const space = createFakeSpace();
	fill(space, 60, ['de']);
	const storage = createStorage();
	const first = await syncOf(space, { storage }).run();
	space.watch();
	const second = await syncOf(space, { storage }).run();
	expect(second.summary).toMatchObject({ kind: 'unchanged', requests: 1, unchanged: 120 });
	expect(await contentOf(second)).toEqual(await contentOf(first));
	expect(space.log).toEqual([{ path: '/v2/cdn/spaces/me/', query: {} }]);
});

test('fetches changed stories by uuid, in their languages', async () => {
	const space = createFakeSpace();
	const stories = fill(space, 60, ['de']);
	const storage = createStorage();
	await syncOf(space, { storage }).run();
	for (const which of [3, 40]) applyChange(space, { kind: 'edit', which, other: 7 });
	space.watch();
	const lines: string[] = [];
	const synced = await syncOf(space, { storage, explain: (line) => lines.push(line) }).run();
	expect(synced.summary).toMatchObject({ kind: 'delta', requests: 4, changed: 4, unchanged: 116 });
	expect(lines).toMatchInlineSnapshot(`
		[
		  "story-104: published_at went from "2023-11-14T22:14:37+0000" to "2023-11-14T22:34:34+0000"",
		  "story-141: published_at went from "2023-11-14T22:27:34+0000" to "2023-11-14T22:34:55+0000"",
		]
	`);
	expect(await contentOf(synced)).toEqual(await contentOf(await syncOf(space, {}, space.origin).run()));
	expect(stories).toHaveLength(60);
});
