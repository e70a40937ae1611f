import { expect, it } from 'vitest';
import { differingReads, hiddenReads } from '../../packages/astro-keep/src/isolation/compare.js';
import { readOf } from '../../packages/astro-keep/src/tracking/index.js';
import { reading } from './facts.js';

/** A page that reads these fields of two entries. */
const page = (...names: string[]) => {
	const read = readOf('fields', ['notes', ['a', 'b'], names.map((name) => [name])]);
	return { digest: 'same', readings: [{ read, importer: '' }] };
};

it('finds the field that a module holds, and not the others that the page reads of the same entries', () => {
	const held = ['a', 'b'].map((id) => ({
		read: readOf('fields', ['notes', [id], [['title']]]),
		importer: '',
	}));
	expect(differingReads(page('body', 'title'), page('body'))).toEqual(held);
	expect(differingReads(page('body'), page('body', 'title'))).toEqual(held);
	expect(differingReads(page('body', 'title'), page('title', 'body'))).toEqual([]);
});

it('finds what a module holds for another page, but for what counts for every page already', () => {
	const title = readOf('fields', ['notes', ['b', 'a'], [['title']]]);
	const hidden = (known: Parameters<typeof hiddenReads>[2] = []) =>
		hiddenReads(page('body', 'title').readings, page('body').readings, known).map(({ read }) => read);
	expect(hidden()).toEqual(['a', 'b'].map((id) => readOf('fields', ['notes', [id], [['title']]])));
	expect(hidden([{ read: title, importer: '' }])).toEqual([]);
	expect(hidden([{ read: title, importer: 'src/other.ts' }])).toHaveLength(2);
	expect(hidden(page('body').readings)).toHaveLength(2);
});

it('leaves out what says nothing of modules: code, and what is asked of the page itself', () => {
	const of = (...readings: ReturnType<typeof reading>[]) => ({ digest: 'same', readings });
	const own = [
		reading(readOf('lookup', 'hero')),
		reading(readOf('rewrite', 'a.astro')),
		reading(readOf('code', 'a.mdx')),
	];
	expect(differingReads(of(...own, reading(readOf('notice', ['a warning', null, null]))), of())).toEqual([]);
	expect(differingReads(of(...own), of(reading(readOf('env', 'MODE'))))).toHaveLength(1);
});
