import type { CurrentSpace } from '../../wire/index.js';
import { type SpaceRead, type SyncRun, snapshotsOf } from '../rounds.js';
import { acceptsSnapshot, isOrdered, nextCheckpoint } from './checkpoint.js';

/** True if content of this snapshot may replace the cached content. */
export const accepts = (
	run: SyncRun,
	space: CurrentSpace,
	served: number | null,
	acceptsSameSnapshot = run.acceptsSameSnapshot,
) =>
	run.settings.version === 'draft' ||
	acceptsSnapshot(run.checkpoint, space, { served, acceptsSameSnapshot, now: run.began });

/** True if a page is from an older snapshot than the cached content. A single one would revert a part of the site. */
export const hasOlderPage = (run: SyncRun, read: SpaceRead): boolean =>
	isOrdered(read.space) && snapshotsOf(read).some((cv) => !accepts(run, read.space, cv, true));

/** True if links and stories are certainly from the same moment. */
export function isConsistentRead({ settings, checkpoint, began }: SyncRun, read: SpaceRead): boolean {
	// An expired wait does not show that the edge caught up.
	const responses = { cvs: read.cvs, wasStable: read.wasStable, began: 0, now: began };
	return settings.version === 'draft' || nextCheckpoint(checkpoint, read.space, responses).lag === null;
}
