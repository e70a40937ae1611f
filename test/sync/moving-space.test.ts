import { createStorage } from 'unstorage';
import { expect, test } from 'vitest';
import { applyChange, fill } from './fake-changes.js';
import { createFakeSpace, type FakeSpace, type FakeStory } from './fake-space.js';
import { altered, cleanContentOf, contentOf, syncOf } from './helpers.js';

test.each([
	['edit', 3],
	['edit', 8],
	['delete', 4],
	['renameFolder', 4],
	['move', 6],
	['publishLanguage', 7],
] as const)(
	'returns the final content if the space changes during a first sync (%s before request %i)',
	async (kind, request) => {
		const space = createFakeSpace({ codes: ['de'] });
		fill(space, 40, ['de']);
		applyChange(space, { kind: 'addFolder', which: 0, other: 0 });
		for (let which = 0; which < 8; which += 1) applyChange(space, { kind: 'move', which, other: 1 });
		space.watch([[request, () => applyChange(space, { kind, which: 5, other: 11 })]]);
		const synced = await syncOf(space).run();
		expect(synced.cv).toBe(space.version());
		expect(await contentOf(synced)).toEqual(await cleanContentOf(space));
	},
);

test('stops while a space keeps changing, and is up to date once the changes end', async () => {
	const space = createFakeSpace({ codes: ['de'] });
	fill(space, 60, ['de']);
	const storage = createStorage();
	const edit = (which: number) => applyChange(space, { kind: 'edit', which: which * 7, other: which });
	space.watch(Array.from({ length: 80 }, (_, at) => [at + 2, () => edit(at)] as const));
	const synced = await syncOf(space, { storage }).run();
	expect(synced.rows).toHaveLength(120);
	expect(synced.summary.requests).toBeLessThan(40);
	space.watch();
	const rested = await syncOf(space, { storage }).run();
	expect(await contentOf(rested)).toEqual(await cleanContentOf(space));
});

/** Groups the stories at two places, so that the JSON of each names the other. */
function group(space: FakeSpace) {
	const [one, other] = [...space.stories.values()];
	if (!one || !other) throw new Error('There are no two stories.');
	other.group = one.group;
	space.bump();
}

test.each([
	['rename', 1],
	['unpublish', 1],
	['delete', 1],
	['setPath', 1],
	['edit', 0],
] as const)('after a change of a group member (%s), fetches %i other members', async (kind, others) => {
	const space = createFakeSpace({ codes: [] });
	fill(space, 5);
	group(space);
	const storage = createStorage();
	await syncOf(space, { storage }).run();
	applyChange(space, { kind, which: 0, other: 3 });
	const lines: string[] = [];
	const synced = await syncOf(space, { storage, explain: (line) => lines.push(line) }).run();
	expect(await contentOf(synced)).toEqual(await cleanContentOf(space));
	expect(lines.filter((line) => line.includes('group'))).toHaveLength(kind === 'setPath' ? 0 : others);
});

test('fetches the members of a group together with a published story that they already name', async () => {
	const space = createFakeSpace({ codes: [], namesUnpublished: true });
	fill(space, 5);
	group(space);
	applyChange(space, { kind: 'unpublish', which: 0, other: 0 });
	const storage = createStorage();
	await syncOf(space, { storage }).run();
	applyChange(space, { kind: 'publish', which: 0, other: 0 });
	const synced = await syncOf(space, { storage }).run();
	expect(synced.summary).toMatchObject({ requests: 3, added: 1, changed: 1 });
	expect(await contentOf(synced)).toEqual(await cleanContentOf(space));
});

test('fetches the other members if a member comes back or changes its group', async () => {
	const space = createFakeSpace({ codes: [] });
	fill(space, 5);
	group(space);
	const storage = createStorage();
	const agrees = async () =>
		expect(await contentOf(await syncOf(space, { storage }).run())).toEqual(await cleanContentOf(space));
	await agrees();
	for (const kind of ['unpublish', 'publish', 'group', 'delete'] as const) {
		applyChange(space, { kind, which: 0, other: 3 });
		await agrees();
	}
});

