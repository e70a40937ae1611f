import type { CurrentSpace } from 'astro-slugline/wire';
import { expect, it } from 'vitest';
import {
	type Marks,
	marksAfter,
	mayTake,
} from '../../packages/astro-slugline/src/sync/consistency/checkpoint.js';

const space = (version: number, isHash = false) =>
	({ version, ...(isHash && { version_is_hash: true }) }) as CurrentSpace;

const waiting: Marks = { cv: 100, spaceVersion: 120, lag: { since: 1000, whole: true } };
const after = (before: Marks, now: CurrentSpace, ...cvs: (number | null)[]) =>
	marksAfter(before, now, { cvs: new Set(cvs), rested: true, began: 2000, now: 2000 });

it('a snapshot is not read twice while a build waits for the edge', () => {
	const take = (marks: Marks) => mayTake(marks, space(120), { served: 100, whole: false, now: 2000 });
	expect(take(waiting)).toBe(false);
	expect(take({ ...waiting, lag: { since: 1000, whole: false } })).toBe(true);
});

it('a wait keeps its start and the highest snapshot', () => {
	expect(after(waiting, space(120), 100)).toEqual(waiting);
	expect(after(waiting, space(130), 90, 95).cv).toBe(100);
});

it('the version of a folder is a hash, with nothing to wait for', () => {
	expect(after(waiting, space(7, true), null)).toEqual({ cv: 7, spaceVersion: 7, lag: null });
});
