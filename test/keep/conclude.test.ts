import { describe, expect, it } from 'vitest';
import { type Isolation, unknownIsolation } from '../../packages/astro-keep/src/decide/page-state.js';
import {
	conclude,
	concludeOnce,
	type IsolationFacts,
	isReplaced,
	needsRerender,
	reasonOfRerender,
} from '../../packages/astro-keep/src/isolation/conclude.js';
import type { IsolationResult } from '../../packages/astro-keep/src/isolation/isolation-check.js';

/** Code of which the previous build has run all. */
const known = { coverage: { page: [] } };
const before: Isolation = { ...unknownIsolation, ...known, isChecked: true };

const facts = (more: Partial<IsolationFacts> = {}): IsolationFacts => ({
	...{
		before,
		isNewCode: false,
		isFirst: more.isNewCode ?? false,
		isUnchanged: false,
		isPartial: true,
		differs: false,
	},
	...{ changed: [], rendered: ['/a'], due: [], ...more },
});

const verdict = (more: Partial<IsolationResult> = {}): IsolationResult => ({
	...{ leaksStaticPaths: false, nondeterministic: [], order: [], stale: [] },
	...{ readings: [], differsAgain: false, ...known, ...more },
});

const newCoverage = { coverage: { page: [], other: [] } };
const differing = [{ id: '/a', second: 'text' }];

describe('all pages are rendered in order', () => {
	const needs = (first: Partial<IsolationResult>, more: Partial<IsolationFacts> = {}) =>
		needsRerender(verdict(first), facts(more));

	it('if a page came out differently in the build itself, even if it does not in a thread', () => {
		expect(needs({}, { differs: true })).toBe(true);
		expect(needs({}, { differs: true, isPartial: false })).toBe(true);
	});

	it('if content has woken code', () => {
		expect(needs(newCoverage)).toBe(true);
		expect(needs(newCoverage, { isPartial: false })).toBe(true);
	});

	it('not because code is new, which was proved with paths that are listed apart', () => {
		expect(needs(newCoverage, { isNewCode: true, isPartial: false })).toBe(false);
	});

	it('not because no build has checked the code yet', () => {
		expect(needs(newCoverage, { isFirst: true, before: unknownIsolation, isPartial: false })).toBe(false);
	});

	it('if pages that stay may be wrong: others are changed entries, order, stale copies, and counters', () => {
		expect(needs({}, { changed: ['home of pages'] })).toBe(true);
		expect(needs({ order: differing })).toBe(true);
		expect(needs({ stale: differing })).toBe(true);
		expect(needs({ differsAgain: true })).toBe(true);
		expect(needs({ nondeterministic: differing, leaksStaticPaths: true })).toBe(false);
	});

	it('not if none stays, because all have been', () => {
		const none = { isPartial: false };
		expect(needs({ order: differing, stale: differing, differsAgain: true }, none)).toBe(false);
		expect(needs({}, { ...none, changed: ['home of pages'] })).toBe(false);
	});
});

