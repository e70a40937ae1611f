import { hasRetryable } from '../delta/stale-rows.js';
import { type RoundsInput, readAgain, readStale, type SpaceRead, snapshotsOf } from '../rounds.js';
import { isOrdered, latestOf } from './checkpoint.js';

/** Maximum number of times that a sync follows a space that moves on. After that it ends, and the next sync continues. */
const maxMoves = 3;

/** Reads until the space has not moved on during the last round and everything matches, or the space has moved too often. */
export function readUntilStable(input: RoundsInput, read: SpaceRead): Promise<SpaceRead> {
	if (input.settings.version === 'draft') return draftsUntilStable(input, read);
	// The stories were requested after the links, every response is of exactly this version, and no content is older than its link,
	// so the space has not moved.
	const isProven =
		read.order === 'links-first' &&
		[...read.cvs].every((cv) => cv === read.space.version) &&
		!hasRetryable(read.staleRows);
	return isProven ? Promise.resolve(read) : publishedUntilStable(input, read);
}

async function publishedUntilStable(input: RoundsInput, first: SpaceRead): Promise<SpaceRead> {
	let read = first;
	let moves = 0;
	let wasRepeated = false;
	for (;;) {
		const snapshots = snapshotsOf(read);
		const isMixed = snapshots.length > 1;
		const latest = latestOf(await input.fetcher.space(), read.space.version);
		if (latest.version !== read.space.version) {
			if (moves === maxMoves) return { ...read, wasStable: false };
			moves += 1;
			wasRepeated = false;
			// The content of the same snapshot has been read already.
			const isNew = (served: number | null) =>
				served === null || isMixed || served !== Math.max(...snapshots);
			read = await readAgain(input, { ...read, space: latest }, isOrdered(latest) ? isNew : undefined);
			continue;
		}
		// The version may lag behind. Responses from two snapshots prove that the space has moved.
		if (wasRepeated || !(isMixed || hasRetryable(read.staleRows))) return { ...read, wasStable: !isMixed };
		wasRepeated = true;
		read = await (isMixed ? readAgain(input, read) : readStale(input, read));
	}
}

/** Drafts have no version: stories newer than their links prove that the space has moved. */
async function draftsUntilStable(input: RoundsInput, first: SpaceRead): Promise<SpaceRead> {
	let read = first;
	for (let moves = 0; read.hasNewer; moves += 1) {
		if (moves === maxMoves) return { ...read, wasStable: false };
		read = await readAgain(input, read);
	}
	return hasRetryable(read.staleRows) ? readStale(input, read) : read;
}
