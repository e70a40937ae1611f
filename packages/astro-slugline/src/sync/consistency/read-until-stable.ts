import { hasRetryable } from '../delta/stale-rows.js';
import { readAgain, readStale, type SpaceRead, type SyncRun, snapshotsOf } from '../rounds.js';
import { isOrdered, latestOf } from './checkpoint.js';

/** Maximum number of times that a sync follows a space that moves on. After that it ends, and the next sync continues. */
const maxMoves = 3;

/** Reads until the space has not moved on during the last round and everything matches, or the space has moved too often. */
export function readUntilStable(run: SyncRun, read: SpaceRead): Promise<SpaceRead> {
	if (run.settings.version === 'draft') return draftsUntilStable(run, read);
	// The stories were requested after the links, every response is of exactly this version, and no content is older than its link,
	// so the space has not moved.
	const isProven =
		read.order === 'links-first' &&
		[...read.cvs].every((cv) => cv === read.space.version) &&
		!hasRetryable(read.staleRows);
	return isProven ? Promise.resolve(read) : publishedUntilStable(run, read);
}

async function publishedUntilStable(run: SyncRun, first: SpaceRead): Promise<SpaceRead> {
	let read = first;
	let moves = 0;
	let wasRepeated = false;
	for (;;) {
		const snapshots = snapshotsOf(read);
		const isMixed = snapshots.length > 1;
		const latest = latestOf(await run.fetcher.space(), read.space.version);
		if (latest.version !== read.space.version) {
			if (moves === maxMoves) return { ...read, wasStable: false };
			moves += 1;
			wasRepeated = false;
			// The content of the same snapshot has been read already.
			const isNew = (served: number | null) =>
				served === null || isMixed || served !== Math.max(...snapshots);
			read = await readAgain(run, { ...read, space: latest }, isOrdered(latest) ? isNew : undefined);
			continue;
		}
		// The version may lag behind. Responses from two snapshots prove that the space has moved.
		if (wasRepeated || !(isMixed || hasRetryable(read.staleRows))) return { ...read, wasStable: !isMixed };
		wasRepeated = true;
		read = await (isMixed ? readAgain(run, read) : readStale(run, read));
	}
}

/** Drafts have no version: stories newer than their links prove that the space has moved. */
async function draftsUntilStable(run: SyncRun, first: SpaceRead): Promise<SpaceRead> {
	let read = first;
	for (let moves = 0; read.hasNewer; moves += 1) {
		if (moves === maxMoves) return { ...read, wasStable: false };
		read = await readAgain(run, read);
	}
	return readStale(run, read);
}