describe('the next build', () => {
	const told = (
		more: Partial<IsolationFacts> = {},
		{
			first = {},
			again,
			orderDependence = '',
		}: { first?: Partial<IsolationResult>; again?: Partial<IsolationResult>; orderDependence?: string } = {},
	) =>
		conclude({ first: verdict(first), again: again && verdict(again) }, facts(more), {
			orderDependence,
			order: 'digest',
		});

	it('knows that the site is checked once all pages are rendered a second time', () => {
		const never = { before: unknownIsolation, isFirst: true, isUnchanged: true };
		expect(told({ ...never, isPartial: false }).isChecked).toBe(true);
		expect([told(never).isChecked, told(never, { again: {} }).isChecked]).toEqual([false, true]);
		expect([told().isChecked, told({ isNewCode: true }).isChecked]).toEqual([true, true]);
	});

	it('knows nothing but evidence if all pages were rendered once, and no build has checked the code', () => {
		const found = { orderDependence: 'they change entries', order: 'digest' };
		const first = {
			before: { ...before, orderDependence: 'old', leaksStaticPaths: true, newCoveragePages: ['/a'] },
			isFirst: true,
		};
		expect(concludeOnce(first, { ...found, coverage: { other: [] } })).toEqual({
			...unknownIsolation,
			...found,
		});
	});

	it('knows what it knew, and the code that has run, if pages came out the same in the build itself', () => {
		const old = {
			...before,
			orderDependence: 'old',
			leaksStaticPaths: true,
			newCoveragePages: ['/a'],
			coverage: { page: [0, 5] },
		};
		const once = (coverage: Isolation['coverage'], orderDependence = '') =>
			concludeOnce({ before: old, isFirst: false }, { coverage, orderDependence, order: 'digest' });
		expect(once({ page: [0, 9] })).toEqual({ ...old, order: 'digest' });
		expect(once({}, 'new')).toMatchObject({
			orderDependence: 'new',
			isChecked: true,
			coverage: old.coverage,
		});
	});

	it('checks the site again if content has woken code in a build of all pages', () => {
		const old = { ...before, orderDependence: 'old' };
		const found = { orderDependence: '', order: 'digest', coverage: { other: [] } };
		expect(concludeOnce({ before: old, isFirst: false }, found)).toEqual({
			...{ ...unknownIsolation, orderDependence: 'old', order: 'digest' },
		});
	});

	it('knows the pages that a change of content has rendered while the site was checked, which may have woken code', () => {
		const check = { isFirst: true, isPartial: false, due: ['/a'] };
		expect(told(check).newCoveragePages).toEqual(['/a']);
		expect(told({ ...check, isNewCode: true }).newCoveragePages).toEqual([]);
		expect(told({ due: ['/a'] }).newCoveragePages).toEqual([]);
	});

	it('knows the order of the pages', () => {
		expect(told().order).toBe('digest');
	});

	it('knows the evidence that this build has found', () => {
		expect(told({}, { orderDependence: 'new' }).orderDependence).toBe('new');
		expect(
			told({ before: { ...before, orderDependence: 'old' } }, { orderDependence: 'new' }).orderDependence,
		).toBe('new');
	});

	it('knows earlier evidence until all pages are rendered twice without any', () => {
		const old = { before: { ...before, orderDependence: 'old' } };
		expect(told(old).orderDependence).toBe('old');
		expect(told(old, { again: {} }).orderDependence).toBe('');
		expect(told({ ...old, isPartial: false }).orderDependence).toBe('');
		expect(told({ ...old, isPartial: false, isUnchanged: true }).orderDependence).toBe('old');
	});

	it('knows that pages show what getStaticPaths leaves', () => {
		expect(told({}, { first: { leaksStaticPaths: true } }).leaksStaticPaths).toBe(true);
		expect(told({}, { first: { leaksStaticPaths: true }, again: {} }).leaksStaticPaths).toBe(false);
		expect(told({}, { again: { leaksStaticPaths: true } }).leaksStaticPaths).toBe(true);
	});

	it('knows so from earlier builds until paths are listed apart without it', () => {
		const old = { before: { ...before, leaksStaticPaths: true } };
		expect(told(old).leaksStaticPaths).toBe(true);
		expect(told({ ...old, isPartial: false }).leaksStaticPaths).toBe(true);
		expect(told({ ...old, isNewCode: true }).leaksStaticPaths).toBe(true);
		expect(told({ ...old, isNewCode: true, isPartial: false }).leaksStaticPaths).toBe(false);
		expect(told(old, { again: {} }).leaksStaticPaths).toBe(false);
	});

	it('knows the code that has run in this build or before', () => {
		expect(told({}, { first: { coverage: { other: [] } } }).coverage).toEqual({ page: [], other: [] });
		expect(told({}, { first: { coverage: { one: [] } }, again: { coverage: { two: [] } } }).coverage).toEqual(
			{
				one: [],
				two: [],
			},
		);
		const whole = { isPartial: false };
		expect(told(whole, { first: { coverage: { other: [] } } }).coverage).toEqual({ other: [] });
		expect(told({ ...whole, isUnchanged: true }, { first: { coverage: { other: [] } } }).coverage).toEqual({
			page: [],
			other: [],
		});
	});

	it('knows the pages whose content has woken code', () => {
		const old = { before: { ...before, newCoveragePages: ['/old', '/a'] } };
		expect(told(old).newCoveragePages).toEqual(['/old', '/a']);
		expect(told(old, { first: newCoverage }).newCoveragePages).toEqual(['/old', '/a']);
		expect(told({}, { first: newCoverage }).newCoveragePages).toEqual(['/a']);
		expect(told({}, { first: newCoverage, again: {} }).newCoveragePages).toEqual(['/a']);
		expect(told({ isPartial: false }, { first: newCoverage }).newCoveragePages).toEqual([]);
		expect(told({ isNewCode: true }, { first: newCoverage }).newCoveragePages).toEqual([]);
	});
});

describe('a page that was rendered after all', () => {
	const reason = (
		stale: IsolationResult['stale'],
		orderDependence: string,
		more: Partial<IsolationFacts> = {},
	) => reasonOfRerender(verdict({ stale }), orderDependence, facts(more));

	it('was so because pages affect each other, if there is evidence', () => {
		expect(reason([], 'they count')).toBe('order-dependent');
		expect(reason(differing, 'they count')).toBe('order-dependent');
	});

	it('was so because of what is not tracked, if a copy is stale', () => {
		expect(reason(differing, '')).toBe('stale');
	});

	it('was so because of code that it does not run, if code is new or was woken', () => {
		expect(reason([], '')).toBe('polluted');
		expect(reason(differing, '', { isNewCode: true })).toBe('polluted');
	});

	it('replaces the one in the output if it differs, or was to stay and pages affect each other', () => {
		expect([isReplaced(true, false, 'polluted'), isReplaced(false, false, 'stale')]).toEqual([true, true]);
		expect([isReplaced(true, true, 'order-dependent'), isReplaced(false, true, 'stale')]).toEqual([
			false,
			false,
		]);
		expect(isReplaced(false, true, 'order-dependent')).toBe(true);
	});
});
