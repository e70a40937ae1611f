import { expect, it } from 'vitest';
import { orderOf } from './order-of.js';

const counting = (files: Record<string, string>): string[] => orderOf(files).counting;

it.each([
	'const RE = /x/g; export const has = (text) => RE.test(text);',
	`const RE = new RegExp('x', 'gi'); export function has(text) { return RE.exec(text); }`,
	`const ALL = { link: /x/y }; export const has = (text) => ALL.link.test(text);`,
	`const ALL = [/x/g, /y/]; export const has = (text) => ALL.some((re) => re.test(text));`,
	`const ALL = [/x/g]; export function has(text) { for (const re of ALL) if (re.test(text)) return true; }`,
	'class Text { static RE = /x/g; } export const has = (text) => Text.RE.test(text);',
	'const create = () => { const re = /x/g; return (text) => re.test(text); }; export const has = create();',
	'const RE = /x/g; export function first(s) { let m; while ((m = RE.exec(s))) if (m[1]) return m; }',
	'const RE = /x/g; export function some(s) { let m; while ((m = RE.exec(s))) { if (m[1]) break; } }',
])('counts a regular expression that remembers where it stopped: %s', (code) => {
	expect(counting({ 'text.js': code })).toEqual(['text.js']);
});

it.each([
	'const RE = /x/; export const has = (text) => RE.test(text);',
	`const RE = /x/g; export const text = (s) => s.replace(RE, '').split(RE).concat(s.match(RE), ...s.matchAll(RE));`,
	'export const has = (text) => { const re = /x/g; return re.test(text); };',
	'export const has = (text) => /x/g.test(text);',
	'const ALL = { link: /x/g, slug: /y/ }; export const has = (text) => ALL.slug.test(text);',
	'const RE = /x/g; export function all(s) { let m; const list = []; while ((m = RE.exec(s)) !== null) { list.push(m); } return list; }',
	'const RE = /x/g; export function all(s) { for (let m; (m = RE.exec(s)); ) { for (const x of m) if (x) break; } }',
	'const RE = /x/g; export function all(s) { let m = RE.exec(s); while (m) { m = RE.exec(s); } }',
	'const RE = /x/g; export const has = (text) => { RE.lastIndex = 0; return RE.test(text); };',
])('does not count: %s', (code) => {
	expect(counting({ 'text.js': code })).toEqual([]);
});

it.each([
	[`import { LINK } from 'patterns.js';`, 'LINK'],
	[`import { LINK as RE } from 'index.js';`, 'RE'],
	[`import * as patterns from 'patterns.js';`, 'patterns.LINK'],
])('counts one of another module: %s', (imports, name) => {
	const files = {
		'text.js': `${imports} export const has = (text) => ${name}.test(text);`,
		'index.js': `export { LINK } from 'patterns.js';`,
		'patterns.js': 'export const LINK = /x/g; export const SLUG = /y/;',
	};
	expect(counting(files)).toEqual(['patterns.js', 'text.js']);
	expect(counting({ ...files, 'text.js': files['text.js'].replaceAll('LINK', 'SLUG') })).toEqual([]);
});
