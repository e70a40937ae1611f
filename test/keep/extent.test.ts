import { expect, it } from 'vitest';
import { type ExtentFacts, extentOf } from '../../packages/astro-keep/src/isolation/extent.js';

/** What is rendered a second time by a build that renders some pages of a checked site because content changed. */
const extent = (more: Partial<ExtentFacts> = {}) =>
	extentOf({
		...{ keepsPages: true, isIdle: false, isUnchanged: false },
		...{ isChecked: true, checksSite: false, isTogether: false, checksAll: false, ...more },
	});

const newCode = { isChecked: false };

it('the pages of a checked site are rendered again in the build itself', () => {
	expect([extent(), extent({ isUnchanged: true })]).toEqual(['here', 'here']);
	// A module may hold what one of them has read, and show it on another.
	expect([extent({ keepsPages: false }), extent({ keepsPages: false, isUnchanged: true })]).toEqual([
		'here',
		'here',
	]);
});

it('all pages of the site are rendered in order under new code, if pages stay', () => {
	expect([extent(newCode), extent({ ...newCode, isIdle: true })]).toEqual(['whole', 'whole']);
});

it('a sample is, if nothing is rendered of a checked site', () => {
	expect([extent({ isIdle: true }), extent({ isIdle: true, isUnchanged: true })]).toEqual([
		'sample',
		'sample',
	]);
});

it('none is, if all pages are rendered of a site that is not checked, or is always rendered as a whole', () => {
	const all = { keepsPages: false };
	expect([extent({ ...all, ...newCode }), extent({ ...all, isTogether: true })]).toEqual(['none', 'none']);
	expect(extent({ ...all, isUnchanged: true, isChecked: false })).toBe('none');
});

it('none is, if nothing is rendered of an unchecked site', () => {
	expect(extent({ isIdle: true, isUnchanged: true, isChecked: false })).toBe('none');
});

it('all are rendered again in a thread, to check a site', () => {
	const check = { keepsPages: false, isChecked: false, checksSite: true };
	expect([extent(check), extent({ ...check, isUnchanged: true })]).toEqual(['thread', 'thread']);
});

it('every page is checked, if the build is to verify them', () => {
	const all = { checksAll: true };
	expect([extent(all), extent({ ...all, ...newCode }), extent({ ...all, isIdle: true })]).toEqual(
		Array(3).fill('whole'),
	);
	// None stays, so all are rendered a second time at once.
	expect(extent({ ...all, ...newCode, keepsPages: false })).toBe('thread');
});
