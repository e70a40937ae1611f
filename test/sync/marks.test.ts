import type { CurrentSpace } from 'astro-slugline/wire';
import { describe, expect, it } from 'vitest';
import {
	isSettled,
	latestOf,
	type Marks,
	marksAfter,
	marksWaiting,
	mayTake,
} from '../../packages/astro-slugline/src/sync/state/marks.js';

const space = (version: number, isHash = false) =>
	({ version, ...(isHash && { version_is_hash: true }) }) as CurrentSpace;

const settled: Marks = { cv: 100, spaceVersion: 120, lag: null };
const waiting: Marks = { cv: 100, spaceVersion: 120, lag: { since: 1000, whole: true } };
const read = (cvs: (number | null)[], rested = true) => ({
	cvs: new Set(cvs),
	rested,
	began: 2000,
	now: 2000,
});

describe('the version of the space', () => {
	it('never goes back, unless it is a hash', () => {
		expect(latestOf(space(110), 120).version).toBe(120);
		expect(latestOf(space(130), 120).version).toBe(130);
		expect(latestOf(space(110), null).version).toBe(110);
		expect(latestOf(space(110, true), 120).version).toBe(110);
	});
});

describe('a snapshot', () => {
	const take = (marks: Marks | undefined, served: number | null) =>
		mayTake(marks, space(120), { served, whole: false, now: 2000 });

	it('is accepted if there is nothing to compare it with', () => {
		expect(take(undefined, 99)).toBe(true);
		expect(take(settled, null)).toBe(true);
	});

	it('is not read twice while a build waits for the edge', () => {
		expect(take(waiting, 100)).toBe(false);
		expect(take({ ...waiting, lag: { since: 1000, whole: false } }, 100)).toBe(true);
	});
});

describe('the marks after a sync', () => {
	it('are settled if the snapshot matches the version', () => {
		const marks = marksAfter(undefined, space(120), read([120]));
		expect(marks).toEqual({ cv: 120, spaceVersion: 120, lag: null });
		expect(isSettled(marks, space(120))).toBe(true);
		expect(isSettled(marks, space(121))).toBe(false);
	});

	it('wait for an edge that lags or answered from two snapshots', () => {
		expect(marksAfter(undefined, space(120), read([100])).lag).toEqual({ since: 2000, whole: true });
		expect(marksAfter(undefined, space(120), read([100, 120])).lag).toEqual({ since: 2000, whole: false });
		expect(marksAfter(undefined, space(120), read([100], false)).lag?.whole).toBe(false);
	});

	it('keep the start of a wait, and the highest snapshot', () => {
		expect(marksAfter(waiting, space(120), read([100]))).toEqual(waiting);
		expect(marksAfter(waiting, space(130), read([90, 95])).cv).toBe(100);
	});

	it('start a new wait with a new version', () => {
		expect(marksWaiting(waiting, space(130), 5000)).toEqual({
			...{ cv: 100, spaceVersion: 130 },
			lag: { since: 5000, whole: true },
		});
		expect(marksWaiting(settled, space(120), 5000)).toBe(settled);
	});

	it('equal the hash of a folder, with nothing to wait for', () => {
		expect(marksAfter(settled, space(7, true), read([null]))).toEqual({ cv: 7, spaceVersion: 7, lag: null });
	});
});
