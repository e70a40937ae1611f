import { type Idiom, page, version } from '../idiom.js';

const load = `(await getCollection('pages')).map(({ data }) => data.name).sort().join(', ')`;

/** Pages that show what a module has cached. The first one to be rendered makes the module read it. */
const pagesOf = (name: string, ask: string, imports: string) => ({
	[`src/pages/${name}/a.astro`]: page(`${imports}\nconst shown = await ${ask};`, `<p>a {shown}</p>`),
	[`src/pages/${name}/b.astro`]: page(`${imports}\nconst shown = await ${ask};`, `<p>b {shown}</p>`),
	[`src/pages/${name}/c.astro`]: page(`${imports}\nconst shown = (await ${ask}).length;`, `<p>c {shown}</p>`),
});

const caching = (name: string, helper: string, ask = 'names()'): Idiom => ({
	files: {
		[`src/lib/${name}.js`]: `import { getCollection } from 'astro:content';\n${helper}`,
		...pagesOf(name, ask, `import { names } from '../../lib/${name}.js';`),
	},
});

const counted = (text: string): string =>
	page(`import { next } from '../../lib/counter.js';`, `<p>${text} {next()}</p>`);

const switched = (name: string, title: string, isOn: boolean): Record<string, string> => ({
	[`space/switched/${name}.md`]: `---\nname: ${title}\ncontent: { component: article, title: ${title}, on: ${isOn} }\n---\n`,
});

/** A page for each of five stories; those in the middle of which content says so show what a module says. */
const switchedPages = (folder: string, code: string, on: readonly string[]): Record<string, string> => ({
	[`src/lib/${folder}.js`]: code,
	[`src/pages/${folder}/[id].astro`]: `---
import { getCollection } from 'astro:content';
import { next } from '../../lib/${folder}.js';
export const getStaticPaths = async () => (await getCollection('pages', ({ data }) => data.full_slug.startsWith('switched/'))).sort((a, b) => a.id.localeCompare(b.id)).map(({ data }) => ({ params: { id: data.slug }, props: { title: data.content.title, on: data.content.on } }));
const { title, on } = Astro.props;
---
<p>{title} {on ? next(title) : ''}</p>`,
	...Object.assign({}, ...['a', 'b', 'c', 'd', 'e'].map((name) => switched(name, name, on.includes(name)))),
});

/** Five pages, of which two in the middle show what a module returns. Before, `getStaticPaths` has called it. */
const withPaths = (folder: string, code: string, paths: string, ask: string): Record<string, string> => ({
	[`src/lib/${folder}.js`]: `import { getCollection } from 'astro:content';\n${code}`,
	[`src/pages/${folder}/[id].astro`]: `---
import { fill, state } from '../../lib/${folder}.js';
export const getStaticPaths = async () => { ${paths} return ['a', 'b', 'c', 'd', 'e'].map((id) => ({ params: { id } })); };
const shown = ['b', 'd'].includes(Astro.params.id) ? ${ask} : '';
---
<p>{shown}</p>`,
});

/** A module that sets a property of another module when it is loaded. */
const setting = (name: string, value: string, exported = 'set'): string =>
	`import { site } from './site.js';\nsite.${name} = '${value}';\nexport const ${exported} = 'sets ${name}';`;

