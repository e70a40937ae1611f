import { afterEach, expect, it, vi } from 'vitest';
import { pick } from '../../packages/astro-keep/src/query/fields.js';
import { query } from '../../packages/astro-keep/src/query/index.js';
import { collections } from '../support/astro-content.js';

collections.set(
	'posts',
	[
		{ id: 'b', data: { title: 'Boats', year: '9', tags: ['sea'] } },
		{ id: 'a', data: { title: 'Anchors', year: '10', tags: [] } },
		{ id: 'c', data: { title: 'Anchors', tags: ['sea', 'wind'] } },
	].map((entry) => ({ ...entry, collection: 'posts' })),
);

afterEach(() => {
	vi.restoreAllMocks();
});

/** The ids that a query finds. */
const found = async (asked: object) =>
	(await query({ collection: 'posts', ...asked })).map(({ id }) => id).join('');

it.each<[object, string]>([
	[{}, 'abc'],
	[{ sort: 'title' }, 'acb'],
	[{ sort: '-title' }, 'bac'],
	[{ sort: ['title', '-year'] }, 'acb'],
	// Numbers as text are compared as numbers, and what is missing comes last in either order.
	[{ sort: 'year' }, 'bac'],
	[{ sort: '-year' }, 'abc'],
	[{ where: { tags: 'sea' } }, 'bc'],
	[{ where: { title: ['Anchors', 'Boats'], tags: 'wind' } }, 'c'],
	[{ where: { title: 'none' } }, ''],
	[{ offset: 1 }, 'bc'],
	[{ offset: 1, limit: 1 }, 'b'],
])('finds entries by %j', async (asked, ids) => {
	expect(await found(asked)).toBe(ids);
});

it('gives only the fields that are asked for', async () => {
	const asked = { collection: 'posts', fields: ['title'], limit: 1 } as const;
	expect((await query(asked)).map(({ data }) => data)).toEqual([{ title: 'Anchors' }]);
});

it.each<[data: object, fields: string[], picked: object]>([
	[{ content: { title: 'A' } }, ['content.cover'], { content: {} }],
	[{ content: {} }, ['content.seo.title'], { content: {} }],
	[{ content: { seo: { text: 'x' } } }, ['content.seo.title'], { content: { seo: {} } }],
	[{}, ['content.cover'], {}],
	// The type of `seo` has these values, too.
	[{ seo: null, link: '/a' }, ['seo.title', 'link.url'], { seo: null, link: '/a' }],
	[{ seo: undefined }, ['seo.title'], {}],
	[{ tags: ['a', 'b'] }, ['tags.0', 'tags.name'], { tags: { 0: 'a' } }],
	[
		{ content: { a: 1, b: 2, c: 3 } },
		['content.a', 'content.none', 'content.c'],
		{ content: { a: 1, c: 3 } },
	],
	// A field as a whole counts, in whatever order it is named.
	[{ tags: ['a', 'b'] }, ['tags', 'tags.0'], { tags: ['a', 'b'] }],
	[{ tags: ['a', 'b'] }, ['tags.0', 'tags'], { tags: ['a', 'b'] }],
	[{ seo: { a: 1, b: 2 } }, ['seo.a', 'seo'], { seo: { a: 1, b: 2 } }],
	[JSON.parse('{ "__proto__": { "a": 1 } }'), ['__proto__.a'], {}],
])('has the objects on the way to a field: of %j, %j', (data, fields, picked) => {
	const before = JSON.stringify(data);
	expect(pick(data as Record<string, unknown>, fields)).toEqual(picked);
	expect(JSON.stringify(data)).toBe(before);
	expect({}).not.toHaveProperty('a');
});

it('warns of an option that it does not know, in its own name', async () => {
	const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
	await found({ limt: 1 });
	expect(warn.mock.calls.join()).toMatch(/^\[astro-keep\] query\(\).*limt.*limit/);
});
