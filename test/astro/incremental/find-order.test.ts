import { expect, it } from 'vitest';
import { orderOf } from './order-of.js';

/** The modules of a site that count, by their files. */
const counting = (files: Record<string, string>): string[] => orderOf(files).counting;

const page = `import { next } from 'ids.js'; const page = async () => next();`;

it.each([
	[
		'an instance of a class of another module',
		{
			'ids.js': `import { Ids } from 'ids-class.js'; const ids = new Ids(); export const next = () => ids.make();`,
			'ids-class.js': `export class Ids { n = 0; make() { return this.n++; } }`,
		},
	],
	[
		'an instance of a class behind other modules',
		{
			'ids.js': `import { Ids } from 'lib.js'; export const { next } = new Ids();`,
			'lib.js': `export * from 'base.js'; import { Base } from 'base.js'; export class Ids extends Base {}`,
			'base.js': `export class Base { #n = 0; next = () => (this.#n += 1); }`,
		},
	],
	[
		'a closure',
		{ 'ids.js': `function create() { let n = 0; return () => ++n; } export const next = create();` },
	],
	[
		'a closure of another module',
		{
			'ids.js': `import { create } from 'create.js'; export const next = create();`,
			'create.js': `export const create = () => { const seen = {}; return { next: (x) => (seen[x] = (seen[x] ?? 0) + 1) }; };`,
		},
	],
	[
		'a function that is called at once',
		{ 'ids.js': `export const next = (() => { let n = 0; return () => n++; })();` },
	],
	[
		'a closure in parentheses',
		{ 'ids.js': `const create = () => { let n = 0; return (() => ++n); };\nexport const next = create();` },
	],
	[
		'a generator',
		{
			'ids.js': `function* make() { let n = 0; while (true) yield n++; } const ids = make(); export const next = () => ids.next().value;`,
		},
	],
	[
		'an instance in a static property',
		{ 'ids.js': `export class Ids { static one = new Ids(); n = 0; next() { return this.n++; } }` },
	],
	[
		'an instance of a package that counts',
		{
			'ids.js': `import GithubSlugger from 'github-slugger'; const slugger = new GithubSlugger(); export const next = (x) => slugger.slug(x);`,
		},
	],
	[
		'an instance of a package that is not analyzed',
		{
			'ids.js': `import { Ids } from 'ids-of-others'; const ids = new Ids(); export const next = (x) => ids.for(x);`,
		},
	],
])('finds a counter in %s', (_, files) => {
	expect(counting({ 'page.astro': page, ...files })).toContain('ids.js');
});

it.each([
	[
		'a class that each call instantiates',
		{
			'ids.js': `export class Ids { n = 0; next() { return this.n++; } } export const next = () => new Ids().next();`,
		},
	],
	[
		'a class that sets its own fields',
		{
			'ids.js': `class Point { constructor(x) { this.x = x; this.n = 1; } } export const zero = new Point(0);`,
		},
	],
	[
		'what the module computes when it is loaded',
		{
			'ids.js': `const sum = (list) => { let n = 0; list.forEach((x) => (n += x)); return n; }; export const six = sum([1, 2, 3]);`,
		},
	],
	[
		'a client that remembers what it fetched',
		{
			'ids.js': `class Api { #cache = new Map(); async load(k) { let v = this.#cache.get(k); if (!v) { v = await read(k); this.#cache.set(k, v); } return v; } } export const api = new Api();`,
		},
	],
	[
		'objects of JavaScript',
		{ 'ids.js': `export const format = new Intl.NumberFormat('de'); export const cache = new Map();` },
	],
	[
		'a package that is stateless',
		{ 'ids.js': `import MarkdownIt from 'markdown-it'; export const md = new MarkdownIt();` },
	],
	[
		'a function of a package',
		{ 'ids.js': `import { cva } from 'class-variance-authority'; export const button = cva('a');` },
	],
])('finds none in %s', (_, files) => {
	expect(counting({ 'page.astro': page, ...files })).toEqual([]);
});
