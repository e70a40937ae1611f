import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import type { FileKind } from '../../../packages/astro-slugline/src/astro/incremental/analysis/module-state.js';
import { orderEffects } from '../../../packages/astro-slugline/src/astro/incremental/analysis/render-order.js';

const effects = (code: string, kind: FileKind = 'module', isOfSite = true) => {
	const { counts } = orderEffects(parseSync('module.js', code).program, kind, isOfSite);
	return [...counts];
};

describe('state that changes each time a page runs a module', () => {
	it.each([
		['a counter', 'let n = 0; export const uid = () => 1 + ++n;', ''],
		['a counter that is added to', 'let n = 0; export function uid() { n += 1; return n; }', ''],
		['a counter that is assigned', 'let n = 0; export function uid() { n = n + 1; return n; }', ''],
		['a counter in an object', 'const state = { n: 0 }; export const uid = () => state.n++;', ''],
		[
			'a counter of another module',
			`import { state } from './state'; export const uid = () => state.n++;`,
			'./state',
		],
		['a counter of the process', 'export const uid = () => (globalThis.n = (globalThis.n ?? 0) + 1);', ''],
		['a list that pages add to', 'const seen = []; export const add = (x) => seen.push(x);', ''],
		[
			'a set of what was shown',
			'const seen = new Set(); export const once = (x) => seen.has(x) || seen.add(x);',
			'',
		],
		['an object with a counter', 'export const ids = { n: 0, next() { return this.n++; } };', ''],
		['a class with a counter', 'export class Ids { static n = 0; static next() { return this.n++; } }', ''],
		[
			'a map with counters',
			'const seen = new Map(); export const uid = (x) => seen.set(x, (seen.get(x) ?? 0) + 1);',
			'',
		],
		[
			'a map with counters, in steps',
			'const seen = new Map(); export function uid(x) { const n = seen.get(x) ?? 0; const next = n + 1; seen.set(x, next); return n; }',
			'',
		],
		[
			'an object with counters, in steps',
			'const seen = {}; export function uid(x) { const n = seen[x] || 0; seen[x] = n + 1; return n; }',
			'',
		],
		[
			'an item of a map',
			'const seen = new Map(); export function uid(x) { const item = seen.get(x) ?? { n: 0 }; item.n++; seen.set(x, item); return item.n; }',
			'',
		],
		['a list by its length', 'const ids = []; export const uid = (x) => { ids[ids.length] = x; };', ''],
		['a pair', 'let [a, b] = [0, 1]; export const next = () => { [a, b] = [b, a + b]; return a; };', ''],
		[
			'a flag',
			'let shown = false; export function once() { if (shown) return false; shown = true; return true; }',
			'',
		],
		[
			'flags in an object',
			'const shown = {}; export const once = (x) => { const was = shown[x]; shown[x] = true; return !was; };',
			'',
		],
		[
			'flags in a map',
			'const shown = new Map(); export const once = (x) => shown.has(x) || shown.set(x, true);',
			'',
		],
		['an iterator', 'const names = list.values(); export const name = () => names.next().value;', ''],
		[
			'an imported list that is sorted',
			`import list from './list.json'; export const all = () => list.sort();`,
			'./list.json',
		],
		[
			'defaults that are overwritten',
			`import { defaults } from './defaults'; export const set = (x) => Object.assign(defaults, x);`,
			'./defaults',
		],
		[
			'items of a list',
			'const items = [{ n: 0 }]; export const add = () => items.forEach((i) => { i.n++; });',
			'',
		],
		[
			'some items of a list',
			`const nav = []; export const open = (path) => nav.filter((i) => i.href === path).map((i) => { i.open = true; return i; });`,
			'',
		],
		[
			'values of an object',
			`const all = {}; export const add = (x) => Object.values(all).forEach((i) => i.list.push(x));`,
			'',
		],
		['a date', 'const date = new Date(0); export const next = () => date.setDate(date.getDate() + 1);', ''],
		['a copied list', 'let all = []; export const add = (x) => { all = [...all, x]; };', ''],
	])('is found in %s', (_, code, of) => {
		expect(effects(code)).toEqual([of]);
	});

	it.each([
		['a cache in a variable', 'let nav; export const load = async () => (nav ??= await read());'],
		[
			'a cache that is assigned',
			'let nav; export const load = async () => { if (!nav) nav = await read(); return nav; };',
		],
		[
			'a cache in a map',
			'const c = new Map(); export const load = (k) => c.get(k) ?? c.set(k, read(k)).get(k);',
		],
		['a cache in an object', 'const c = {}; export const load = (k) => (c[k] ??= read(k));'],
		[
			'a loop',
			'export const sum = (list) => { let n = 0; for (let i = 0; i < list.length; i++) n += list[i]; return n; };',
		],
		['a list inside a function', 'export const all = () => { const list = []; list.push(1); return list; };'],
		[
			'a list that is filled when the module is loaded',
			'const list = []; for (let i = 0; i < 3; i++) list.push(i); export { list };',
		],
		['a class that each page instantiates', 'export class Ids { n = 0; next() { return ++this.n; } }'],
		[
			'a cache in a map, in steps',
			'const c = new Map(); export function load(k) { let v = c.get(k); if (!v) { v = read(k); c.set(k, v); } return v; }',
		],
		[
			'a cache in a map, with a fallback',
			'const c = new Map(); export function load(k) { const v = c.get(k) ?? read(k); c.set(k, v); return v; }',
		],
		[
			'a cache in an object that is assigned',
			'const c = {}; export const load = (k) => (c[k] = c[k] ?? read(k));',
		],
		['a copy that is sorted', 'const list = [2, 1]; export const sorted = () => [...list].sort();'],
		[
			'a copy that is counted',
			'const start = { n: 0 }; export const from = () => { let { n } = start; n += 1; return n; };',
		],
		[
			'items that are changed when the module is loaded',
			'const items = [{ n: 0 }]; items.forEach((i) => { i.n++; }); const all = items.map((i) => { i.n++; return i; });',
		],
		['items of a list of the page', 'export const add = (posts) => posts.forEach((post) => { post.n++; });'],
		[
			'a sum in a callback',
			'export const sum = (list) => { let n = 0; list.forEach((x) => (n += x)); return n; };',
		],
	])('is not found in %s', (_, code) => {
		expect(effects(code)).toEqual([]);
	});
});

