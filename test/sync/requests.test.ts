import { filter } from 'astro-slugline/client';
import { createStorage } from 'unstorage';
import { describe, expect, test } from 'vitest';
import { addStory, applyChange, fill } from './fake-changes.js';
import { createFakeSpace, type FakeSpace, type FakeTraits } from './fake-space.js';
import {
	altered,
	type Body,
	cheap,
	cleanContentOf,
	contentOf,
	syncOf,
	type TestSyncOptions,
} from './helpers.js';

/** A space of stories in folders, synced once. */
async function synced(count: number, languages: string[], traits: Partial<FakeTraits> = {}) {
	const space = createFakeSpace({ codes: languages, ...traits });
	const folder = addStory(space, { folder: true });
	fill(space, Math.ceil(count / 2), languages);
	fill(space, Math.floor(count / 2), languages, folder.id);
	const storage = createStorage();
	const run = (options: TestSyncOptions = {}) => {
		space.watch();
		return syncOf(space, { storage, ...options }).run();
	};
	const first = await run();
	return { space, storage, run, first };
}

/** How often each path was requested. */
const asked = (space: FakeSpace) => {
	const counts: Record<string, number> = {};
	for (const { path, query } of space.log) {
		const name = [path.replace('/v2/cdn/', '').replace(/\/$/, ''), query['language'], query['dimension']]
			.filter(Boolean)
			.join(' ');
		counts[name] = (counts[name] ?? 0) + 1;
	}
	return counts;
};
const edit = (space: FakeSpace, which: number) =>
	applyChange(space, { kind: 'edit', which, other: which + 9 });

describe('a first sync', () => {
	test.each([
		[0, []],
		[1, []],
		[25, ['de']],
		[26, ['de', 'fr']],
		[1100, ['de', 'fr']],
	])(
		'makes one request per 25 stories and language: %i stories in the default language and %j',
		async (count, languages) => {
			for (const sendsTotal of [true, false]) {
				const { first } = await synced(count, languages, { sendsTotal });
				// A space without stories takes one more request.
				const pages = (1 + languages.length) * Math.ceil(count / 25);
				const maxRequests = 1 + Math.ceil((count + 1) / 1000) + Math.max(1, pages);
				expect(first.summary.requests).toBeLessThanOrEqual(maxRequests);
				expect(first.rows).toHaveLength(count * (1 + languages.length));
			}
		},
	);

	test('reads links and stories of a large space concurrently, with the same number of requests', async () => {
		const space = createFakeSpace({ codes: [] });
		fill(space, 6001);
		const order: string[] = [];
		const fetch = (async (input) => {
			order.push(new URL(String(input)).pathname);
			return space.fetch(input);
		}) satisfies typeof globalThis.fetch;
		const synced = await syncOf(space, {}, fetch).run();
		expect(synced.rows).toHaveLength(6001);
		expect(order).toHaveLength(1 + 7 + 241);
		expect(order.indexOf('/v2/cdn/stories/')).toBeLessThan(order.lastIndexOf('/v2/cdn/links'));
	});

	test('makes no request for a language that no link has', async () => {
		const { space } = await synced(30, ['de'], { codes: ['de', 'fr'] });
		expect(asked(space)).toMatchInlineSnapshot(`
			{
			  "links": 1,
			  "spaces/me": 1,
			  "stories": 2,
			  "stories de": 2,
			}
		`);
	});

	test('takes languages from links if the API does not name them', async () => {
		const { first } = await synced(30, ['pt-br', 'de'], { codes: undefined });
		expect(first.languages).toEqual(['pt-br', 'de']);
		expect(first.rows).toHaveLength(90);
	});

	test('checks the version again, for up to a day, if responses have a different cv', async () => {
		const { space, storage, run } = await synced(30, ['de'], { bodyCvShift: 5 });
		expect(asked(space)).toMatchInlineSnapshot(`
			{
			  "links": 1,
			  "spaces/me": 2,
			  "stories": 2,
			  "stories de": 2,
			}
		`);
		await run();
		expect(asked(space)).toEqual({ 'spaces/me': 2, links: 1, stories: 1 });
		const tomorrow = () => Date.now() + 25 * 3_600_000;
		await run({ now: tomorrow });
		space.watch();
		await syncOf(space, { storage, now: tomorrow }).run();
		expect(asked(space)).toEqual({ 'spaces/me': 1 });
	});
});

