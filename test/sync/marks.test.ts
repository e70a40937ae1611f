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
const day = 24 * 60 * 60_000;

const read = (cvs: (number | null)[], more: { rested?: boolean; began?: number; now?: number } = {}) => ({
	...{ cvs: new Set(cvs), rested: true, began: 2000, now: 2000 },
	...more,
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
	const take = (
		marks: Marks | undefined,
		version: number,
		served: number | null,
		now = 2000,
		whole = false,
	) => mayTake(marks, space(version), { served, whole, now });

	it('is accepted if it is newer, and never if it is older', () => {
		expect(take(settled, 130, 101)).toBe(true);
		expect(take(settled, 130, 99)).toBe(false);
		expect(take(undefined, 130, 99)).toBe(true);
		expect(take(settled, 130, null)).toBe(true);
	});

	it('is not read twice while a build waits for the edge', () => {
		expect(take(waiting, 120, 100)).toBe(false);
		expect(take({ ...waiting, lag: { since: 1000, whole: false } }, 120, 100)).toBe(true);
	});

	it('is accepted whatever its age after a wait of 24 hours', () => {
		expect(take(waiting, 120, 99, 1000 + day - 1)).toBe(false);
		expect(take(waiting, 120, 99, 1000 + day)).toBe(true);
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
		expect(marksAfter(undefined, space(120), read([100], { rested: false })).lag?.whole).toBe(false);
	});

	it('are settled once the edge has moved on', () => {
		expect(marksAfter(waiting, space(120), read([110]))).toEqual({ cv: 110, spaceVersion: 120, lag: null });
	});

	it('keep the start of a wait, and end the wait after 24 hours', () => {
		expect(marksAfter(waiting, space(120), read([100])).lag).toEqual({ since: 1000, whole: true });
		const late = { began: 1000 + day, now: 1000 + day };
		expect(marksAfter(waiting, space(120), read([100], late)).lag).toBeNull();
	});

	it('start a new wait with a new version', () => {
		expect(marksWaiting(waiting, space(130), 5000)).toEqual({
			...{ cv: 100, spaceVersion: 130 },
			lag: { since: 5000, whole: true },
		});
		expect(marksWaiting(settled, space(120), 5000)).toBe(settled);
	});

	it('do not wait longer because a clock was ahead', () => {
		const ahead: Marks = { ...waiting, lag: { since: 9_999_999, whole: true } };
		expect(marksWaiting(ahead, space(120), 5000).lag?.since).toBe(5000);
	});

	it('equal the hash of a folder, with nothing to wait for', () => {
		expect(marksAfter(settled, space(7, true), read([null]))).toEqual({ cv: 7, spaceVersion: 7, lag: null });
	});
});
