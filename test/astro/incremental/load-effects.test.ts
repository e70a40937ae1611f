import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { hasEffects } from '../../../packages/astro-slugline/src/astro/incremental/analysis/load-effects.js';

const isAstro = (specifier: string) => specifier.startsWith('astro/');

const effects = (code: string) => hasEffects(parseSync('module.js', code).program, isAstro);

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
		'objects of its own',
		`const known = new Map([['a', 1]]); class A { b = 1; static c() { return 2; } } export { A, known };`,
	],
	[
		'a function that uses a package',
		`import { marked } from 'marked'; export const html = (text) => marked.parse(text);`,
	],
])('finds no effects in a module with %s', (_, code) => {
	expect(effects(code)).toBe(false);
});

it.each([
	['calls an imported function', `import { register } from './names'; register('word');`],
	['calls a global function', `setInterval(() => {}, 1);`],
	['assigns to a global object', `Array.prototype.last = () => 1;`],
	['deletes from a global object', `delete globalThis.fetch;`],
	['creates an instance of a class', `import { Store } from './store'; export const store = new Store();`],
	['has a static block', `class A { static { globalThis.a = 1; } } export { A };`],
	['awaits a call', `export const a = await load();`],
	['has a condition at its top level', `if (process.env.A) globalThis.a = 1;`],
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
])('finds effects in a module that %s', (_, code) => {
	expect(effects(code)).toBe(true);
});

it('assumes effects in a module that cannot be parsed', () => {
	expect(hasEffects(undefined, isAstro)).toBe(true);
});
