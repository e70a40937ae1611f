import { describe, expect, it } from 'vitest';
import { orderOf } from './order-of.js';

const counting = (files: Record<string, string>): string[] => orderOf(files).counting;

const lists = `let all; const index = new Map();
export const load = async () => { if (!all) all = await read(); return all; };
export function one(id) { return index.get(id); }
export const again = async () => await load();
export const fresh = async () => (await read()).map((x) => x);`;

describe('what a function returns', () => {
	it.each([
		'(await load()).reverse();',
		'const posts = await load(); posts.sort();',
		'const posts = (await load()).sort().reverse();',
		'(await again()).sort();',
		'one(1).tags.push(2);',
	])('is changed by %s', (code) => {
		const page = `import { load, again, one } from 'lists.js'; const page = async () => { ${code} };`;
		expect(counting({ 'lists.js': lists, 'page.astro': page })).toEqual(['lists.js', 'page.astro']);
	});

	it.each([
		'(await fresh()).sort();',
		'[...(await load())].sort();',
		'(await load()).map((x) => x).reverse();',
		'const posts = await load(); posts.filter(Boolean);',
	])('is not changed by %s', (code) => {
		const page = `import { load, fresh } from 'lists.js'; const page = async () => { ${code} };`;
		expect(counting({ 'lists.js': lists, 'page.astro': page })).toEqual([]);
	});

	it('is changed within the module', () => {
		const code = 'const items = []; const get = () => items; export const sorted = () => get().sort();';
		expect(counting({ 'a.js': code })).toEqual(['a.js']);
	});
});

describe('a function that changes its parameter', () => {
	const add = `export const add = (list, x) => { list.push(x); }; export const inc = (o) => { o.n++; };
export const tag = ({ tags }, x) => tags.push(x); export function bag(x, list = []) { list.push(x); return list; }
export const twice = (list, x) => { add(list, x); add(list, x); }; export const next = (n) => { n++; return n; };
export async function memo(store, key, make) { return (store[key] ??= await make()); }`;

	it.each(['add(all, x);', 'inc(all);', 'tag(all, x);', 'bag(x, all);', 'twice(all, x);'])(
		'is given state by %s',
		(code) => {
			const uses = `import { add, inc, tag, bag, twice } from 'add.js'; const all = []; export const f = (x) => { ${code} };`;
			expect(counting({ 'add.js': add, 'uses.js': uses })).toEqual(['uses.js']);
			const shared = uses.replace('const all = [];', `import { all } from 'all.js';`);
			expect(counting({ 'add.js': add, 'uses.js': shared, 'all.js': 'export const all = [];' })).toEqual([
				'all.js',
				'uses.js',
			]);
		},
	);

	it.each(['const own = []; add(own, x);', 'bag(x);', 'next(all);', `memo(all, 'a', load);`])(
		'is given no state by %s',
		(code) => {
			const uses = `import { add, bag, next, memo } from 'add.js'; const all = []; export const f = (x) => { ${code} };`;
			expect(counting({ 'add.js': add, 'uses.js': uses })).toEqual([]);
		},
	);
});

it.each([
	[`const o = { ...defaults }; o.tags.push(x);`, ['lib.js']],
	[`const o = { ...defaults }; o.seo.n++;`, ['lib.js']],
	[`const list = [...all]; list[0].n++;`, ['lib.js']],
	[`const list = [...all]; list[0].tags.push(x);`, ['lib.js']],
	[`const o = { ...defaults }; o.n++; o.title = x;`, []],
	[`const o = { ...defaults, tags: [] }; o.tags.push(x);`, []],
	[`const list = [...all]; list.push(x); list.sort();`, []],
])('knows what a shallow copy shares: %s', (code, expected) => {
	const lib = `const defaults = { tags: [], n: 0 }; const all = []; export const f = (x) => { ${code} };`;
	expect(counting({ 'lib.js': lib })).toEqual(expected);
});
