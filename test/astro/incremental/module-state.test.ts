import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import {
	type FileKind,
	moduleState,
} from '../../../packages/astro-slugline/src/astro/incremental/analysis/module-state.js';

const isKnown = (specifier: string) => /^(?:astro|node):/.test(specifier);

const stateOf = (code: string, kind: FileKind = 'module') => {
	const { mayStore, gives } = moduleState(parseSync('module.js', code).program, kind, isKnown);
	return { mayStore, gives: [...gives] };
};

const read = `(await getEntry('pages', 'a')).data.content.title`;

describe('a module that may keep what it reads', () => {
	it.each([
		['assigns a variable', `let kept; export const text = async () => (kept ??= ${read});`],
		['puts it into a map', `const kept = new Map(); export const text = async () => kept.set('a', ${read});`],
		['puts it into an object', `const kept = {}; export const text = async () => (kept.a ??= ${read});`],
		[
			'has a helper that puts things into what it is given',
			`const cache = {}; async function memo(store, key, make) { return (store[key] ??= await make()); }
			export const text = () => memo(cache, 'nav', async () => ${read});`,
		],
		[
			'names the global object',
			`export const text = async () => { const g = globalThis; return (g.nav ??= ${read}); };`,
		],
		[
			'changes the global object',
			`export const text = async () => Object.assign(globalThis, { nav: ${read} });`,
		],
		['fills what it is given', `export async function fill(state, id) { state.title ??= ${read}; }`],
		[
			'has an object that stores',
			`const nav = { kept: null, async title() { return (this.kept ??= ${read}); } };`,
		],
		[
			'exports an object that stores',
			`export default { kept: null, async title() { return (this.kept ??= ${read}); } };`,
		],
		[
			'asks a function for its cache',
			`const cache = {}; const c = () => cache; export const text = async () => (c().nav ??= ${read});`,
		],
		[
			'takes a value apart into its cache',
			`const c = {}; export const text = async () => { [c.t] = await Promise.all([${read}]); };`,
		],
		[
			'gives its cache another name',
			`const cache = { nav: null }; export const text = async () => { const c = cache; c.nav = ${read}; };`,
		],
		[
			'has a method that stores in a map',
			`const m = new Map(); export default { put: (k, v) => { m.set(k, v); }, get: (k) => m.get(k) };`,
		],
		[
			'makes something at its top level',
			`const once = (make) => { let made; return () => (made ??= make()); }; export const text = once(load);`,
		],
		[
			'makes an instance of a class',
			`class Store { items = []; add(x) { this.items.push(x); } } export const store = new Store();`,
		],
		[
			'has a class with a static cache',
			`export class Nav { static kept; static async title() { return (this.kept ??= ${read}); } }`,
		],
		['has a function with a property', `export async function text() { return (text.kept ??= ${read}); }`],
		[
			'asks an unknown package for a cache',
			`import { createCache } from 'some-cache'; export const cache = createCache();`,
		],
		['changes an entry', `export const add = (post, next) => { post.data.next = next; };`],
		['cannot be told what it imports', `export const load = (name) => import(name);`],
	])('%s', (_, code) => {
		expect(stateOf(code).mayStore).toBe(true);
	});
});

describe('a module that stores nothing', () => {
	it.each([
		['reads', `import { getEntry } from 'astro:content'; export const text = async () => ${read};`],
		[
			'has constants',
			`const months = ['Jan', 'Feb']; const short = { a: 1, of: (n) => months[n] }; export const name = (n) => short.of(n);`,
		],
		[
			'has made constants',
			`const words = 'a b'.split(' ').map((w) => w.trim()); const known = new Set(words); export const has = (w) => known.has(w);`,
		],
		[
			'collects into what it has made',
			`export const titles = (posts) => { const list = []; for (const p of posts) list.push(p.title); return list; };`,
		],
		[
			'groups',
			`export const group = (posts) => posts.reduce((into, p) => { into[p.kind] = p; return into; }, {});`,
		],
		[
			'copies and changes the copy',
			`export const next = (post, title) => { const copy = { ...post }; copy.title = title; return copy; };`,
		],
		[
			'uses a name for two things',
			`export const a = () => { const ring = []; ring.push(1); return ring; }; export const b = (ring) => ring.length;`,
		],
		['sorts', `export const sorted = (posts) => posts.sort((a, b) => a.n - b.n);`],
		['has a class with fields', `export class Post { #title; constructor(t) { this.#title = t; } }`],
		[
			'uses what Node has',
			`import { format } from 'node:util'; const text = format('a'); export const f = (x) => format('%s', x);`,
		],
	])('%s', (_, code) => {
		expect(stateOf(code)).toEqual({ mayStore: false, gives: [] });
	});
});

describe('what a module gives to others', () => {
	it.each([
		[
			'a function',
			`import { remember } from './remember'; export const text = () => remember('nav', async () => ${read});`,
		],
		[
			'an object with a method',
			`import { remember } from './remember'; export const text = () => remember({ key: 'nav', async load() { return ${read}; } });`,
		],
		[
			'a name',
			`import { remember } from './remember'; const options = { load: async () => ${read} }; export const text = () => remember(options);`,
		],
		[
			'a value',
			`import cache from './remember'; export const text = async () => { const v = ${read}; cache.put('p', v); };`,
		],
		[
			'a value for what it has got',
			`import { cacheOf } from './remember'; export const text = async () => { const c = cacheOf('nav'); c.put('p', ${read}); };`,
		],
		[
			'itself',
			`import { kept } from './remember'; import { fill } from 'astro:x'; export const text = () => fill(kept);`,
		],
		[
			'whatever follows',
			`export const text = async () => { const { remember } = await import('./remember'); return remember('a'); };`,
		],
		['on', `export { remember } from './remember';`],
	])('%s', (_, code) => {
		expect(stateOf(code).gives).toContain('./remember');
	});

	it.each([
		[
			'a call with words',
			`import { labels } from './remember'; export const text = async () => (await labels('de')).get('more');`,
		],
		['a look', `import { site } from './remember'; export const text = () => site.title;`],
		[
			'a call without anything',
			`import { menu } from './remember'; export const text = async () => (await menu()).map(({ name }) => name).join();`,
		],
	])('nothing by %s', (_, code) => {
		expect(stateOf(code).gives).toEqual([]);
	});
});

it('takes the object of a request for what it is, also where a bundler gave it another name', () => {
	const page = (name: string, top = '') => `const Astro = $$createAstro(); ${top}
		const $$Page = $$createComponent(($$result) => { const ${name} = $$result.createAstro(); ${name}.self = $$Page; });`;
	expect(stateOf(page('Astro2'), 'component').mayStore).toBe(false);
	expect(stateOf(page('Astro2', 'let Astro2 = {};'), 'component').mayStore).toBe(true);
	expect(stateOf(page('Nostro'), 'component').mayStore).toBe(true);
	expect(stateOf(page('Astro2').replace('.self', '.props.story.kept'), 'component').mayStore).toBe(true);
});

it('lets a component of a framework put something into its own objects only', () => {
	expect(
		stateOf(`export default function C(props) { const ref = use(null); ref.current = props; }`, 'island')
			.mayStore,
	).toBe(false);
	expect(stateOf(`let last; export default function C(props) { last ??= props; }`, 'island').mayStore).toBe(
		true,
	);
});
