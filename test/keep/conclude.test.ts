import { describe, expect, it } from 'vitest';
import { type Conclusions, noConclusions } from '../../packages/astro-keep/src/decide/page-state.js';
import {
	conclude,
	concludeOnce,
	isReplaced,
	needsReplay,
	type ProofFacts,
	reasonOfReplay,
} from '../../packages/astro-keep/src/proof/conclude.js';
import type { Verdict } from '../../packages/astro-keep/src/proof/proof.js';

/** Code of which the previous build has run all. */
const known = { blocks: { page: [] } };
const before: Conclusions = { ...noConclusions, ...known, isChecked: true };

const facts = (more: Partial<ProofFacts> = {}): ProofFacts => ({
	...{
		before,
		isNewCode: false,
		isFirst: more.isNewCode ?? false,
		isAsBefore: false,
		isPartial: true,
		checksAll: false,
		differs: false,
	},
	...{ changed: [], rendered: ['/a'], due: [], ...more },
});

const verdict = (more: Partial<Verdict> = {}): Verdict => ({
	...{ keepsPaths: false, chance: [], order: [], stale: [] },
	...{ readings: [], differsAgain: false, ...known, ...more },
});

const woken = { blocks: { page: [], other: [] } };
const differing = [{ id: '/a', second: 'text' }];

describe('all pages are rendered in order', () => {
	const needs = (first: Partial<Verdict>, more: Partial<ProofFacts> = {}) =>
		needsReplay(verdict(first), facts(more));

	it('if every cached page is checked', () => {
		expect([needs({}), needs({}, { checksAll: true })]).toEqual([false, true]);
	});

	it('if a page came out differently in the build itself, even if it does not in a thread', () => {
		expect(needs({}, { differs: true })).toBe(true);
		expect(needs({}, { differs: true, isPartial: false })).toBe(true);
	});

	it('if content has woken code', () => {
		expect(needs(woken)).toBe(true);
		expect(needs(woken, { isPartial: false })).toBe(true);
	});

	it('not because code is new, which was proved with paths that are listed apart', () => {
		expect(needs(woken, { isNewCode: true, isPartial: false })).toBe(false);
		expect(needs(woken, { isNewCode: true })).toBe(false);
		expect(
			needs({ blocks: { page: [] } }, { isNewCode: true, before: { ...before, blocks: { page: [0, 5] } } }),
		).toBe(true);
	});

	it('not because no build has checked the code yet', () => {
		expect(needs(woken, { isFirst: true, before: noConclusions, isPartial: false })).toBe(false);
	});

	it('if pages that stay may be wrong: others are changed entries, order, stale copies, and counters', () => {
		expect(needs({}, { changed: ['home of pages'] })).toBe(true);
		expect(needs({ order: differing })).toBe(true);
		expect(needs({ stale: differing })).toBe(true);
		expect(needs({ differsAgain: true })).toBe(true);
		expect(needs({ chance: differing, keepsPaths: true })).toBe(false);
	});

	it('not if none stays, because all have been', () => {
		const none = { isPartial: false };
		expect(needs({ order: differing, stale: differing, differsAgain: true }, none)).toBe(false);
		expect(needs({}, { ...none, changed: ['home of pages'] })).toBe(false);
	});
});

