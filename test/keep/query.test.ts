import { afterEach, expect, it, vi } from 'vitest';
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

it('warns of an option that it does not know, in its own name', async () => {
	const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
	await found({ limt: 1 });
	expect(warn.mock.calls.join()).toMatch(/^\[astro-keep\] query\(\).*limt.*limit/);
});
