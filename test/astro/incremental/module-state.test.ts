import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import {
	type FileKind,
	moduleState,
} from '../../../packages/astro-slugline/src/astro/incremental/analysis/module-state.js';

const isStateless = (specifier: string) =>
	/^(?:astro:|node:|virtual:|vue$|svelte\/|solid-js$|react$)/.test(specifier);

const stateOf = (code: string, kind: FileKind = 'module') => {
	const { mayStore, gives } = moduleState(parseSync('module.js', code).program, kind, isStateless);
	return { mayStore, gives: [...gives] };
};

const read = `(await getEntry('pages', 'a')).data.content.title`;

describe('a stateful module', () => {
	it.each([
		['assigns a module variable', `let kept; export const text = async () => (kept ??= ${read});`],
		['stores in a map', `const kept = new Map(); export const text = async () => kept.set('a', ${read});`],
		['stores in an object', `const kept = {}; export const text = async () => (kept.a ??= ${read});`],
		[
			'has a helper that stores in its argument',
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
		[
			'stores in an argument of an exported function',
			`export async function fill(state, id) { state.title ??= ${read}; }`,
		],
		[
			'has an object with a method that stores',
			`const nav = { kept: null, async title() { return (this.kept ??= ${read}); } };`,
		],
		[
			'exports an object with a method that stores',
			`export default { kept: null, async title() { return (this.kept ??= ${read}); } };`,
		],
		[
			'gets its cache from a function',
			`const cache = {}; const c = () => cache; export const text = async () => (c().nav ??= ${read});`,
		],
		[
			'destructures into its cache',
			`const c = {}; export const text = async () => { [c.t] = await Promise.all([${read}]); };`,
		],
		[
			'stores through an alias of its cache',
			`const cache = { nav: null }; export const text = async () => { const c = cache; c.nav = ${read}; };`,
		],
		[
			'has a method that stores in a map',
			`const m = new Map(); export default { put: (k, v) => { m.set(k, v); }, get: (k) => m.get(k) };`,
		],
		[
			'calls a function at its top level',
			`const once = (make) => { let made; return () => (made ??= make()); }; export const text = once(load);`,
		],
		[
			'creates an instance of a class',
			`class Store { items = []; add(x) { this.items.push(x); } } export const store = new Store();`,
		],
		[
			'has a class with a static cache',
			`export class Nav { static kept; static async title() { return (this.kept ??= ${read}); } }`,
		],
		['has a function with a property', `export async function text() { return (text.kept ??= ${read}); }`],
		[
			'creates a cache with an unknown package',
			`import { createCache } from 'some-cache'; export const cache = createCache();`,
		],
		['changes an entry', `export const add = (post, next) => { post.data.next = next; };`],
		['imports a computed path', `export const load = (name) => import(name);`],
	])('%s', (_, code) => {
		expect(stateOf(code).mayStore).toBe(true);
	});
});

describe('a stateless module', () => {
	it.each([
		['only reads', `import { getEntry } from 'astro:content'; export const text = async () => ${read};`],
		[
			'has constants',
			`const months = ['Jan', 'Feb']; const short = { a: 1, of: (n) => months[n] }; export const name = (n) => short.of(n);`,
		],
		[
			'has computed constants',
			`const words = 'a b'.split(' ').map((w) => w.trim()); const known = new Set(words); export const has = (w) => known.has(w);`,
		],
		[
			'collects into a list of its own',
			`export const titles = (posts) => { const list = []; for (const p of posts) list.push(p.title); return list; };`,
		],
		[
			'groups into an object of its own',
			`export const group = (posts) => posts.reduce((into, p) => { into[p.kind] = p; return into; }, {});`,
		],
		[
			'copies and changes the copy',
			`export const next = (post, title) => { const copy = { ...post }; copy.title = title; return copy; };`,
		],
		[
			'uses one name for two variables',
			`export const a = () => { const ring = []; ring.push(1); return ring; }; export const b = (ring) => ring.length;`,
		],
		['sorts a list', `export const sorted = (posts) => posts.sort((a, b) => a.n - b.n);`],
		['has a class with fields', `export class Post { #title; constructor(t) { this.#title = t; } }`],
		[
			'uses a module of Node',
			`import { format } from 'node:util'; const text = format('a'); export const f = (x) => format('%s', x);`,
		],
	])('%s', (_, code) => {
		expect(stateOf(code)).toEqual({ mayStore: false, gives: [] });
	});
});

describe('a module', () => {
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
			'a variable',
			`import { remember } from './remember'; const options = { load: async () => ${read} }; export const text = () => remember(options);`,
		],
		[
			'a value',
			`import cache from './remember'; export const text = async () => { const v = ${read}; cache.put('p', v); };`,
		],
		[
			'a value, for an object that it got',
			`import { cacheOf } from './remember'; export const text = async () => { const c = cacheOf('nav'); c.put('p', ${read}); };`,
		],
		[
			'an import, to a tracked module',
			`import { kept } from './remember'; import { fill } from 'astro:x'; export const text = () => fill(kept);`,
		],
		[
			'an argument, after import()',
			`export const text = async () => { const { remember } = await import('./remember'); return remember('a'); };`,
		],
		['a re-export', `export { remember } from './remember';`],
	])('gives another module %s', (_, code) => {
		expect(stateOf(code).gives).toContain('./remember');
	});

	it.each([
		[
			'a call with strings',
			`import { labels } from './remember'; export const text = async () => (await labels('de')).get('more');`,
		],
		['reading a property', `import { site } from './remember'; export const text = () => site.title;`],
		[
			'a call without arguments',
			`import { menu } from './remember'; export const text = async () => (await menu()).map(({ name }) => name).join();`,
		],
	])('gives another module nothing by %s', (_, code) => {
		expect(stateOf(code).gives).toEqual([]);
	});
});

