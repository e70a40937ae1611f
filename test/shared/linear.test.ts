import fc from 'fast-check';
import { expect, it } from 'vitest';
import { trimEndSlashes, trimSlashes } from '../../packages/astro-keep/src/shared/text/slashes.js';
import { translationOf } from '../../packages/astro-slugline/src/shared/api/filter-operations.js';
import { globMatcher, wildcardMatcher } from '../../packages/astro-slugline/src/shared/text/glob.js';

/** A text that counts how often something of it is asked for. */
function counted(text: string): { text: string; reads: () => number } {
	let reads = 0;
	const get = (target: object, name: PropertyKey) => {
		reads += 1;
		const value: unknown = Reflect.get(target, name);
		return typeof value === 'function' ? value.bind(target) : value;
	};
	return { text: new Proxy(Object(text), { get }) as string, reads: () => reads };
}

it('trims slashes at the ends, and reads only those', () => {
	expect(trimSlashes('//blog//hello/')).toBe('blog//hello');
	expect(trimEndSlashes('//blog//hello//')).toBe('//blog//hello');
	expect(trimSlashes('///')).toBe('');
	const { text, reads } = counted(`a${'/'.repeat(40_000)}b//`);
	trimEndSlashes(text);
	expect(reads()).toBeLessThan(10);
});

it('reads the language of a translated field from its end', () => {
	expect(translationOf('title__i18n__es_co')).toEqual({ field: 'title', code: 'es_co' });
	expect(translationOf('a__i18n__b__i18n__de')).toEqual({ field: 'a__i18n__b', code: 'de' });
	for (const name of ['title', '__i18n__de', 'title__i18n__', ''])
		expect(translationOf(name)).toBeUndefined();
	const many = 'a__i18n__'.repeat(20_000);
	const { text, reads } = counted(`${many}\n`);
	expect(translationOf(text)).toEqual({ field: many.slice(0, -'__i18n__'.length), code: '\n' });
	expect(reads()).toBeLessThan(10);
});

const old: Record<string, string> = {
	'/**/': '/(?:.*/)?',
	'**/': '(?:.*/)?',
	'/**': '(?:/.*)?',
	'**': '.*',
	'*': '[^/]*',
};
const globForm = (glob: string) =>
	new RegExp(`^${glob.replace(/\/\*\*\/|\*\*\/|\/\*\*|\*\*|\*/g, (found) => old[found] ?? '')}$`);

it('matches the same paths as a regular expression made from the glob', () => {
	const glob = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '**', '/**', '**/'), maxLength: 7 });
	const path = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 8 });
	fc.assert(
		fc.property(glob, path, (pattern, text) => {
			expect(globMatcher(pattern)(text)).toBe(globForm(pattern).test(text));
			const any = new RegExp(`^${pattern.replaceAll(/\*+/g, '.*')}$`);
			expect(wildcardMatcher(pattern)(text)).toBe(any.test(text));
		}),
		{ numRuns: 2000, seed: 27 },
	);
});

it('looks for each part of a pattern with wildcards once', () => {
	const { text, reads } = counted(`${'a'.repeat(1000)}!`);
	expect(wildcardMatcher(`${'*a'.repeat(40)}*?`)(text)).toBe(false);
	expect(reads()).toBeLessThan(100);
});

it.each([
	['*', 'a'],
	['**', 'a'],
	['**/', 'a/'],
	['/**', 'a/'],
	['*a', 'a'],
	['**a/', 'a/'],
])('reads a path once for each part of the glob %s', (part, unit) => {
	const { text, reads } = counted(`${unit.repeat(100)}!`);
	expect(globMatcher(`${part.repeat(40)}?`)(text)).toBe(false);
	expect(reads()).toBeLessThan(3 * 2 * 40 * 220);
});
