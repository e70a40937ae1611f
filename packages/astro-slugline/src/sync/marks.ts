import type { CurrentSpace } from '../wire/index.js';
import type { Head } from './kept/head.js';

/**
 * What a state is of. The edge serves snapshots, each named by its `cv`; the space has a version of its own, which grows with each
 * publish. They are different units (a token with a Minimum Cache TTL gets its `cv` in steps of that length), so each is only
 * compared with itself, save for one thing: where both are the same number, the snapshot is that of the version.
 */
export type Marks = Pick<Head, 'cv' | 'spaceVersion' | 'lag'>;

/** How long after a new version builds go on asking whether the edge serves it, in milliseconds. */
const longestLagMs = 24 * 60 * 60_000;

/** A version that is a hash of the content, as the embedded space has it, says nothing by being higher or lower. */
export const isOrdered = (space: CurrentSpace): boolean => space.version_is_hash !== true;

/** The space, with the highest version that was seen of it: an edge location may answer with one of before. */
export function latestOf(space: CurrentSpace, seen: number | null | undefined): CurrentSpace {
	if (!isOrdered(space) || seen === null || seen === undefined || seen <= space.version) return space;
	return { ...space, version: seen };
}

/** True if the state is known to have all that the space had at this version. */
export const isSettled = ({ spaceVersion, lag }: Marks, { version }: CurrentSpace): boolean =>
	lag === null && spaceVersion === version;

/** True if the edge has had its time to serve the version that is waited for. */
const isOver = ({ lag, spaceVersion }: Marks, { version }: CurrentSpace, now: number): boolean =>
	lag !== null && spaceVersion === version && now - lag.since >= longestLagMs;

/**
 * Whether a snapshot may take the place of what is kept: a build is never older than the one before it. Content of the same
 * snapshot is not taken twice while the edge is waited for, since each of its addresses may be of another moment.
 *
 * @param served the `cv` that the edge serves now; null where it names none
 * @param whole everything is listed, or other languages are asked for than before
 */
export function mayTake(
	marks: Marks | undefined,
	space: CurrentSpace,
	{ served, whole, now }: { served: number | null; whole: boolean; now: number },
): boolean {
	if (!marks || marks.cv === null || served === null || !isOrdered(space)) return true;
	if (isOver(marks, space, now)) return true;
	if (served !== marks.cv) return served > marks.cv;
	// A snapshot of the very version does not change.
	if (whole || served === space.version) return true;
	return marks.lag === null ? marks.spaceVersion === space.version : !marks.lag.whole;
}

/** What a sync has read. */
export interface Served {
	/** The snapshots that its last round was answered from. */
	cvs: ReadonlySet<number | null>;
	/** False if the space moved on under the last round, so that it may be of several moments. */
	rested: boolean;
	/** When the sync began, and when it ends. */
	began: number;
	now: number;
}

/** The marks of content that was just read. */
export function marksAfter(before: Marks | undefined, space: CurrentSpace, read: Served): Marks {
	const cvs = [...read.cvs].filter((cv) => cv !== null);
	const [lowest, highest] = [Math.min(...cvs), Math.max(...cvs)];
	const spaceVersion = space.version;
	if (!isOrdered(space)) return { cv: spaceVersion, spaceVersion, lag: null };
	const known = before?.spaceVersion === spaceVersion ? before : undefined;
	if (cvs.length === 0) return known ?? { cv: null, spaceVersion, lag: null };
	const whole = read.rested && lowest === highest;
	const settled =
		(whole && highest === spaceVersion) ||
		(known !== undefined && whole && (known.lag === null || lowest > (known.cv ?? 0))) ||
		(known !== undefined && isOver(known, space, read.began));
	const cv = before?.cv && !settled ? Math.max(before.cv, highest) : highest;
	return { cv, spaceVersion, lag: settled ? null : { since: sinceOf(known, read.now), whole } };
}

/** The marks of a kept state whose space has a version that the edge does not serve yet. */
export function marksWaiting(before: Marks, space: CurrentSpace, now: number): Marks {
	if (isSettled(before, space)) return before;
	const known = before.spaceVersion === space.version ? before : undefined;
	return {
		cv: before.cv,
		spaceVersion: space.version,
		lag: { since: sinceOf(known, now), whole: before.lag?.whole ?? true },
	};
}

/** A clock that was ahead must not prolong the wait. */
const sinceOf = (known: Marks | undefined, now: number) => Math.min(known?.lag?.since ?? now, now);

/** The sentence for a state that waits for the edge; undefined if it does not. */
export function lagNotice({ cv, spaceVersion, lag }: Marks): string | undefined {
	if (lag === null) return undefined;
	return (
		`The edge serves the snapshot cv ${cv}, and the space is at version ${spaceVersion}: the latest changes may not be in it yet, ` +
		'as with a token that has a Minimum Cache TTL. The next builds ask again until the cv moves, for at most 24 hours.'
	);
}