/** Stateful modules, in the forms that authors write. */
export const stateful: Record<string, Idiom> = {
	'state: an object that another module fills': {
		files: {
			'src/lib/state.js': `export const state = {};`,
			'src/lib/fill.js': `import { getCollection } from 'astro:content';\nexport const fill = async (state) => { if (!state.names) state.names = ${load}; return state.names; };`,
			...pagesOf(
				'filled',
				'fill(state)',
				`import { state } from '../../lib/state.js';\nimport { fill } from '../../lib/fill.js';`,
			),
		},
	},
	'state: read while the module is loaded': caching(
		'loaded',
		`const all = ${load};\nexport const names = async () => all;`,
	),
	'state: read while a module is imported on demand': {
		files: {
			'src/lib/ready.js': `import { getCollection } from 'astro:content';\nconst all = getCollection('pages').then((found) => found.map(({ data }) => data.name).sort().join(', '));\nexport const names = () => all;`,
			...pagesOf('ready', `(await import('../../lib/ready.js')).names()`, ''),
		},
	},
	'state: a store of a framework': caching(
		'store',
		`import { get, writable } from 'svelte/store';\nconst store = writable('');\nexport const names = async () => { if (!get(store)) { const found = ${load}; store.update(() => found); } return get(store); };`,
	),
	'state: a cache in a component': {
		files: {
			'src/lib/create-cache.js': `export const createCache = (make) => { const cache = new Map(); return async () => { if (!cache.has(1)) cache.set(1, await make()); return cache.get(1); }; };`,
			'src/lib/Names.astro': `---\nimport { getCollection } from 'astro:content';\nimport { createCache } from './create-cache.js';\nexport const names = createCache(async () => ${load});\n---\n<p>{names()}</p>`,
			...pagesOf('inner', 'names()', `import { names } from '../../lib/Names.astro';`),
		},
	},
	'state: a cache that middleware hands out': {
		files: {
			'src/middleware.js': `const cache = {};\nexport const onRequest = ({ locals }, next) => { locals.cache = cache; return next(); };`,
			...pagesOf(
				'middle',
				`(Astro.locals.cache.names ??= ${load})`,
				`import { getCollection } from 'astro:content';`,
			),
		},
		apartFrom: ['site: middleware', 'site: middleware that rewrites'],
	},
	'state: a counter that pages share': {
		files: {
			'src/lib/counter.js': `let count = 0;\nexport const next = () => ++count;`,
			...Object.fromEntries(
				['a', 'b', 'c'].map((name) => [`src/pages/counted/${name}.astro`, counted(`${name} v0`)]),
			),
		},
		changes: {
			'a page that counts is edited': 'src/pages/counted/b.astro',
			'a page that counts is removed': () => ({ 'src/pages/counted/a.astro': null }),
		},
	},
	'state: a counter that content switches on': {
		files: switchedPages('switching', 'let count = 0;\nexport const next = () => ++count;', ['c']),
		changes: { 'a page before the counter begins to count': () => switched('b', 'b', true) },
		apartFrom: ['state: what the first page decides', 'state: a setter that content calls'],
	},
	'state: a setter that content calls': {
		files: switchedPages(
			'setting',
			`let now = 'light';\nconst set = (next) => { now = next; };\nexport const next = (title) => { if (title === 'dark') set(title); return now; };`,
			['b', 'd'],
		),
		changes: { 'a page calls the setter': () => switched('b', 'dark', true) },
		apartFrom: ['state: what the first page decides', 'state: a counter that content switches on'],
	},
	'state: what the first page decides': {
		files: switchedPages('deciding', 'let first;\nexport const next = (title) => (first ??= title);', [
			'b',
			'd',
		]),
		changes: { 'a later page is edited': (random) => switched('d', version(random), true) },
		apartFrom: ['state: a counter that content switches on', 'state: a setter that content calls'],
	},
	'state: what getStaticPaths fills': {
		files: withPaths(
			'filling',
			`export const state = {};\nexport const fill = async () => (state.names ??= ${load});`,
			'await fill();',
			'await fill()',
		),
	},
	'state: what getStaticPaths leaves': {
		files: withPaths(
			'leaving',
			`export const state = {};\nexport const fill = async () => { state.names = ${load}; };`,
			'await fill();',
			'state.names',
		),
	},
	'state: modules that change others when they are loaded': {
		files: {
			'src/lib/loaded/site.js': `export const site = { word: '', last: '', more: '' };`,
			'src/lib/loaded/word.js': setting('word', 'v0'),
			'src/lib/loaded/one.js': setting('last', 'one', 'one'),
			'src/lib/loaded/two.js': setting('last', 'two', 'two'),
			'src/pages/loaded/site.astro': page(
				`import { site } from '../../lib/loaded/site.js';`,
				'<p>{JSON.stringify(site)}</p>',
			),
			'src/pages/loaded/word.astro': page(`import { set } from '../../lib/loaded/word.js';`, '<p>{set}</p>'),
			'src/pages/loaded/order.astro': page(
				`import { one } from '../../lib/loaded/one.js';\nimport { two } from '../../lib/loaded/two.js';`,
				'<p>{one} {two}</p>',
			),
		},
		changes: {
			'what a module sets is edited': 'src/lib/loaded/word.js',
			'a page whose module sets something is added': (random) => ({
				'src/lib/loaded/more.js': setting('more', version(random)),
				'src/pages/loaded/more.astro': page(
					`import { set } from '../../lib/loaded/more.js';`,
					'<p>{set}</p>',
				),
			}),
			'a page whose module sets something is removed': () => ({ 'src/pages/loaded/more.astro': null }),
			// The module gets a file of its own, which is loaded before the others.
			'another page uses one of the modules': () => ({
				'src/pages/loaded/another.astro': page(
					`import { two } from '../../lib/loaded/two.js';`,
					'<p>{two}</p>',
				),
			}),
		},
	},
};
