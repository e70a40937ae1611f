import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { AskAgain } from '../shared/api/ask-again.js';
import type { CurrentSpace, Link } from '../wire/index.js';
import { compact, createChunkWriter } from './cache/chunks.js';
import { type Checkpoint, fieldsOf } from './cache/head.js';
import type { CachedState, NewState, StateCache } from './cache/state-cache.js';
import type { TextStore } from './cache/text-store.js';
import { lagNotice, nextCheckpoint, noCheckpoint, pendingCheckpoint } from './consistency/checkpoint.js';
import { markStale, staleGroups } from './delta/stale-rows.js';
import { type Counts, changesBetween } from './delta/summary.js';
import { SpaceFetcher } from './fetch/space-fetcher.js';
import type { Settings } from './model/options.js';
import { defaultLang, type SpaceIndex } from './model/space-index.js';
import type { SyncSummary } from './model/synced-space.js';
import type { ChangesSince } from './read/filters.js';
import { readSpace } from './read-space.js';
import { momentOf, type SpaceRead, type SyncRun } from './rounds.js';

/** A sync with its storage. */
export interface Opened {
	settings: Settings;
	store: TextStore;
	cache: StateCache;
}

interface RefreshInput extends Opened {
	space: CurrentSpace;
	/** The cached state, to report what changed. */
	state: CachedState | undefined;
	/** The cached state that the delta starts from; undefined to fetch everything. */
	base: CachedState | undefined;
	refetch: AskAgain | undefined;
	/** True if the space may have become empty. */
	mayEmpty: boolean;
	/** The checkpoint of the cached state; undefined if its content cannot be read. */
	checkpoint: Checkpoint | undefined;
}

/** The committed state, and how this sync reached it. */
export interface Result {
	state: CachedState;
	kind: SyncSummary['kind'];
	/** What changed since the previous state; undefined if nothing was read. */
	counts?: Counts;
	changes?: ChangesSince | undefined;
}

/**
 * Fetches what has changed, or everything, and commits it. A sync that fails or is killed before the commit leaves the cached state
 * unchanged, and the next one starts from that.
 */
export async function refresh(input: RefreshInput): Promise<Result> {
	const { settings, cache, store, space, state, base, refetch, mayEmpty, checkpoint } = input;
	const { requestedLanguages, now, onNotice, explain, onGone } = settings;
	const began = now();
	const lease = await cache.begin();
	const hasLanguages = (one: CachedState | undefined) =>
		same(one?.head.requestedLanguages, requestedLanguages);
	try {
		const run: SyncRun = {
			...{ settings, began, checkpoint, mayEmpty },
			fetcher: new SpaceFetcher(settings),
			writer: createChunkWriter(store),
			baseIndex: base?.index(),
			// A change of the languages removes rows on purpose.
			cachedIndex: hasLanguages(state) ? state?.index() : undefined,
			acceptsSameSnapshot: !hasLanguages(base),
			isRequested: isIn(refetch),
		};
		const { outcome, read } = await readSpace(run, space);
		await run.writer.flush();
		const isBehind = outcome === 'edge-behind';
		if (isBehind && !state) throw new Error('Only a cached state can wait for the edge.');
		const next =
			isBehind && state ? waitingState(state, read, now()) : await newState(run, read, store, base);
		const notice = lagNotice(next);
		if (notice) onNotice(notice);
		const before: SpaceIndex = state?.index() ?? new Map();
		const isIdle = state && isSame(before, next.index) && same(fieldsOf(next), fieldsOf(state.head));
		const { counts, touched } = changesBetween(before, next.index);
		const tell = counts.added > 0 ? onGone : explain;
		// A story with a new uuid is still where it was.
		const slugs = new Set([...next.index.values()].map(({ link }) => link.slug));
		for (const [uuid, { link, rows }] of before)
			if (rows.size > 0 && !next.index.has(uuid) && !slugs.has(link.slug))
				tell(`${trimSlashes(link.slug)}: it is gone. Its uuid was ${uuid}.`);
		return {
			state: isIdle ? state : await lease.commit(next, state),
			kind: isBehind ? 'unchanged' : base ? 'delta' : 'full',
			counts,
			changes: state && { stamp: state.head.stamp, touched },
		};
	} finally {
		await lease.end();
	}
}

/** The cached content, which waits for the edge to serve the space's version. */
const waitingState = ({ head, index }: CachedState, { space }: SpaceRead, now: number): NewState => ({
	...fieldsOf({ ...head, ...pendingCheckpoint(head, space, now) }),
	index: index(),
});

/** What was read, with marks on the rows that the next sync fetches again. Warns about rows without content. */
async function newState(
	{ settings, writer, checkpoint: before, began }: SyncRun,
	read: SpaceRead,
	store: TextStore,
	base: CachedState | undefined,
): Promise<NewState> {
	const { version, requestedLanguages, now, onNotice } = settings;
	const { space, index, fetched, staleRows, cvs, wasStable } = read;
	const responses = { cvs, wasStable, began, now: now() };
	const checkpoint = version === 'draft' ? noCheckpoint : nextCheckpoint(before, space, responses);
	const missing = staleRows.flatMap(({ uuid, lang }) => {
		const record = index.get(uuid);
		return record?.absent.has(lang) ? [{ link: record.link, lang }] : [];
	});
	if (missing.length > 0) onNotice(missingNotice(missing));
	const groups = wasStable && checkpoint.lag === null ? [] : staleGroups(index, fetched);
	const marked = markStale(index, [...staleRows, ...groups], momentOf(read, version));
	const fields = fieldsOf({
		...checkpoint,
		space: { id: space.id, name: space.name },
		requestedLanguages,
		apiLanguages: space.language_codes ?? null,
		languages: [...read.languages],
		listedAt: base?.head.listedAt ?? now(),
	});
	return { ...fields, index: await compact(marked, store, writer) };
}

/** True for the links of the stories that a request names. */
function isIn(refetch: AskAgain | undefined): (link: Link) => boolean {
	const ids = new Set(refetch?.stories);
	const slugs = new Set(refetch?.slugs.map(trimSlashes));
	return (link) => ids.has(link.id) || slugs.has(trimSlashes(link.slug));
}

export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** True if all records are the same objects, so that there is nothing to write. */
const isSame = (one: SpaceIndex, other: SpaceIndex) =>
	one.size === other.size && [...one].every(([uuid, record]) => other.get(uuid) === record);

function missingNotice(missing: readonly { link: Link; lang: string }[]): string {
	const named = missing
		.slice(0, 5)
		.map(({ link, lang }) =>
			lang === defaultLang ? trimSlashes(link.slug) : `${trimSlashes(link.slug)} (${lang})`,
		);
	const more = missing.length > named.length ? ` and ${missing.length - named.length} more` : '';
	return `The API lists these stories as published but returns no content for them, so they are left out: ${named.join(', ')}${more}.`;
}