describe('a later sync', () => {
	test.each([
		[1, ['de', 'fr']],
		[25, ['de', 'fr']],
		[26, ['de', 'fr']],
		[100, []],
	])(
		'makes one request per 25 edited stories and language: %i edits in the default language and %j',
		async (changes, languages) => {
			const { space, run } = await synced(1100, languages);
			for (let which = 0; which < changes; which += 1) edit(space, which * 3);
			const { summary } = await run();
			expect(summary).toMatchObject({ kind: 'delta', changed: changes * (1 + languages.length) });
			expect(summary.requests).toBe(1 + 2 + (1 + languages.length) * Math.ceil(changes / 25));
		},
	);

	test('explains each change, and makes one request if nothing changed', async () => {
		const { space, run, first } = await synced(60, ['de']);
		const unchanged = await run();
		expect(unchanged.summary).toMatchObject({ kind: 'unchanged', requests: 1, unchanged: 120 });
		expect(await contentOf(unchanged)).toEqual(await contentOf(first));
		expect(space.log).toEqual([{ path: '/v2/cdn/spaces/me/', query: {} }]);
		edit(space, 3);
		const lines: string[] = [];
		await run({ explain: (line) => lines.push(line) });
		expect(lines).toEqual([
			expect.stringMatching(/^story-\d+: it was published again and is published in `de` and `default`$/),
		]);
		applyChange(space, { kind: 'delete', which: 0, other: 5 });
		await run({ explain: (line) => lines.push(line) });
		expect(lines[1]).toMatch(/^story-\d+: it is gone\. Its uuid was [\da-f-]{36}\.$/);
	});

	test.each([
		['delete', { requests: 4, removed: 2, changed: 0, unchanged: 198 }],
		['renameFolder', { requests: 2 + 2 * 2, moved: 100, unchanged: 100 }],
		['setPath', { requests: 2 + 2, moved: 2, unchanged: 198 }],
	] as const)('fetches what one change affects: %s', async (kind, expected) => {
		const { space, run } = await synced(100, ['de']);
		applyChange(space, { kind, which: 0, other: 5 });
		expect((await run()).summary).toMatchObject(expected);
	});

	test('fetches the languages of a story after one of them was published', async () => {
		const { space, run } = await synced(60, ['de']);
		applyChange(space, { kind: 'publishLanguage', which: 5, other: 1 });
		applyChange(space, { kind: 'publishLanguage', which: 6, other: 0 });
		expect((await run()).summary).toMatchObject({ removed: 1 });
		expect(asked(space)).toMatchInlineSnapshot(`
			{
			  "links": 1,
			  "spaces/me": 1,
			  "stories": 1,
			  "stories de": 1,
			}
		`);
	});

	test('detects and explains changes of languages, although no date changed', async () => {
		const { space, run } = await synced(30, ['de', 'fr']);
		const lines: string[] = [];
		const check = async (summary: object) => {
			space.bump();
			const result = await run({ explain: (line) => lines.push(line) });
			expect(result.summary).toMatchObject(summary);
			expect(await contentOf(result)).toEqual(await cleanContentOf(space));
		};
		const [one, two, three] = [...space.stories.values()].flatMap(({ live }) =>
			live ? [live.variants] : [],
		);
		if (!one?.['de'] || !two?.['fr'] || !three?.['fr']) throw new Error('There are no such variants.');
		const { fr } = three;
		one['de'].published = false;
		two['fr'].slug = 'autre';
		delete three['fr'];
		await check({ removed: 2, moved: 1 });
		three['fr'] = fr;
		await check({ added: 1 });
		expect(lines).toEqual([
			'story-102: published in de went from true to false',
			'story-103: path in fr went from "story-103" to "autre"',
			'story-104: the language fr is gone',
			'story-104: the language fr is new',
		]);
	});

	test.each([
		['published', ['updated_at', 'published_at'], 1 + 1 + 2 * 3],
		['published', ['updated_at'], 1 + 1 + 2],
		['draft', ['updated_at'], 1 + 1 + 2 * 3],
	] as const)(
		'fetches all %s stories that may have changed if links have no %j',
		async (version, fields, requests) => {
			const { space } = await synced(60, ['de']);
			const storage = createStorage();
			const undated = altered(space.fetch, (body) => {
				for (const link of Object.values<Body>(body.links ?? {}))
					for (const field of fields) delete link[field];
				return body;
			});
			await syncOf(space, { storage, version }, undated).run();
			edit(space, 7);
			const result = await syncOf(space, { storage, version }, undated).run();
			expect(result.summary).toMatchObject({ changed: 2, unchanged: 118, requests });
		},
	);

	test('fetches the links of drafts each time, without a cv', async () => {
		const { space, run } = await synced(60, ['de']);
		await run({ version: 'draft' });
		expect(asked(space)).toEqual({ 'spaces/me': 1, links: 1, stories: 3, 'stories de': 3 });
		await run({ version: 'draft' });
		expect(asked(space)).toEqual({ 'spaces/me': 1, links: 1 });
		applyChange(space, { kind: 'saveDraft', which: 2, other: 8 });
		expect((await run({ version: 'draft' })).summary).toMatchObject({ changed: 2 });
		expect(asked(space)).toEqual({ 'spaces/me': 1, links: 1, stories: 1, 'stories de': 1 });
		expect(space.log.every(({ query }) => query['cv'] === undefined)).toBe(true);
		// Saving a draft does not affect published content.
		expect((await run()).summary.kind).toBe('unchanged');
	});

	test('fetches everything with `force` or after the maximum age', async () => {
		const { space, storage, run, first } = await synced(60, ['de']);
		const forced = await syncOf(space, { storage, now: () => 1000 }).run({ force: true });
		expect(forced.summary).toMatchObject({ kind: 'full', unchanged: 120, changed: 0, added: 0 });
		expect(forced.stamp).toBe(first.stamp);
		const age = { maxAgeMs: 20 };
		expect((await run({ ...age, now: () => 1019 })).summary.kind).toBe('unchanged');
		expect((await run({ ...age, now: () => 1020 })).summary.kind).toBe('full');
		expect((await run({ ...age, now: () => 1039 })).summary.kind).toBe('unchanged');
	});

	test('fetches only the languages that are new in the options', async () => {
		const { space, run } = await synced(60, ['de', 'fr']);
		expect((await run({ languages: ['de'] })).summary).toMatchObject({ removed: 60, unchanged: 120 });
		expect(asked(space)).toEqual({ 'spaces/me': 2, links: 1 });
		expect((await run({ languages: ['de', 'fr'] })).summary).toMatchObject({ added: 60, unchanged: 120 });
		expect(asked(space)).toEqual({ 'spaces/me': 1, links: 1, 'stories fr': 3 });
	});

	test('fetches a language that is new in the space', async () => {
		const { space, run } = await synced(60, ['de', 'fr'], { codes: ['de'] });
		space.traits.codes = ['de', 'fr'];
		const { languages, summary } = await run();
		expect(languages).toEqual(['de', 'fr']);
		expect(summary).toMatchObject({ kind: 'delta', added: 60 });
	});

	test('drops the languages that the API no longer names and no link has', async () => {
		const { space, run } = await synced(3, [], { codes: ['de', 'fr'] });
		space.traits.codes = undefined;
		expect((await run()).languages).toEqual([]);
		expect((await run()).summary.kind).toBe('unchanged');
	});

	test('filters locally if the API ignores `by_uuids`', async () => {
		const { space, run } = await synced(60, [], { filtersByUuids: false });
		edit(space, 4);
		const result = await run();
		expect(result.summary).toMatchObject({ changed: 1 });
		expect(await contentOf(result)).toEqual(await cleanContentOf(space));
	});
});

