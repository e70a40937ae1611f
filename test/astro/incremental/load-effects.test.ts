import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import {
	changingOnLoad,
	moduleEffects,
} from '../../../packages/astro-slugline/src/astro/incremental/analysis/find-effects.js';
import type { Module } from '../../../packages/astro-slugline/src/astro/incremental/analysis/modules.js';

// A module that may change what others see counts for every page, because all pages are loaded before one is rendered. A module that
// only creates functions and values must not count.

const parse = (code: string) => {
	const { program, errors } = parseSync('module.js', code);
	if (errors.length > 0) throw new Error('Not a module.');
	return program;
};

/** A module of the site that imports the others by their paths, such as `./words`. */
function effectsOf(code: string, others: Record<string, string> = {}, id = '/site/module.js') {
	const module = (of: string, text: string): Module => ({
		...{
			id: of,
			code: text,
			isEntry: false,
			importers: [],
			dynamicImporters: [],
			dynamicallyImportedIds: [],
		},
		importedIds: [
			...new Set([...text.matchAll(/(?:from|import) '([^']+)'/g)].map(([, path = '']) => idOf(path))),
		],
		meta: {},
	});
	const idOf = (path: string) => (path.startsWith('./') ? `/site/${path.slice(2)}.js` : path);
	const modules = [
		module(id, code),
		...Object.entries(others).map(([path, text]) => module(idOf(path), text)),
	];
	const byId = new Map(modules.map((one) => [one.id, one]));
	return moduleEffects(byId, changingOnLoad(byId, parse), parse);
}

const onLoad = (code: string, others?: Record<string, string>) =>
	effectsOf(code, others).onLoad('/site/module.js');

it.each([
	[
		'functions and values',
		`export const a = { b: [1, 'c', -2], d: \`e\${1}\` }; export function f() { return g(a); }`,
	],
	[
		'an Astro component',
		`import { createComponent as $$c, render as $$r } from 'astro/runtime/server/index.js';
		import { shout } from './words';
		const $$Hero = $$c(($$result, $$props, $$slots) => { return $$r\`<h1>\${shout('hero')}</h1>\`; }, '/Hero.astro', undefined);
		const $$file = '/Hero.astro';
		export { $$Hero as default, $$file as file };`,
	],
	[
		'a tagged React component',
		`import { tag } from 'astro/jsx'; export default function A() { return null; } tag(A, 'react');`,
	],
	[
		'React components',
		`import { createContext, forwardRef, lazy, memo, useContext } from 'react';
		import { jsx } from 'react/jsx-runtime';
		import { cva } from 'class-variance-authority';
		import { track } from './track';
		const Theme = createContext(null);
		const button = cva('button', { variants: { size: { small: 'p-1' } } });
		const icon = jsx('svg', { children: jsx('path', {}) });
		const plain = button({ size: 'small' });
		export const useTheme = () => useContext(Theme);
		export const Button = memo(forwardRef((props, ref) => { track('shown'); return jsx('button', { ref, children: icon }); }));
		Button.displayName = 'Button';
		export const Chart = lazy(() => import('./chart'));`,
	],
	[
		'a Vue component',
		`import { defineComponent, useSSRContext } from 'vue';
		import { ssrRenderAttrs } from 'vue/server-renderer';
		const _sfc_main = /*@__PURE__*/ Object.assign({ name: 'A' }, { setup(__props) { return (_ctx, _push) => _push('x'); } });
		const _sfc_setup = _sfc_main.setup;
		_sfc_main.setup = (props, ctx) => { const c = useSSRContext(); (c.modules || (c.modules = new Set())).add('A.vue'); return _sfc_setup ? _sfc_setup(props, ctx) : undefined; };
		import _export_sfc from '\\0plugin-vue:export-helper';
		export default /*#__PURE__*/ _export_sfc(_sfc_main, [['__file', 'A.vue']]);`,
	],
	[
		'compiled MDX',
		`import { Fragment, jsx as _jsx } from 'astro/jsx-runtime';
		import { __astro_tag_component__ } from 'astro/runtime/server/index.js';
		export const frontmatter = { title: 'x' };
		export function getHeadings() { return []; }
		function MDXContent(props = {}) { return _jsx('p', {}); }
		export const url = '/x'; export const file = 'x.mdx';
		export const Content = (props = {}) => MDXContent({ ...props, components: { Fragment, ...props.components } });
		Content[Symbol.for('mdx-component')] = true;
		Content[Symbol.for('astro.needsHeadRendering')] = !Boolean(frontmatter.layout);
		Content.moduleId = 'x.mdx';
		__astro_tag_component__(Content, 'astro:jsx');
		export default Content;`,
	],
	[
		'a Solid component',
		`import { ssr as _$ssr, escape } from 'solid-js/web'; var _tmpl$ = ['<p>', '</p>']; export default (props) => _$ssr(_tmpl$, escape(props.a));`,
	],
	[
		'objects of its own',
		`const known = new Map([['a', 1]]); class A { b = 1; static c() { return 2; } static d = [1]; } export { A, known };`,
	],
	[
		'an enumeration',
		`export var Color = /* @__PURE__ */ (function(Color) { Color[Color['Red'] = 0] = 'Red'; return Color; })(Color || {}); export let Size = function(Size) { Size[Size['S'] = 0] = 'S'; return Size; }({});`,
	],
	[
		'a function that uses a package',
		`import { marked } from 'marked'; export const html = (text) => marked.parse(text);`,
	],
	[
		'a function that configures a package',
		`import { marked } from 'marked'; export const html = (text) => { marked.use({}); return marked.parse(text); };`,
	],
	[
		'computed values',
		`import { posts } from './posts';
		const months = ['a', 'b'].map((name, at) => ({ name, at }));
		export const byName = Object.fromEntries(months.map((month) => [month.name, month]));
		export const sorted = [...posts].sort((a, b) => a.order - b.order).filter(Boolean);
		export const titles = posts.map(({ title }) => title.trim());
		export const frozen = Object.freeze({ a: 1 });
		export const counts = posts.reduce((all, { tag }) => { all[tag] = (all[tag] ?? 0) + 1; return all; }, {});
		const seen = new Set(); for (const { tag } of posts) if (!seen.has(tag)) seen.add(tag);
		export const format = new Intl.DateTimeFormat('en').format;
		export const now = new Intl.NumberFormat('en').format(1);
		let last; if (months.length > 1) last = months.at(-1);
		export const year = new Date().getFullYear();`,
	],
	[
		'schemas',
		`import { z } from 'zod'; import { clean } from './clean';
		export const schema = z.object({ a: z.string().min(1).transform((text) => clean(text)), b: z.array(z.enum(['x'])).optional() }).strict();
		export const parsed = schema.parse({ a: 'b' });`,
	],
	[
		'a class that fills itself',
		`export class Store { #items = new Map(); tags = []; constructor(items = []) { for (const [at, item] of items.entries()) this.#items.set(at, item); items.forEach((item) => this.tags.push(item)); } } export const store = new Store(['a']);`,
	],
	[
		'React by its namespace',
		`import * as React from 'react'; import { track } from './track'; class Boundary extends React.Component { static defaultProps = { a: 1 }; state = {}; } const Item = React.forwardRef((props, ref) => track(props)); Item.displayName = 'Item'; export default React.memo(Item);`,
	],
	[
		'groups of items',
		`import { posts } from './posts';
		const byTag = {}; for (const post of posts) (byTag[post.tag] ||= []).push(post);
		const byYear = {}; posts.forEach((post) => { if (!byYear[post.year]) byYear[post.year] = []; byYear[post.year].push(post); });
		const byMonth = new Map(); for (const post of posts) { if (!byMonth.has(post.month)) byMonth.set(post.month, []); byMonth.get(post.month).push(post); }
		export const grouped = posts.reduce((all, post) => { (all[post.tag] ??= []).push(post); return all; }, {});
		export { byTag, byYear, byMonth };`,
	],
	[
		'functions of packages',
		`import dayjs from 'dayjs'; import { format, set } from 'date-fns'; import { load } from 'js-yaml'; import _, { memoize } from 'lodash'; import { site } from './site';
		export const built = dayjs().format('YYYY'); export const date = format(set(new Date(0), { year: 2000 }), 'yyyy');
		export const data = load('a: 1'); export const slug = memoize((text) => text.trim()); export const merged = _.merge({}, site, { a: 1 });
		export const groups = _.groupBy(site.items, 'tag'); export const words = _.map(site.items, (item) => item.word);`,
	],
	[
		'stores',
		`import { atom, computed } from 'nanostores'; export const open = atom(false); export const closed = computed(open, (is) => !is);`,
	],
	[
		'what it reads',
		`import { getCollection } from 'astro:content'; import { readFileSync } from 'node:fs'; export const posts = (await getCollection('posts', ({ data }) => !data.draft)).sort((a, b) => a.id - b.id); export const text = readFileSync('a.txt', 'utf8').split('\\n'); export const rates = await fetch('https://x').then((answer) => answer.json());`,
	],
	[
		'functions of its own',
		`const slug = (text) => text.toLowerCase().replace(/ /g, '-'); function build(items) { const all = {}; for (const item of items) all[slug(item)] = item; return all; } export const all = build(['A b']);`,
	],
	[
		'an instance of its own class',
		`class Store { items = new Map(); constructor() { this.items = new Map(); } } export const store = new Store();`,
	],
	[
		'an instance of a package without state',
		`import MarkdownIt from 'markdown-it'; import { gfm, prism } from './plugins'; export const md = new MarkdownIt({ html: true }).use(gfm); md.use(prism);`,
	],
])('finds no effects in a module with %s', (_, code) => {
	expect(onLoad(code)).toBe(false);
});

it.each([
	['calls an imported function', `import { register } from './names'; register('word');`],
	[
		'calls a function of a package that is not known',
		`import { createClient } from 'client'; export const client = createClient();`,
	],
	['calls a global function', `setInterval(() => {}, 1);`],
	['assigns to a global object', `Array.prototype.last = () => 1;`],
	['assigns to a global variable', `count = 1;`],
	['extends a global object', `Object.defineProperty(String.prototype, 'shout', { value() {} });`],
	['deletes from a global object', `delete globalThis.fetch;`],
	['sets an environment variable', `process.env.TZ = 'UTC';`],
	['creates an instance of a class', `import { Store } from './store'; export const store = new Store();`],
	['has a static block', `class A { static { globalThis.a = 1; } } export { A };`],
	['awaits a call', `export const a = await load();`],
	['has a condition at its top level', `if (process.env.A) globalThis.a = 1;`],
	['configures a package', `import { marked } from 'marked'; marked.use({ breaks: true });`],
	['sets the language of a package', `import dayjs from 'dayjs'; dayjs.locale('de');`],
	['extends a package', `import dayjs from 'dayjs'; import utc from 'dayjs/plugin/utc'; dayjs.extend(utc);`],
	[
		'takes the next number of a package',
		`import { styled } from 'styled-components'; export const H = styled.h1\`color: red\`;`,
	],
	[
		'takes a number of a package of functions',
		`import { uniqueId } from 'lodash-es'; export const id = uniqueId();`,
	],
	['sorts imported data', `import { posts } from './posts'; posts.sort(); export default posts;`],
	[
		'sorts imported data by another name',
		`import { posts } from './posts'; const all = posts; all.sort(); export default all;`,
	],
	['adds to imported data', `import { posts } from './posts'; posts.push(1);`],
	[
		'changes imported data in a function that it calls',
		`import { site } from './site'; function set() { site.title = 'x'; } set();`,
	],
	[
		'changes imported data in a callback',
		`import { site } from './site'; ['a'].forEach((name) => { site[name] = 1; });`,
	],
	[
		'changes parts of imported data',
		`import { posts } from './posts'; posts.forEach((post) => { post.next = 1; });`,
	],
	[
		'changes imported data by a variable',
		`import { site } from './site'; let own = {}; own = site; own.title = 'x';`,
	],
	[
		'merges into imported data',
		`import { site } from './site'; import merge from 'lodash/merge'; merge(site, { a: 1 });`,
	],
	[
		'fills a list that it was given',
		`import { all } from './all'; class Store { items = []; constructor(items) { this.items = items; this.items.push(1); } } export const store = new Store(all);`,
	],
	[
		'fills an imported object like an enumeration',
		`import { all } from './all'; export var Color = (function (Color) { Color.Red = 1; return Color; })(all);`,
	],
	[
		'changes items of a group',
		`import { posts } from './posts'; const all = {}; for (const post of posts) all[post.id] = post; all.one.next = 1;`,
	],
	[
		'changes what it may have imported',
		`import { posts } from './posts'; let all = posts; (all ||= []).push(1);`,
	],
	[
		'changes items in a map',
		`import { posts } from './posts'; const all = new Map(); for (const post of posts) all.set(post.id, post); all.get('one').next = 1;`,
	],
	[
		'changes what a function has put into a group',
		`import { fill } from './fill'; const all = {}; fill(all); all.one.next = 1;`,
	],
	['assigns to imported data', `import { site } from './site'; Object.assign(site, {});`],
	['changes the settings of a package', `import { Settings } from 'luxon'; Settings.defaultLocale = 'de';`],
	['freezes imported data', `import { site } from './site'; Object.freeze(site);`],
	['calls what it was given', `export const f = (g) => g(); f(globalThis.h);`],
	[
		'calls an imported function for each item',
		`import { register } from './names'; ['a'].forEach(register);`,
	],
	[
		'calls an imported function in a constructor',
		`import { register } from './names'; class A { constructor() { register(this); } } export const a = new A();`,
	],
	[
		'has decorated classes',
		`import { element } from './element'; const A = element(class {}); export { A };`,
	],
	['writes a file', `import { writeFileSync } from 'node:fs'; writeFileSync('a', 'b');`],
	[
		'runs an effect of a framework',
		`import { watchEffect } from 'vue'; import { register } from './names'; watchEffect(() => register('a'));`,
	],
	['is CommonJS', `const words = require('./words'); words.add('x');`],
])('finds effects in a module that %s', (_, code) => {
	expect(onLoad(code)).toBe(true);
});

it('assumes effects in a module that cannot be parsed, and in a package that Node loads', () => {
	expect(onLoad('const a = ;')).toBe(true);
	const { onLoad: ofPackage } = effectsOf('');
	expect([
		ofPackage('styled-components'),
		ofPackage('dayjs/locale/de'),
		ofPackage('react'),
		ofPackage('node:fs'),
	]).toEqual([...[true, true, false, false]]);
});

it.each([
	['a function that only returns', `export const t = (key) => ({ key });`, false],
	['a function declaration', `export function t(key) { const all = []; all.push(key); return all; }`, false],
	['a function that is exported by another name', `const f = (key) => key; export { f as t };`, false],
	['a function of a third module', `export { t } from './third';`, false],
	['all functions of a third module', `export * from './third';`, false],
	[
		'a function that calls itself',
		`export function t(n) { return n > 1 ? t(n - 1) : helper(n); } const helper = (n) => t(n);`,
		false,
	],
	['a class', `export class t { #n = 1; constructor(n) { this.n = n; } }`, false],
	['a function that registers', `const all = []; export const t = (key) => all.push(key);`, true],
	['a function that counts', `let n = 0; export const t = () => ++n;`, true],
	[
		'a function that remembers',
		`const all = new Map(); export const t = (key) => { all.set(key, 1); return key; };`,
		true,
	],
	['a function that changes what it gets', `export const t = (key) => { key.x = 1; };`, true],
	[
		'a function that calls one that registers',
		`export const t = (n) => u(n); const u = (n) => (n > 0 ? t(n - 1) : register(n)); const all = new Set(); const register = (n) => all.add(n);`,
		true,
	],
	['a function that it does not have', `export const u = 1;`, true],
])('follows calls into %s', (_, code, expected) => {
	const third = { './third': 'export const t = (key) => key; export const u = 1;' };
	const call = /class t/.test(code) ? `new t('a')` : `t('a')`;
	const caller = `import { t } from './lib'; export const made = ${call};`;
	expect(onLoad(caller, { './lib': code, ...third })).toBe(expected);
	expect(
		onLoad(`import * as lib from './lib'; export const made = ${call.replace('t(', 'lib.t(')};`, {
			'./lib': code,
			...third,
		}),
	).toBe(expected);
});

it.each([
	[
		'configures a package',
		`import { marked } from 'marked'; export const html = (text) => { marked.use({}); return marked.parse(text); };`,
	],
	[
		'configures a package in a chain of calls',
		`import { marked } from 'marked'; export const html = (text) => marked.use({}).parse(text);`,
	],
	[
		'configures a package by a named import',
		`import { setDefaultOptions } from 'date-fns'; export const f = () => setDefaultOptions({});`,
	],
	[
		'calls a method of a package by a computed name',
		`import { marked } from 'marked'; export const f = (name) => marked[name]();`,
	],
	['calls an imported function', `import { register } from './names'; register('word');`],
])('finds effects of calls in a module that %s', (_, code) => {
	expect(effectsOf(code).hasEffects('/site/module.js')).toBe(true);
});

it('finds no effects of calls in a module that only uses a package', () => {
	const code = `import { marked } from 'marked'; export const html = (text) => marked.parse(text);`;
	expect(effectsOf(code).hasEffects('/site/module.js')).toBe(false);
});
