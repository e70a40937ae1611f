import { expect, it } from 'vitest';
import {
	type ExtentFacts,
	extentOf,
} from '../../../packages/astro-slugline/src/astro/incremental/proof/extent.js';

/** What is rendered a second time by a build that renders some pages of a checked site because content changed. */
const extent = (more: Partial<ExtentFacts> = {}) =>
	extentOf({
		...{ keepsPages: true, isIdle: false, isAsBefore: false, isNewCode: false },
		...{ isChecked: true, checksSite: false, checksAll: false, ...more },
	});

it('the pages that are due are rendered a second time if content or code is new', () => {
	expect([extent(), extent({ isNewCode: true, isChecked: false })]).toEqual(['due', 'due']);
	expect(extent({ isIdle: true, isNewCode: true, isChecked: false })).toBe('due');
});

it('a sample of those that stay, if nothing is rendered, or only what every build renders', () => {
	expect(extent({ isIdle: true, isAsBefore: true })).toBe('sample');
	expect(extent({ isIdle: true })).toBe('sample');
	expect(extent({ isAsBefore: true })).toBe('sample');
});

it('none, if all pages are rendered and no build has checked the code', () => {
	const first = { keepsPages: false, isNewCode: true, isChecked: false };
	expect([extent(first), extent({ ...first, isNewCode: false, isAsBefore: true })]).toEqual(['none', 'none']);
	expect(extent({ keepsPages: false })).toBe('due');
});

it('none, if nothing is rendered of an unchecked site', () => {
	expect(extent({ isIdle: true, isAsBefore: true, isChecked: false })).toBe('none');
});

it('all, to check a site', () => {
	const check = { keepsPages: false, isChecked: false, checksSite: true };
	expect([extent(check), extent({ ...check, isAsBefore: true })]).toEqual(['due', 'due']);
	expect(extent({ ...check, isNewCode: true })).toBe('due');
	expect(extent({ keepsPages: false, isChecked: false, isNewCode: true, checksAll: true })).toBe('due');
});
