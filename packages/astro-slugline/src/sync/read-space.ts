import type { CurrentSpace } from '../wire/index.js';
import { checkConsistency, checkEmptied } from './consistency/check-consistency.js';
import { isOrdered } from './consistency/checkpoint.js';
import { readUntilStable } from './consistency/read-until-stable.js';
import { accepts, hasOlderPage } from './consistency/snapshots.js';
import {
	nothingRead,
	readChanges,
	readEverything,
	type SpaceRead,
	type SyncRun,
	snapshotsOf,
} from './rounds.js';

/** What a sync ends with: content to commit, or, while the edge is behind, only the version of the space to wait for. */
export interface SpaceResult {
	outcome: 'content' | 'edge-behind';
	read: SpaceRead;
}

/**
 * Reads a space, step by step. Each step takes what was read so far, and returns a new value.
 *
 * @throws errors of the client
 * @throws {SyncError} if the API's responses contradict each other
 */
export async function readSpace(run: SyncRun, space: CurrentSpace): Promise<SpaceResult> {
	const nothing = nothingRead(run, space);
	const mayRead = (served: number | null) => accepts(run, space, served);

	// Fetch the links, compute the delta, fetch its stories, and merge them into the next index.
	const first = await (run.baseIndex ? readChanges : readEverything)(run, nothing, mayRead);
	if (first === 'rejected') return edgeBehind(nothing);

	// Repeat that until the space has not moved on meanwhile.
	const stable = await readUntilStable(run, first);
	if (hasOlderPage(run, stable)) return edgeBehind(stable);

	// Check that links, stories, and totals agree, and that they do not empty the site.
	const checked = await (isOrdered(stable.space) ? checkConsistency : checkEmptied)(run, stable);
	if (checked === 'partial') return edgeBehind(stable);

	// Find out which snapshot it is, for the checkpoint.
	const read = await nameSnapshot(run, checked);
	return hasOlderPage(run, read) ? edgeBehind(read) : { outcome: 'content', read };
}

const edgeBehind = (read: SpaceRead): SpaceResult => ({ outcome: 'edge-behind', read });

/** Asks the edge for its snapshot, if no response named one, and it is needed to know how recent the content is. */
async function nameSnapshot(run: SyncRun, read: SpaceRead): Promise<SpaceRead> {
	const { settings, checkpoint, baseIndex, fetcher } = run;
	const hasMoved = checkpoint?.spaceVersion !== read.space.version || checkpoint.lag !== null;
	const isNeeded = baseIndex ? hasMoved : read.fetched.size > 0;
	const isNamed = settings.version === 'draft' || !isOrdered(read.space) || snapshotsOf(read).length > 0;
	if (isNamed || !isNeeded) return read;
	return { ...read, cvs: new Set([...read.cvs, (await fetcher.probe()).cv]) };
}
