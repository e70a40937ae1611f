import type { SpaceIndex } from '../model/space-index.js';
import { type RoundsInput, type SpaceRead, snapshotsOf } from '../rounds.js';
import { acceptsSnapshot, type Checkpoint, isOrdered, nextCheckpoint } from './checkpoint.js';

/** What one sync works with. It does not change while the sync runs. */
export interface SyncRun extends RoundsInput {
	/** The cached index, to detect that most of it would be removed; undefined if that cannot be compared. */
	cachedIndex: SpaceIndex | undefined;
	/** The checkpoint of the cached state; undefined if there is none, or if its content cannot be read. */
	checkpoint: Checkpoint | undefined;
	/** True if the requested languages differ from those of the base index. */
	hasOtherLanguages: boolean;
	/** When the sync began, in milliseconds since 1970. A wait for the edge ends only for content that was requested after its end. */
	began: number;
}

/** True if content of this snapshot may replace the cached content. */
export const accepts = (run: SyncRun, { space }: SpaceRead, served: number | null, isComplete: boolean) =>
	run.settings.version === 'draft' ||
	acceptsSnapshot(run.checkpoint, space, { served, isComplete, now: run.began });

/** True if a page is from an older snapshot than the cached content. A single one would revert a part of the site. */
export const hasOlderPage = (run: SyncRun, read: SpaceRead): boolean =>
	isOrdered(read.space) && snapshotsOf(read).some((cv) => !accepts(run, read, cv, true));

/** True if links and stories are certainly from the same moment. */
export function isConsistentRead({ settings, checkpoint, began }: SyncRun, read: SpaceRead): boolean {
	// The end of a wait for the edge proves nothing.
	const responses = { cvs: read.cvs, wasStable: read.wasStable, began: 0, now: began };
	return settings.version === 'draft' || nextCheckpoint(checkpoint, read.space, responses).lag === null;
}