/** A space of three stories with a change that the edge shows in the links, but not in the stories yet. */
async function behindTheEdge(kind: 'edit' | 'rename' = 'edit') {
	const space = createFakeSpace({ codes: [] });
	fill(space, 3);
	await syncOf(space).run();
	const before = await (await space.origin('http://space.test/v2/cdn/stories/')).json();
	space.freezeVersion(3);
	applyChange(space, { kind, which: 1, other: 77 });
	before.cv = space.version();
	return { space, storage: createStorage(), old: () => Response.json(before) };
}

test.each(['edit', 'rename'] as const)(
	'requests content from the edge again by uuid if it is older than its link (%s)',
	async (kind) => {
		const { space, storage, old } = await behindTheEdge(kind);
		space.watch([[3, old]]);
		const synced = await syncOf(space, { storage }).run();
		expect(space.log.map(({ path, query }) => `${path} ${query['by_uuids'] ?? ''}`)).toMatchInlineSnapshot(`
		[
		  "/v2/cdn/spaces/me/ ",
		  "/v2/cdn/links ",
		  "/v2/cdn/stories/ ",
		  "/v2/cdn/spaces/me/ ",
		  "/v2/cdn/stories/ 00807738-0000-4000-8000-000000000102",
		  "/v2/cdn/spaces/me/ ",
		]
	`);
		const { rows, stories } = await contentOf(synced);
		expect(rows).toHaveLength(3);
		expect(stories).toEqual((await cleanContentOf(space)).stories);
	},
);

test('fetches content that is older than its link again in the next sync, once', async () => {
	const { space, storage, old } = await behindTheEdge();
	space.watch([
		[3, old],
		[5, old],
		[6, old],
	]);
	const first = await syncOf(space, { storage }).run();
	expect((await contentOf(first)).stories).not.toEqual((await cleanContentOf(space)).stories);
	const lines: string[] = [];
	const second = await syncOf(space, { storage, explain: (line) => lines.push(line) }).run();
	expect(lines).toMatchInlineSnapshot(`
		[
		  "story-102: its content may be older than its link",
		]
	`);
	expect(second.summary).toMatchObject({ kind: 'delta', changed: 1 });
	expect(await contentOf(second)).toEqual(await cleanContentOf(space));
});

test('retries once if stories are always older than their links, and then accepts them', async () => {
	const space = createFakeSpace({ codes: [], edge: false });
	fill(space, 30);
	const storage = createStorage();
	const backdated = altered(space.fetch, (body) =>
		JSON.parse(
			JSON.stringify(body).replaceAll(
				/"published_at":"2023-[^"]+123Z"/g,
				'"published_at":"2020-01-01T00:00:00.123Z"',
			),
		),
	);
	const run = async () => {
		space.watch();
		const synced = await syncOf(space, { storage }, backdated).run();
		expect(synced.rows).toHaveLength(30);
		return synced.summary.requests;
	};
	await run();
	applyChange(space, { kind: 'edit', which: 1, other: 77 });
	await run();
	applyChange(space, { kind: 'reorder', which: 1, other: 9 });
	expect(await run()).toBe(3);
});

test('leaves out a published link without a story, with a warning', async () => {
	const space = createFakeSpace({ codes: ['de'] });
	const [story] = fill(space, 3, ['de']);
	const hidden = altered(space.fetch, ({ stories, ...body }, _, headers) => {
		headers.delete('total');
		const shown = stories?.filter(({ uuid }: { uuid: string }) => uuid !== story?.uuid);
		return shown && { ...body, stories: shown };
	});
	const storage = createStorage();
	const notices: string[] = [];
	const run = () => syncOf(space, { storage, onNotice: (sentence) => notices.push(sentence) }, hidden).run();
	const synced = await run();
	expect(synced.rows).toHaveLength(4);
	expect(synced.links).toHaveLength(3);
	expect(notices).toMatchInlineSnapshot(`
		[
		  "The API lists these stories as published but returns no content for them, so they are left out: story-101, story-101 (de).",
		]
	`);
	// Each of the next two syncs that find a change requests it again, or until its link changes.
	applyChange(space, { kind: 'edit', which: 1, other: 5 });
	await run();
	applyChange(space, { kind: 'edit', which: 1, other: 6 });
	space.watch();
	await run();
	expect(space.log).toHaveLength(1 + 1 + 2);
	const whole = await syncOf(space, { storage }).run({ force: true });
	expect(await contentOf(whole)).toEqual(await cleanContentOf(space));
});