describe('the next build', () => {
	const told = (
		more: Partial<ProofFacts> = {},
		{
			first = {},
			again,
			evidence = '',
		}: { first?: Partial<Verdict>; again?: Partial<Verdict>; evidence?: string } = {},
	) =>
		conclude({ first: verdict(first), again: again && verdict(again) }, facts(more), {
			evidence,
			order: 'digest',
		});

	it('knows that the site is checked once all pages are rendered a second time', () => {
		const never = { before: noConclusions, isFirst: true, isAsBefore: true };
		expect(told({ ...never, isPartial: false }).isChecked).toBe(true);
		expect([told(never).isChecked, told(never, { again: {} }).isChecked]).toEqual([false, true]);
		expect([told().isChecked, told({ isNewCode: true }).isChecked]).toEqual([true, true]);
	});

	it('knows nothing but evidence if all pages were rendered once, and no build has checked the code', () => {
		const found = { evidence: 'they change entries', order: 'digest' };
		const first = { before: { ...before, evidence: 'old', keepsPaths: true, woken: ['/a'] }, isFirst: true };
		expect(concludeOnce(first, { ...found, blocks: { other: [] } })).toEqual({ ...noConclusions, ...found });
	});

	it('knows what it knew, and the code that has run, if pages came out the same in the build itself', () => {
		const old = { ...before, evidence: 'old', keepsPaths: true, woken: ['/a'], blocks: { page: [0, 5] } };
		const once = (blocks: Conclusions['blocks'], evidence = '') =>
			concludeOnce({ before: old, isFirst: false }, { blocks, evidence, order: 'digest' });
		expect(once({ page: [0, 9] })).toEqual({ ...old, order: 'digest' });
		expect(once({}, 'new')).toMatchObject({ evidence: 'new', isChecked: true, blocks: old.blocks });
	});

	it('checks the site again if content has woken code in a build of all pages', () => {
		const old = { ...before, evidence: 'old' };
		const found = { evidence: '', order: 'digest', blocks: { other: [] } };
		expect(concludeOnce({ before: old, isFirst: false }, found)).toEqual({
			...{ ...noConclusions, evidence: 'old', order: 'digest' },
		});
	});

	it('knows the pages that a change of content has rendered while the site was checked, which may have woken code', () => {
		const check = { isFirst: true, isPartial: false, due: ['/a'] };
		expect(told(check).woken).toEqual(['/a']);
		expect(told({ ...check, isNewCode: true }).woken).toEqual([]);
		expect(told({ due: ['/a'] }).woken).toEqual([]);
	});

	it('knows the order of the pages', () => {
		expect(told().order).toBe('digest');
	});

	it('knows the evidence that this build has found', () => {
		expect(told({}, { evidence: 'new' }).evidence).toBe('new');
		expect(told({ before: { ...before, evidence: 'old' } }, { evidence: 'new' }).evidence).toBe('new');
	});

	it('knows earlier evidence until all pages are rendered twice without any', () => {
		const old = { before: { ...before, evidence: 'old' } };
		expect(told(old).evidence).toBe('old');
		expect(told(old, { again: {} }).evidence).toBe('');
		expect(told({ ...old, isPartial: false }).evidence).toBe('');
		expect(told({ ...old, isPartial: false, isAsBefore: true }).evidence).toBe('old');
	});

	it('knows that pages show what getStaticPaths leaves', () => {
		expect(told({}, { first: { keepsPaths: true } }).keepsPaths).toBe(true);
		expect(told({}, { first: { keepsPaths: true }, again: {} }).keepsPaths).toBe(false);
		expect(told({}, { again: { keepsPaths: true } }).keepsPaths).toBe(true);
	});

	it('knows so from earlier builds until paths are listed apart without it', () => {
		const old = { before: { ...before, keepsPaths: true } };
		expect(told(old).keepsPaths).toBe(true);
		expect(told({ ...old, isPartial: false }).keepsPaths).toBe(true);
		expect(told({ ...old, isNewCode: true }).keepsPaths).toBe(true);
		expect(told({ ...old, isNewCode: true, isPartial: false }).keepsPaths).toBe(false);
		expect(told(old, { again: {} }).keepsPaths).toBe(false);
	});

	it('knows the code that has run in this build or before', () => {
		expect(told({}, { first: { blocks: { other: [] } } }).blocks).toEqual({ page: [], other: [] });
		expect(told({}, { first: { blocks: { one: [] } }, again: { blocks: { two: [] } } }).blocks).toEqual({
			one: [],
			two: [],
		});
		const whole = { isPartial: false };
		expect(told(whole, { first: { blocks: { other: [] } } }).blocks).toEqual({ other: [] });
		expect(told({ ...whole, isAsBefore: true }, { first: { blocks: { other: [] } } }).blocks).toEqual({
			page: [],
			other: [],
		});
	});

	it('knows the pages whose content has woken code', () => {
		const old = { before: { ...before, woken: ['/old', '/a'] } };
		expect(told(old).woken).toEqual(['/old', '/a']);
		expect(told(old, { first: woken }).woken).toEqual(['/old', '/a']);
		expect(told({}, { first: woken }).woken).toEqual(['/a']);
		expect(told({}, { first: woken, again: {} }).woken).toEqual(['/a']);
		expect(told({ isPartial: false }, { first: woken }).woken).toEqual([]);
		expect(told({ isNewCode: true }, { first: woken }).woken).toEqual([]);
	});
});

describe('a page that was rendered after all', () => {
	const reason = (stale: Verdict['stale'], evidence: string, more: Partial<ProofFacts> = {}) =>
		reasonOfReplay(verdict({ stale }), evidence, facts(more));

	it('was so because pages affect each other, if there is evidence', () => {
		expect(reason([], 'they count')).toBe('together');
		expect(reason(differing, 'they count', { checksAll: true })).toBe('together');
	});

	it('was so because of what is not tracked, if a copy is stale or all are checked', () => {
		expect(reason(differing, '')).toBe('untracked');
		expect(reason([], '', { checksAll: true })).toBe('untracked');
	});

	it('was so because of code that it does not run, if code is new or was woken', () => {
		expect(reason([], '')).toBe('elsewhere');
		expect(reason(differing, '', { isNewCode: true, checksAll: true })).toBe('elsewhere');
	});

	it('replaces the one in the output if it differs, or was to stay and pages affect each other', () => {
		expect([isReplaced(true, false, 'elsewhere'), isReplaced(false, false, 'untracked')]).toEqual([
			true,
			true,
		]);
		expect([isReplaced(true, true, 'together'), isReplaced(false, true, 'untracked')]).toEqual([
			false,
			false,
		]);
		expect(isReplaced(false, true, 'together')).toBe(true);
	});
});
