import { changesBetween } from '../delta/summary.js';
import { defaultLang } from '../model/space-index.js';
import type { SyncError } from '../model/sync-error.js';
import {
	readAgain,
	readStale,
	refetchOrphans,
	type SpaceRead,
	type SyncRun,
	shownStories,
} from '../rounds.js';
import {
	emptied,
	linksDiffer,
	linksWithoutStories,
	removalNotice,
	storiesWithoutLinks,
	withoutStories,
} from './errors.js';
import { isConsistentRead } from './snapshots.js';

/**
 * Checks that links, stories, and their totals agree. If they do not, or if most of the site would be removed, they are requested
 * again.
 *
 * @returns `'partial'` if they still disagree and the edge may be the cause, because its addresses may have different snapshots
 * @throws {SyncError} if they still disagree otherwise: half a response must not empty the site
 */
export async function checkConsistency(run: SyncRun, read: SpaceRead): Promise<SpaceRead | 'partial'> {
	const first = await findInconsistency(run, read);
	if (!first.error) return checkRemovals(run, first.read);
	const second = await findInconsistency(run, await readTwice(run, first.read));
	if (!second.error) return checkRemovals(run, second.read);
	if (run.checkpoint && !isConsistentRead(run, second.read)) return 'partial';
	throw second.error;
}

/**
 * Checks that no list empties the site, of a space whose versions have no order, such as a folder.
 *
 * @throws {SyncError} if it does
 */
export async function checkEmptied(run: SyncRun, read: SpaceRead): Promise<SpaceRead> {
	if (run.mayEmpty || shownStories(read).length > 0) return read;
	const { stories } = await run.fetcher.probe();
	if (stories) throw storiesWithoutLinks(stories, []);
	return checkRemovals(run, read);
}

async function checkRemovals(run: SyncRun, first: SpaceRead): Promise<SpaceRead> {
	if (!mostRemoved(run, first)) return first;
	const read = await readTwice(run, first);
	const removal = mostRemoved(run, read);
	if (!removal) return read;
	const [before, now] = [shownStories(first).length, shownStories(read).length];
	if (before !== now) throw linksDiffer(before, now);
	const { stories } = await run.fetcher.probe();
	const inDefault = [...read.index.values()].filter(({ rows }) => rows.has(defaultLang)).length;
	if (stories !== null && stories > inDefault) throw storiesWithoutLinks(stories - inDefault, []);
	if (now === 0 && !run.mayEmpty) throw emptied(removal.all);
	run.settings.onNotice(removalNotice(removal));
	return read;
}

function mostRemoved({ cachedIndex = new Map() }: SyncRun, { index }: SpaceRead) {
	const { removed, moved, changed, unchanged } = changesBetween(cachedIndex, index).counts;
	const all = removed + moved + changed + unchanged;
	return removed * 2 > all ? { removed, all } : undefined;
}

const readTwice = async (run: SyncRun, first: SpaceRead) => readStale(run, await readAgain(run, first));

/** How links and stories contradict each other, if they do, with what was read to find out. */
async function findInconsistency(
	run: SyncRun,
	read: SpaceRead,
): Promise<{ error: SyncError | undefined; read: SpaceRead }> {
	const { index, languages, langsOf, staleRows } = read;
	const isConsistent = isConsistentRead(run, read);
	const noStories = withoutStories(index, [defaultLang, ...languages], langsOf);
	const isEmpty = [...index.values()].every(({ rows }) => rows.size === 0);
	if (noStories && (isConsistent || isEmpty)) return { error: noStories, read };
	const lost = staleRows.filter(
		({ uuid, lang }) => index.get(uuid)?.absent.has(lang) && run.cachedIndex?.get(uuid)?.rows.has(lang),
	);
	if (isConsistent && lost.length > 0) return { error: linksWithoutStories(lost.length), read };
	if (shownStories(read).length === 0) {
		const { cv, stories } = await run.fetcher.probe();
		const error = stories === 0 ? undefined : storiesWithoutLinks(stories ?? 1, []);
		// No story names the snapshot, so that of this response is the one for the checkpoint.
		return { error, read: { ...read, cvs: new Set([...read.cvs, cv]) } };
	}
	if (!isConsistent) return { error: undefined, read };
	const orphans = await refetchOrphans(run, read);
	const { length } = orphans.slugs;
	return { error: length > 0 ? storiesWithoutLinks(length, orphans.slugs) : undefined, read: orphans.read };
}