/**
 * A space whose links and stories are read concurrently. Its last story changes before the last page of links, after
 * this many requests for stories were answered. The first and the last story share a group.
 */
function readConcurrently(answered: number, change: (last: FakeStory, space: FakeSpace) => void) {
	const space = createFakeSpace({ codes: [], linksPerPage: 100 });
	const stories = fill(space, 650);
	const [first, last] = [stories[0], stories[649]];
	if (!first || !last) throw new Error('There are no such stories.');
	last.group = first.group;
	let come = 0;
	let enoughCame = () => {};
	const enough = new Promise<void>((resolve) => {
		enoughCame = resolve;
	});
	let changed = false;
	const fetch = (async (input) => {
		const { pathname, searchParams } = new URL(String(input));
		if (pathname.endsWith('/links') && searchParams.get('page') === '7' && !changed) {
			await enough;
			changed = true;
			change(last, space);
			space.bump();
		}
		const answer = await space.fetch(input);
		if (pathname.endsWith('/stories/')) come += 1;
		if (come === answered) enoughCame();
		return answer;
	}) satisfies typeof globalThis.fetch;
	return { space, fetch };
}

test.each([0, 2])(
	'updates a group whose member changes while links and stories are read concurrently (%i requests for the version are late)',
	async (late) => {
		const { space, fetch } = readConcurrently(1, (last) => {
			space.freezeVersion(late);
			last.slug = 'renamed';
		});
		const synced = await syncOf(space, {}, fetch).run();
		expect({ ...(await contentOf(synced)), cv: space.version() }).toEqual(await cleanContentOf(space));
		expect(synced.settled).toBe(late === 0);
	},
);

test('checks the version if links arrived after all stories', async () => {
	const { space, fetch } = readConcurrently(26, (last) => {
		last.name = 'Renamed, at no date';
	});
	const synced = await syncOf(space, {}, fetch).run();
	expect(synced.cv).toBe(space.version());
	expect(await contentOf(synced)).toEqual(await cleanContentOf(space));
});

test('is up to date after the next sync if a group changed in the last round', async () => {
	const space = createFakeSpace({ codes: ['de'] });
	const [one, other] = fill(space, 5);
	if (!one || !other) throw new Error('There are no such stories.');
	// A story that is published in one language only, so that different requests read the two.
	other.draft.variants = { de: { published: true, title: 'Nur deutsch', slug: null } };
	applyChange(space, { kind: 'publish', which: 1, other: 0 });
	applyChange(space, { kind: 'unpublish', which: 1, other: 0 });
	const storage = createStorage();
	await syncOf(space, { storage }).run();
	const edit = (which: number) => applyChange(space, { kind: 'edit', which, other: which });
	edit(4);
	space.watch([
		[3, () => edit(4)],
		[7, () => edit(4)],
		[
			10,
			() => {
				edit(0);
				other.publishedAt = space.tick();
			},
		],
		[13, () => applyChange(space, { kind: 'group', which: 1, other: 5 })],
	]);
	const restless = await syncOf(space, { storage }).run();
	expect(restless.summary.requests).toBe(14);
	expect(restless.settled).toBe(false);
	space.watch();
	expect(other.group).toBe(one.group);
	expect(await contentOf(await syncOf(space, { storage }).run())).toEqual(await cleanContentOf(space));
});

test('reads drafts again if their group changes between two languages', async () => {
	const space = createFakeSpace({ codes: ['de'] });
	const [one, other] = fill(space, 3, ['de']);
	if (!one || !other) throw new Error('There are no such stories.');
	other.draft.variants = {};
	group(space);
	let germanCame = () => {};
	const german = new Promise<void>((resolve) => {
		germanCame = resolve;
	});
	let changed = false;
	const fetch = (async (input) => {
		const { pathname, searchParams } = new URL(String(input));
		const isStories = pathname.endsWith('/stories/');
		if (isStories && !searchParams.has('language') && !changed) {
			await german;
			changed = true;
			other.group = 'of its own';
			other.updatedAt = space.tick();
		}
		const answer = await space.fetch(input);
		if (isStories && searchParams.has('language')) germanCame();
		return answer;
	}) satisfies typeof globalThis.fetch;
	const synced = await syncOf(space, { version: 'draft' }, fetch).run();
	expect(await contentOf(synced)).toEqual(await cleanContentOf(space, 'draft'));
});