describe('datasources and filters', () => {
	const source: FakeSpace['datasources'][number] = {
		id: 1,
		slug: 'labels',
		dimensions: ['de', 'fr'],
		entries: [
			{ id: 1, name: 'More', value: 'more', values: { de: 'mehr', fr: 'plus' } },
			{ id: 2, name: 'More', value: 'again', values: { de: 'wieder' } },
		],
	};

	test('fetches datasources once per cv, with each dimension', async () => {
		const { space, storage, run } = await synced(3, []);
		space.datasources.push(source);
		edit(space, 0);
		const result = await run();
		space.watch();
		await result.datasources();
		expect(await result.datasourceEntries('labels')).toEqual([
			{ id: 1, name: 'More', value: 'more', dimensions: { de: 'mehr', fr: 'plus' } },
			{ id: 2, name: 'More', value: 'again', dimensions: { de: 'wieder' } },
		]);
		await result.datasourceEntries('labels');
		expect(asked(space)).toEqual({
			datasources: 1,
			datasource_entries: 1,
			'datasource_entries de': 1,
			'datasource_entries fr': 1,
		});
		const later = await run();
		await later.datasourceEntries('labels');
		await later.datasources();
		expect(asked(space)).toEqual({ 'spaces/me': 1 });
		space.watch();
		const forced = await syncOf(space, { storage }).run({ force: true });
		await forced.datasources();
		expect(asked(space)).toEqual({ 'spaces/me': 1, links: 1, stories: 1, datasources: 1 });
	});

	test('evaluates a filter once, and then for changed stories only', async () => {
		const { space, run, first } = await synced(120, ['de']);
		space.watch();
		const [all] = await Promise.all([first.matching(cheap), first.matching(cheap)]);
		const expected = (lang: string) =>
			[...space.stories.values()]
				.filter(({ live }) => live && live.price < 20)
				.map(({ uuid }) => `${uuid} ${lang}`);
		expect([...all].sort()).toEqual([...expected('default'), ...expected('de')].sort());
		expect(asked(space)).toEqual({ stories: 3, 'stories de': 3 });
		const again = await run();
		expect(await again.matching(cheap)).toEqual(all);
		expect(asked(space)).toEqual({ 'spaces/me': 1 });
		applyChange(space, { kind: 'edit', which: 3, other: 39 });
		applyChange(space, { kind: 'edit', which: 4, other: 1 });
		applyChange(space, { kind: 'delete', which: 5, other: 0 });
		const later = await run();
		space.watch();
		const now = await later.matching(cheap);
		expect([...now].sort()).toEqual([...expected('default'), ...expected('de')].sort());
		expect(space.log.map(({ query }) => query['by_uuids']?.split(',').length)).toEqual([2, 2]);
	});

	test('evaluates a filter on translated fields in their language only', async () => {
		const { space, first } = await synced(30, ['de', 'pt-br']);
		space.watch();
		const rows = await first.matching(filter.where({ field: 'title', language: 'pt-br' }).like('*a*'));
		expect(asked(space)).toEqual({ 'stories pt-br': 2 });
		expect([...rows].every((key) => key.endsWith(' pt-br'))).toBe(true);
		await expect(
			first.matching(filter.where({ field: 'title', language: 'xx' }).like('*a*')),
		).rejects.toMatchObject({ name: 'SluglineUsageError' });
	});

	test('does not cache the result of a filter that may have changed between two pages', async () => {
		const { space, run, first } = await synced(120, []);
		const interrupt = () => {
			// A match on the first page: later matches move up by one.
			applyChange(space, { kind: 'delete', which: 20, other: 0 });
		};
		space.watch([[2, interrupt]]);
		await first.matching(cheap);
		const later = await run();
		const clean = await syncOf(space, {}, space.origin).run();
		expect(await later.matching(cheap)).toEqual(await clean.matching(cheap));
	});
});
