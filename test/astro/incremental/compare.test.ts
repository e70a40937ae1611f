import { expect, it } from 'vitest';
import type { Reading } from '../../../packages/astro-slugline/src/astro/incremental/decide/page-state.js';
import {
	differingReads,
	isAlwaysRendered,
} from '../../../packages/astro-slugline/src/astro/incremental/proof/compare.js';
import type { Read } from '../../../packages/astro-slugline/src/astro/page/tracking/index.js';

const page = (...readings: Reading[]) => ({ digest: 'same', readings });
const read = (text: Read, importer = 'page'): Reading => ({ read: text, importer });

it('finds the reads that only one of two renderings made, whichever it is', () => {
	const [nav, posts] = [read('members "pages"', 'nav'), read('story "posts"')];
	expect(differingReads(page(nav, posts), page(posts))).toEqual([nav]);
	expect(differingReads(page(posts), page(nav, posts))).toEqual([nav]);
	expect(differingReads(page(nav), page(posts))).toEqual([nav, posts]);
});

it('finds nothing if both made the same reads, in any order', () => {
	const [one, other] = [read('story "a"'), read('story "b"')];
	expect(differingReads(page(one, other), page(other, one, one))).toEqual([]);
});

it('distinguishes reads by the module that made them', () => {
	const [byPage, byModule] = [read('story "a"'), read('story "a"', 'nav')];
	expect(differingReads(page(byPage), page(byModule))).toEqual([byPage, byModule]);
});

it.each(['blok "teaser"', 'asset ["a.webp"]', 'notice ["something"]', 'code "src/notes/a.md"'] as const)(
	'ignores what no module holds: %s',
	(text) => {
		expect(differingReads(page(read(text)), page())).toEqual([]);
	},
);

it('knows pages that every build renders', () => {
	expect(
		(['always null', 'fetch null', 'story "a"'] as const).map((text) =>
			isAlwaysRendered(page(read(text)).readings),
		),
	).toEqual([true, true, false]);
});
