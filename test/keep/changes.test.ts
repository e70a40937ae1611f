import { expect, it } from 'vitest';
import { changesIn, sentencesOf } from '../../packages/astro-keep/src/changes.js';
import { changeOfTable, tableDigest } from '../../packages/astro-keep/src/kinds/table-digest.js';
import {
	imageRow,
	missing,
	type Read,
	readOf,
	type Table,
} from '../../packages/astro-keep/src/tracking/index.js';
import { addStoryKinds } from '../../packages/astro-slugline/src/astro/explain/index.js';

// Some of the reads here are of stories.
addStoryKinds();

const query = (...fields: string[]) =>
	readOf('query', ['posts', JSON.stringify({ collection: 'posts', fields })]);
const fields = (ids: string[] | 0, ...paths: string[]) =>
	readOf('fields', ['posts', ids, paths.map((path) => path.split('.'))]);
const members = readOf('members', 'posts');
const story = readOf('story', ['6e0c1f0e-0000-4000-8000-000000000001', 'default']);
const address = readOf('address', { by: 'entry', collection: 'posts', id: 'a' });

type Changed = [read: Read, before: Table, now: Table];

const said = (...reads: Changed[]) =>
	sentencesOf(reads.flatMap(([read, before, now]) => changesIn(read, tableDigest(before), tableDigest(now))));

const row = (name: string, ...cells: string[]): Table[number] => [name, cells];

it.each<[sentence: string, read: Read, before: Table, now: Table]>([
	[
		'`data.date` of `a` in `posts` changed',
		fields(['a'], 'body', 'data.date', 'data.title'),
		[row('a', 'x', '1', 'T')],
		[row('a', 'x', '2', 'T')],
	],
	[
		'the body of `a` in `posts` changed',
		fields(['a'], 'body', 'data.title', 'rendered.html'),
		[row('a', 'x', 'T', 'X')],
		[row('a', 'y', 'T', 'Y')],
	],
	[
		'`data.title` of `a` in `posts` changed',
		fields(['a'], 'data', 'data.title', 'rendered.metadata.frontmatter'),
		[row('a', 'n', 'T', 'T')],
		[row('a', 'n', 'U', 'U')],
	],
	[
		'`data.a`, `data.b`, `data.c`, and 2 more of `a` in `posts` changed',
		fields(['a'], 'data.a', 'data.b', 'data.c', 'data.d', 'data.e'),
		[row('a', ...'12345')],
		[row('a', ...'23456')],
	],
	[
		'the set of fields of `a` in `posts` changed',
		fields(['a'], 'data', 'rendered.metadata.frontmatter'),
		[row('a', 'n', 'F')],
		[row('a', 'm', 'G')],
	],
	[
		'`data.title` of `b` in `posts` changed',
		fields(0, 'data.title'),
		[row('a', 'A'), row('b', 'B')],
		[row('a', 'A'), row('b', 'C')],
	],
	['`a` was removed from `posts`', fields(['a'], 'data.title'), [row('a', 'A')], [row('a', missing)]],
	[
		'the image src/boat.png changed',
		fields(['a'], 'rendered.html'),
		[row('a', 'x'), row(`${imageRow}src/boat.png`, '', '1')],
		[row('a', 'x'), row(`${imageRow}src/boat.png`, '', '2')],
	],
	[
		'the body of `a` in `posts` changed',
		fields(['a'], 'rendered.html'),
		[row('a', 'x'), row(`${imageRow}src/boat.png`, '', '1')],
		[row('a', 'y'), row(`${imageRow}src/ship.png`, '', '2')],
	],
	['`b` was added to `posts`', members, [row('a', 'A')], [row('a', 'A'), row('b', 'B')]],
	['`a` and `b` were removed from `posts`', members, [row('a', 'A'), row('b', 'B')], []],
	['the order of `posts` changed', members, [row('a', 'A'), row('b', 'B')], [row('b', 'B'), row('a', 'A')]],
	[
		'`data.name` of `a` in `posts` changed',
		query('name', 'date'),
		[row('a', 'A', '1')],
		[row('a', 'B', '1')],
	],
	['a query() of `posts` now finds `b`', query('name'), [row('a', 'A')], [row('a', 'A'), row('b', 'B')]],
	['a query() of `posts` no longer finds `b`', query('name'), [row('b', 'B')], []],
	['the story `old` was renamed to `new`', story, [row('old', 'posts', 'x')], [row('new', 'posts', 'y')]],
	['the story `old` was unpublished or deleted', story, [row('old', 'posts', 'x')], [row('6e0c', missing)]],
	['the story `new` was published', story, [row('6e0c', missing)], [row('new', 'posts', 'x')]],
	['the page /a is now at /b', address, [row('/a', 'a')], [row('/b', 'b')]],
	['there is no longer a page at /a', address, [row('/a', 'a')], [row('', missing)]],
	['there is now a page at /a', address, [row('', missing)], [row('/a', 'a')]],
])('says: %s', (sentence, read, before, now) => {
	expect(said([read, before, now])).toEqual([sentence]);
});

