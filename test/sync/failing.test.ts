import { createStorage, type Storage } from 'unstorage';
import { beforeEach, expect, test } from 'vitest';
import { applyChange, fill } from './fake-changes.js';
import { createFakeSpace, type FakeSpace } from './fake-space.js';
import { cheap, contentOf, syncOf, type TestSyncOptions } from './helpers.js';

let space: FakeSpace;
let storage: Storage;
let notices: string[];
const run = (options: TestSyncOptions = {}) =>
	syncOf(space, { storage, onNotice: (sentence) => notices.push(sentence), ...options }).run();

/** Makes every request from this number on fail. */
const failFrom = (first: number) => {
	const fail = () => new Response('{"error":"broken"}', { status: 500 });
	space.watch(Array.from({ length: 500 }, (_, place) => [first + place, fail] as const));
};

beforeEach(() => {
	space = createFakeSpace({ codes: ['de'] });
	fill(space, 30, ['de']);
	space.datasources.push({
		id: 1,
		slug: 'labels',
		dimensions: [],
		entries: [{ id: 1, name: 'More', value: 'more', values: {} }],
	});
	storage = createStorage();
	notices = [];
});

test.each([1, 2, 3, 4])(
	'throws the error of the client and leaves the state unchanged if requests fail from number %i on',
	async (first) => {
		const before = await contentOf(await run());
		applyChange(space, { kind: 'edit', which: 1, other: 3 });
		failFrom(first);
		const error = await run().catch((thrown) => thrown);
		expect(error).toMatchObject({ name: 'SluglineServiceError', status: 500 });
		expect(await contentOf(await run({ offline: true }))).toEqual(before);
		space.watch();
		const after = await run();
		expect(after.summary).toMatchObject({ kind: 'delta', changed: 2 });
	},
);

test('returns the last good state with a warning if onError is keep', async () => {
	const before = await contentOf(await run());
	applyChange(space, { kind: 'edit', which: 1, other: 3 });
	failFrom(3);
	const synced = await run({ onError: 'keep' });
	expect(synced.summary.kind).toBe('cached');
	expect(await contentOf(synced)).toEqual(before);
	expect(notices).toMatchInlineSnapshot(`
		[
		  "The space could not be synced (The API responded to GET http://space.test/v2/cdn/stories/?version=published&by_uuids=00807738-0000-4000-8000-000000000102&page=1&per_page=25 with status 500: "broken" (12 attempts). The API returned a server error. Try again later). The site is built from the cached state of Fake, cv 1700000090.",
		]
	`);
});

test('throws if onError is keep but there is no cached state', async () => {
	failFrom(3);
	await expect(run({ onError: 'keep' })).rejects.toMatchObject({ status: 500 });
});

test('makes no request offline', async () => {
	const online = await run();
	const options = { sources: ['labels'], filtered: true };
	const before = await contentOf(online, options);
	applyChange(space, { kind: 'edit', which: 1, other: 3 });
	space.watch();
	const synced = await run({ offline: true });
	expect(await contentOf(synced, options)).toEqual(before);
	expect(space.log).toEqual([]);
	expect(notices).toMatchInlineSnapshot(`
		[
		  "Offline: the site is built from the cached state of Fake, cv 1700000090.",
		]
	`);
});

test('returns only the requested languages offline', async () => {
	await run();
	const synced = await run({ offline: true, languages: ['fr'] });
	expect(synced.languages).toEqual([]);
	expect(synced.rows.map((row) => row.lang)).toEqual(Array.from({ length: 30 }, () => 'default'));
	expect(notices).toMatchInlineSnapshot(`
		[
		  "Offline: the site is built from the cached state of Fake, cv 1700000090.",
		  "The cached state does not have the languages fr.",
		]
	`);
});

test('fails offline with a specific error for each missing cache', async () => {
	const messageOf = async (act: () => Promise<object>) => {
		const error: { name?: string; message?: string; hint?: string } = await act().catch((thrown) => thrown);
		return `${error.name}: ${error.message} ${error.hint}`;
	};
	const nothing = await messageOf(() => run({ offline: true }));
	await run();
	const synced = await run({ offline: true });
	expect([
		nothing,
		await messageOf(() => synced.datasources()),
		await messageOf(() => synced.datasourceEntries('labels')),
		await messageOf(() => synced.matching(cheap)),
	]).toMatchInlineSnapshot(`
		[
		  "SyncError: The site is built offline, but there is no cached state of the space. Build once while the API can be reached.",
		  "SyncError: The site is built offline, and the list of datasources is not cached. Build once while the API can be reached.",
		  "SyncError: The site is built offline, and the datasource “labels” is not cached. Build once while the API can be reached.",
		  "SyncError: The site is built offline, and the result of a filter is not cached. Build once while the API can be reached.",
		]
	`);
});

test('uses cached datasources and filter results after a failure if onError is keep', async () => {
	const options = { sources: ['labels'], filtered: true };
	const before = await contentOf(await run(), options);
	applyChange(space, { kind: 'edit', which: 1, other: 3 });
	const synced = await run({ onError: 'keep' });
	failFrom(1);
	expect(await synced.datasourceEntries('labels')).toEqual([
		{ id: 1, name: 'More', value: 'more', dimensions: {} },
	]);
	expect((await synced.matching(cheap)).size).toBe(before.cheap.length);
	expect(notices).toMatchInlineSnapshot(`
		[
		  "Could not read the list of datasources (The API responded to GET http://space.test/v2/cdn/datasources?cv=1700000093&page=1&per_page=1000 with status 500: "broken" (12 attempts). The API returned a server error. Try again later); using the cached version.",
		  "Could not read the datasource “labels” (The API responded to GET http://space.test/v2/cdn/datasource_entries?cv=1700000093&datasource=labels&page=1&per_page=1000 with status 500: "broken" (12 attempts). The API returned a server error. Try again later); using the cached version.",
		  "A filter could not be evaluated (The API responded to GET http://space.test/v2/cdn/stories/?version=published&cv=1700000093&by_uuids=00807738-0000-4000-8000-000000000102&filter_query[price][lt_int]=20&page=1&per_page=25 with status 500: "broken" (12 attempts). The API returned a server error. Try again later); using its cached result.",
		]
	`);
});

test('reports requests, bytes, and progress', async () => {
	const progress: string[] = [];
	const synced = await run({
		onProgress: ({ done, total, what }) => progress.push(`${what} ${done}/${total}`),
	});
	expect(synced.summary.bytes).toBeGreaterThan(10_000);
	expect(synced.summary.requests).toBe(6);
	expect(progress.sort()).toMatchInlineSnapshot(`
		[
		  "links 30/30",
		  "stories (de) 25/30",
		  "stories (de) 30/30",
		  "stories 25/30",
		  "stories 30/30",
		]
	`);
});

test('rejects a row of a different sync', async () => {
	const synced = await run();
	const [row] = synced.rows;
	applyChange(space, { kind: 'delete', which: 0, other: 0 });
	const later = await run();
	const read = async () => {
		for await (const _ of later.stories(row ? [row] : [])) expect.unreachable();
	};
	const error = await read().catch((thrown) => thrown);
	expect(`${error.message} ${error.hint}`).toMatchInlineSnapshot(
		`"The space no longer has the story 00799819-0000-4000-8000-000000000101 in the language default. Read stories with the rows of the same sync."`,
	);
});