describe('a component', () => {
	const page = (code: string) => `import { state } from './state'; const page = async () => { ${code} };`;
	it.each(['state.set(1, x);', 'state.title = x;'])('changes another module by %s', (code) => {
		expect(effects(page(code), 'component')).toEqual(['./state']);
		// A module may fill a cache that way.
		expect(effects(page(code))).toEqual([]);
	});

	it.each(['state.get(1);', 'const own = new Map(); own.set(1, state);', '[...state.list].sort();'])(
		'does not change another module by %s',
		(code) => {
			expect(effects(page(code), 'component')).toEqual([]);
		},
	);
});

it.each([
	'export async function getStaticPaths() { BODY }',
	'export const getStaticPaths = async () => { BODY };',
])('ignores code that runs once in every build: %s', (code) => {
	const body = `const posts = await getCollection('posts'); posts.forEach((post) => { post.data.next = ++n; });`;
	expect(effects(`let n = 0; ${code.replace('BODY', body)}`)).toEqual([]);
});

it('counts no flag of a package, which says that something is ready', () => {
	const flag = 'let ready = false; export function start() { if (!ready) read(); ready = true; }';
	expect(effects(flag)).toEqual(['']);
	expect(effects(flag, 'module', false)).toEqual([]);
});

it('finds nothing in code that cannot be parsed', () => {
	expect(orderEffects(undefined, 'module', true)).toMatchObject({ counts: new Set() });
});

it('ends with variables that each mention another one many times', () => {
	const sum = (name: string) => Array(60).fill(name).join(' + ');
	const steps = [1, 2, 3, 4, 5].map((n) => `const v${n} = ${sum(`v${n - 1}`)};`);
	const code = `let n = 0; export const add = (v0) => { ${steps.join(' ')} n = v5; };`;
	expect(effects(code)).toEqual([]);
});
