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
		'a component of Astro',
		`import { createComponent as $$c, render as $$r } from 'astro/runtime/server/index.js';
		import { shout } from './words';
		const $$Hero = $$c(($$result, $$props, $$slots) => { return $$r\`<h1>\${shout('hero')}</h1>\`; }, '/Hero.astro', undefined);
		const $$file = '/Hero.astro';
		export { $$Hero as default, $$file as file };`,
	],
	[
		'a marked component of React',
		`import { tag } from 'astro/jsx'; export default function A() { return null; } tag(A, 'react');`,
	],
	[
		'objects that nobody else has',
		`const known = new Map([['a', 1]]); class A { b = 1; static c() { return 2; } } export { A, known };`,
	],
	[
		'what a function does with packages',
		`import { marked } from 'marked'; export const html = (text) => marked.parse(text);`,
	],
])('takes %s for a module without effects', (_, code) => {
	expect(effects(code)).toBe(false);
});

it.each([
	['calls something', `import { register } from './names'; register('word');`],
	['calls a global function', `setInterval(() => {}, 1);`],
	['assigns something', `Array.prototype.last = () => 1;`],
	['deletes something', `delete globalThis.fetch;`],
	['makes an instance of a class', `import { Store } from './store'; export const store = new Store();`],
	['has a block that runs', `class A { static { globalThis.a = 1; } } export { A };`],
	['waits for something', `export const a = await load();`],
	['has a condition at its top', `if (process.env.A) globalThis.a = 1;`],
	[
		'sets up a package',
		`import { marked } from 'marked'; export const html = (text) => { marked.use({}); return marked.parse(text); };`,
	],
	[
		'sets up a package on the way',
		`import { marked } from 'marked'; export const html = (text) => marked.use({}).parse(text);`,
	],
	[
		'sets up a package by name',
		`import { setDefaultOptions } from 'date-fns'; export const f = () => setDefaultOptions({});`,
	],
	[
		'asks a package for it by a computed name',
		`import { marked } from 'marked'; export const f = (name) => marked[name]();`,
	],
])('takes a module for one with effects that %s', (_, code) => {
	expect(effects(code)).toBe(true);
});

it('takes what cannot be read for a module with effects', () => {
	expect(hasEffects(undefined, isAstro)).toBe(true);
});
