import type { CurrentSpace } from '../../wire/index.js';
import type { Checkpoint } from '../cache/head.js';

export const noCheckpoint: Checkpoint = { cv: null, spaceVersion: null, lag: null };

/** Milliseconds after a new version during which builds check whether the edge serves it. */
const longestLagMs = 24 * 60 * 60_000;

/** False for a version that is a hash of the content, as in the embedded space: such versions have no order. */
export const isOrdered = (space: CurrentSpace): boolean => space.version_is_hash !== true;

/** The space with its highest version so far, because an edge location may respond with an older one. */
export function latestOf(space: CurrentSpace, seen: number | null | undefined): CurrentSpace {
	if (!isOrdered(space) || seen === null || seen === undefined || seen <= space.version) return space;
	return { ...space, version: seen };
}

/** True if the state certainly has everything up to this version of the space. */
export const isUpToDate = ({ spaceVersion, lag }: Checkpoint, { version }: CurrentSpace): boolean =>
	lag === null && spaceVersion === version;

/** True if the wait for the edge has ended. */
const isOver = ({ lag, spaceVersion }: Checkpoint, { version }: CurrentSpace, now: number): boolean =>
	lag !== null && spaceVersion === version && now - lag.since >= longestLagMs;

/**
 * True if a snapshot may replace the cached content. A build is never older than the previous one. During a wait for the edge, the
 * same snapshot is not read twice, because each of its addresses may be from a different moment.
 *
 * @param served the current `cv` of the edge; null if it does not name it
 * @param acceptsSameSnapshot true if everything is fetched, or if the requested languages have changed
 */
export function acceptsSnapshot(
	checkpoint: Checkpoint | undefined,
	space: CurrentSpace,
	{ served, acceptsSameSnapshot, now }: { served: number | null; acceptsSameSnapshot: boolean; now: number },
): boolean {
	if (!checkpoint || checkpoint.cv === null || served === null || !isOrdered(space)) return true;
	if (isOver(checkpoint, space, now)) return true;
	if (served !== checkpoint.cv) return served > checkpoint.cv;
	// The snapshot of exactly this version does not change.
	if (acceptsSameSnapshot || served === space.version) return true;
	return checkpoint.lag === null ? checkpoint.spaceVersion === space.version : !checkpoint.lag.isConsistent;
}

/** The responses of a sync. */
interface Responses {
	/** The snapshots of the responses in its last round. */
	cvs: ReadonlySet<number | null>;
	/** False if the space moved on during the last round, so that its content may be from several moments. */
	wasStable: boolean;
	/** When the sync began, in milliseconds since 1970. */
	began: number;
	now: number;
}

/** The checkpoint of newly read content. */
export function nextCheckpoint(
	before: Checkpoint | undefined,
	space: CurrentSpace,
	responses: Responses,
): Checkpoint {
	const cvs = [...responses.cvs].filter((cv) => cv !== null);
	const [lowest, highest] = [Math.min(...cvs), Math.max(...cvs)];
	const spaceVersion = space.version;
	if (!isOrdered(space)) return { cv: spaceVersion, spaceVersion, lag: null };
	const same = before?.spaceVersion === spaceVersion ? before : undefined;
	if (cvs.length === 0) return same ?? { cv: null, spaceVersion, lag: null };
	const isConsistent = responses.wasStable && lowest === highest;
	const hasCaughtUp =
		(isConsistent && highest === spaceVersion) ||
		(same !== undefined && isConsistent && (same.lag === null || lowest > (same.cv ?? 0))) ||
		(same !== undefined && isOver(same, space, responses.began));
	const cv = before?.cv && !hasCaughtUp ? Math.max(before.cv, highest) : highest;
	return {
		cv,
		spaceVersion,
		lag: hasCaughtUp ? null : { since: sinceOf(same, responses.now), isConsistent },
	};
}

/** The checkpoint of a cached state if the edge does not yet serve the space's version. */
export function pendingCheckpoint(before: Checkpoint, space: CurrentSpace, now: number): Checkpoint {
	if (isUpToDate(before, space)) return before;
	const same = before.spaceVersion === space.version ? before : undefined;
	return {
		cv: before.cv,
		spaceVersion: space.version,
		lag: { since: sinceOf(same, now), isConsistent: before.lag?.isConsistent ?? true },
	};
}

/** The start of the wait, limited to now, because a clock that was ahead must not prolong the wait. */
const sinceOf = (same: Checkpoint | undefined, now: number) => Math.min(same?.lag?.since ?? now, now);

/** The notice for a state that waits for the edge; undefined if it does not wait. */
export function lagNotice({ cv, spaceVersion, lag }: Checkpoint): string | undefined {
	if (lag === null) return undefined;
	return (
		`The edge serves the snapshot cv ${cv}, but the space is at version ${spaceVersion}, so the latest changes may not be included yet. ` +
		'A token with a Minimum Cache TTL has this effect. The next builds check again until the cv moves, for at most 24 hours.'
	);
}