it.each<[string, FileKind, string]>([
	[
		'a framework component',
		'island',
		`import { memo } from './memo'; export const nav = memo(async () => ${read});`,
	],
	[
		'an Astro component',
		'component',
		`import { memo } from './memo'; export const nav = memo(async () => ${read});`,
	],
	[
		'a module with a signal',
		'module',
		`import { createSignal } from 'solid-js'; const [get, set] = createSignal(); export const nav = async () => { if (!get()) set(${read}); return get(); };`,
	],
	[
		'a module with a computed value',
		'module',
		`import * as vue from 'vue'; const all = vue.computed(async () => ${read}); export const nav = () => all.value;`,
	],
	[
		'a module with a store',
		'module',
		`import { writable } from 'svelte/store'; const all = writable(''); export const nav = async () => all.update(() => ${read});`,
	],
	[
		'a module that reads when it is loaded',
		'module',
		`import { getEntry } from 'virtual:astro-slugline/tracked?of=astro:content&for=a'; export const nav = getEntry('pages', 'a').then((entry) => entry.data);`,
	],
	[
		'a page that stores in an object of middleware',
		'component',
		`const Page = async (Astro) => { Astro.locals.cache.nav ??= ${read}; };`,
	],
	[
		'a page that gives middleware a function',
		'component',
		`const Page = async (Astro) => Astro.locals.memo('nav', async () => ${read});`,
	],
])('may be %s', (_, kind, code) => {
	expect(stateOf(code, kind).mayStore).toBe(true);
});

it.each<[string, FileKind, string]>([
	[
		'a component of Vue',
		'island',
		`import { useSSRContext } from 'vue'; const _sfc_main = {}; const _sfc_setup = _sfc_main.setup;
		_sfc_main.setup = (props, ctx) => { const c = useSSRContext(); (c.modules || (c.modules = new Set())).add('A.vue'); return _sfc_setup?.(props, ctx); };
		import _export_sfc from 'virtual:plugin-vue'; export default _export_sfc(_sfc_main, [['ssrRender', null]]);`,
	],
	[
		'a component of a framework',
		'island',
		`import { memo } from 'react'; export const Nav = memo(() => null); var _tmpl$ = ['<p>', '</p>'];`,
	],
	[
		'a page that sets its locals',
		'component',
		`const Page = async (Astro) => { Astro.locals.title = 'x'; return Astro.locals.t('key'); };`,
	],
])('is not %s', (_, kind, code) => {
	expect(stateOf(code, kind).mayStore).toBe(false);
});

it('recognizes the Astro object of a request, even if a bundler renamed it', () => {
	const page = (name: string, top = '') => `const Astro = $$createAstro(); ${top}
		const $$Page = $$createComponent(($$result) => { const ${name} = $$result.createAstro(); ${name}.self = $$Page; });`;
	expect(stateOf(page('Astro2'), 'component').mayStore).toBe(false);
	expect(stateOf(page('Astro2', 'let Astro2 = {};'), 'component').mayStore).toBe(true);
	expect(stateOf(page('Nostro'), 'component').mayStore).toBe(true);
	expect(stateOf(page('Astro2').replace('.self', '.props.story.kept'), 'component').mayStore).toBe(true);
});

it('lets a framework component store in its own objects only', () => {
	expect(
		stateOf(`export default function C(props) { const ref = use(null); ref.current = props; }`, 'island')
			.mayStore,
	).toBe(false);
	expect(stateOf(`let last; export default function C(props) { last ??= props; }`, 'island').mayStore).toBe(
		true,
	);
});