it('says one cause once, whatever has read it', () => {
	const title: Changed = [fields(['a'], 'data.title'), [row('a', 'A')], [row('a', 'B')]];
	const body: Changed = [fields(['a'], 'body', 'data.title'), [row('a', 'x', 'A')], [row('a', 'y', 'B')]];
	const found: Changed = [query('name'), [row('a', 'A')], [row('a', 'B')]];
	expect(said(title, body, found)).toEqual([
		'`data.name`, `data.title`, and the body of `a` in `posts` changed',
	]);
	const frontmatter: Changed = [
		fields(['a'], 'rendered.metadata.frontmatter'),
		[row('a', 'A')],
		[row('a', 'B')],
	];
	expect(said(title, frontmatter)).toEqual(['`data.title` of `a` in `posts` changed']);
	const list: Changed = [members, [row('a', 'A')], [row('b', 'B')]];
	const gone: Changed = [fields(['a'], 'data.title'), [row('a', 'A')], [row('a', missing)]];
	expect(said(list, gone)).toEqual(['`b` was added to `posts`', '`a` was removed from `posts`']);
	const renamed: Changed = [story, [row('a', 'posts', 'x')], [row('b', 'posts', 'y')]];
	expect(said(list, gone, renamed)).toEqual(['the story `a` was renamed to `b`']);
});

it('names several entries with the same change in one sentence', () => {
	const rows = (text: string): Table => ['a', 'b'].map((name) => row(name, text));
	expect(said([fields(0, 'data.title'), rows('A'), rows('B')])).toEqual([
		'`data.title` of `a` and `b` in `posts` changed',
	]);
});

it('counts what many have in common', () => {
	const rows = (text: string): Table => Array.from({ length: 5000 }, (_, at) => row(`p${at}`, text));
	const read = fields(0, 'data.title');
	expect(changesIn(read, tableDigest(rows('A')), tableDigest(rows('B')))).toHaveLength(20);
	expect(said([read, rows('A'), rows('B')])).toEqual([
		'`data.title` of `p0`, `p1`, `p2` and 4997 more in `posts` changed',
	]);
});

it('names the modules that have read it for all pages', () => {
	const change = {
		how: 'changed',
		collection: 'posts',
		name: 'a',
		fields: [],
		by: 'src/nav.ts',
		more: 0,
	} as const;
	expect(sentencesOf([change, { ...change, by: '' }])).toEqual([
		'`a` in `posts` changed, and all pages may show what src/nav.ts has read of it',
	]);
});

it('knows no more of an answer that is no table', () => {
	expect(changesIn(members, tableDigest([]), 'a6b1')).toEqual([]);
	expect(changeOfTable('a6b1', tableDigest([]))).toBeUndefined();
});

it('has another digest for another table, but not for other names', () => {
	const countedIn = (table: Table) => tableDigest(table).split(' ')[0];
	const long = 'x'.repeat(500);
	expect(countedIn([row('a', long)])).toBe(countedIn([row('b', long)]));
	const tables: Table[] = [
		[],
		[row('a', '')],
		[row('a', '', '')],
		[row('a', 'x'), row('b', 'y')],
		[row('a', 'x', 'y')],
		[row('a', long)],
		[row('a', `${long}x`)],
	];
	expect(new Set(tables.map(countedIn)).size).toBe(tables.length);
});
