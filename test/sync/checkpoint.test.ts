import type { CurrentSpace } from 'astro-slugline/wire';
import { expect, it } from 'vitest';
import type { Checkpoint } from '../../packages/astro-slugline/src/sync/cache/head.js';
import {
	acceptsSnapshot,
	nextCheckpoint,
} from '../../packages/astro-slugline/src/sync/consistency/checkpoint.js';

const space = (version: number, isHash = false) =>
	({ version, ...(isHash && { version_is_hash: true }) }) as CurrentSpace;

const waiting: Checkpoint = { cv: 100, spaceVersion: 120, lag: { since: 1000, isConsistent: true } };
const after = (before: Checkpoint, now: CurrentSpace, ...cvs: (number | null)[]) =>
	nextCheckpoint(before, now, { cvs: new Set(cvs), wasStable: true, began: 2000, now: 2000 });

it('a snapshot is not read twice while a build waits for the edge', () => {
	const take = (checkpoint: Checkpoint) =>
		acceptsSnapshot(checkpoint, space(120), { served: 100, acceptsSameSnapshot: false, now: 2000 });
	expect(take(waiting)).toBe(false);
	expect(take({ ...waiting, lag: { since: 1000, isConsistent: false } })).toBe(true);
});

it('a wait keeps its start and the highest snapshot', () => {
	expect(after(waiting, space(120), 100)).toEqual(waiting);
	expect(after(waiting, space(130), 90, 95).cv).toBe(100);
});

it('the version of a folder is a hash, with nothing to wait for', () => {
	expect(after(waiting, space(7, true), null)).toEqual({ cv: 7, spaceVersion: 7, lag: null });
});
