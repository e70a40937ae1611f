import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { withLazyCopies } from '../../packages/astro-keep/src/code/lazy-copies.js';

const copied = (code: string) => withLazyCopies(code, parseSync('module.ts', code).program);

const starlight = `import { getCollection } from 'astro:content';
const normalize = (id: string) => id === 'index' ? '' : id;
export function normalizeEntry(entry: Entry): Entry {
	return {
		...entry,
		id: normalize(entry.id),
		filePath: entry.filePath!,
	};
}
function other(list) { return list.filter(Boolean); }`;

describe('the copies of entries that Starlight makes', () => {
	it('have the getters of the entry, and what is added', () => {
		const code = String(copied(starlight.replace(/: (?:string|Entry)|(?<=filePath)!/g, '')));
		const made = code.slice(code.indexOf('function normalizeEntry'), code.indexOf('function other'));
		const copy = new Function(
			`const normalize = (id) => id === 'index' ? '' : id; ${made} return normalizeEntry;`,
		)();
		const reads: string[] = [];
		class Given {
			id = 'index';
			filePath = 'index.md';
		}
		const entry = Object.defineProperties(new Given(), {
			data: { get: () => reads.push('data'), enumerable: true, configurable: true },
			[Symbol.for('source')]: { value: 'hidden' },
		});
		const found = copy(entry);
		expect(reads).toEqual([]);
		expect([found.id, found.filePath, found.data, found[Symbol.for('source')]]).toEqual([
			'',
			'index.md',
			1,
			'hidden',
		]);
		expect([Object.keys(found), Object.getPrototypeOf(found)]).toEqual([
			['id', 'filePath', 'data'],
			Given.prototype,
		]);
	});

	it('are found in TypeScript, and are all that changes', () => {
		expect(copied(starlight)).toBe(
			starlight.replace(
				/\{\s*\.\.\.entry,([\s\S]*?\n\t\})/,
				'Object.create(Object.getPrototypeOf(entry), Object.assign(Object.getOwnPropertyDescriptors(entry), Object.getOwnPropertyDescriptors({$1)))',
			),
		);
	});

	it.each([
		['none', 'export const a = 1;'],
		['two', `${starlight}\nfunction again(one) { return { ...one }; }`],
		['another statement', 'function copy(entry) { log(); return { ...entry }; }'],
		['two parameters', 'function copy(entry, id) { return { ...entry, id }; }'],
		['another object', 'function copy(entry) { return { ...other }; }'],
		['a second spread', 'function copy(entry) { return { ...entry, ...entry.data }; }'],
		['a pattern', 'function copy({ entry }) { return { ...entry }; }'],
		['no module', 'return 1'],
	])('are left alone where they look different: %s', (_, code) => {
		expect(copied(code)).toBeUndefined();
	});
});
