import type { AskAgain } from '../shared/api/ask-again.js';
import { trimSlashes } from '../shared/text/slashes.js';
import type { CurrentSpace, Link } from '../wire/index.js';
import { compact, createChunkWriter } from './cache/chunks.js';
import { fieldsOf, type HeadFields } from './cache/head.js';
import type { CachedState, StateCache } from './cache/state-cache.js';
import type { TextStore } from './cache/text-store.js';
import {
	type Checkpoint,
	lagNotice,
	nextCheckpoint,
	noCheckpoint,
	pendingCheckpoint,
} from './consistency/checkpoint.js';
import type { SyncRun } from './consistency/sync-run.js';
import { markStale, staleGroups } from './delta/stale-rows.js';
import { type Counts, changesBetween } from './delta/summary.js';
import { SpaceFetcher } from './fetch/space-fetcher.js';
import type { Settings } from './model/options.js';
import { defaultLang, type SpaceIndex } from './model/space-index.js';
import type { ChangesSince } from './read/filters.js';
import { readSpace, type SpaceResult } from './read-space.js';
import { momentOf, type SpaceRead } from './rounds.js';

interface RefreshInput {
	settings: Settings;
	cache: StateCache;
	store: TextStore;
	space: CurrentSpace;
	/** The cached state, to report what changed. */
	state: CachedState | undefined;
	/** The cached state that the delta starts from; undefined to fetch everything. */
	base: CachedState | undefined;
	refetch: AskAgain | undefined;
	/** The checkpoint of the cached state; undefined if its content cannot be read. */
	checkpoint: Checkpoint | undefined;
}

export interface Refreshed {
	/** True if the cached content remains, because the edge serves nothing newer. */
	isEdgeBehind: boolean;
	state: CachedState;
	counts: Counts;
	/** What changed since the cached state. */
	changes: ChangesSince | undefined;
}

/**
 * Fetches what has changed, or everything, and commits it. A sync that fails or is killed before the commit leaves the cached state
 * unchanged, and the next one starts from that.
 */
export async function refresh(input: RefreshInput): Promise<Refreshed> {
	const { settings, cache, store, space, state, base, refetch } = input;
	const { requestedLanguages, now } = settings;
	const began = now();
	const lease = await cache.begin();
	try {
		const writer = createChunkWriter(store);
		const run: SyncRun = {
			...{ settings, writer, began, checkpoint: input.checkpoint },
			fetcher: new SpaceFetcher(settings),
			baseIndex: base?.index(),
			// A change of the languages removes rows on purpose.
			cachedIndex: same(state?.head.requestedLanguages, requestedLanguages) ? state?.index() : undefined,
			hasOtherLanguages: !same(base?.head.requestedLanguages, requestedLanguages),
			isRequested: isIn(refetch),
		};
		const result = await readSpace(run, space);
		await writer.flush();
		const isEdgeBehind = result.outcome === 'edge-behind';
		// Of a head that remains the checkpoint, these fields alone.
		const { cv, spaceVersion, lag } = checkpointOf(run, result);
		const checkpoint: Checkpoint = { cv, spaceVersion, lag };
		const notice = lagNotice(checkpoint);
		if (notice) settings.onNotice(notice);
		const before: SpaceIndex = state?.index() ?? new Map();
		const next = isEdgeBehind ? before : nextIndexOf(run, result.read, checkpoint);
		const index = isEdgeBehind ? before : await compact(next, store, writer);
		const facts = isEdgeBehind ? state?.head : factsOf(run, result.read, base);
		if (!facts) throw new Error('Only a cached state can wait for the edge.');
		const fields = fieldsOf({ ...facts, ...checkpoint });
		const isIdle = state && isSame(before, index) && same(fields, fieldsOf(state.head));
		const { counts, touched } = changesBetween(before, index);
		return {
			isEdgeBehind,
			state: isIdle ? state : await lease.commit({ ...fields, index }, state),
			counts,
			changes: state && { stamp: state.head.stamp, touched },
		};
	} finally {
		await lease.end();
	}
}

function checkpointOf(run: SyncRun, { outcome, read }: SpaceResult): Checkpoint {
	const { settings, checkpoint, began } = run;
	const now = settings.now();
	if (outcome === 'edge-behind') return pendingCheckpoint(checkpoint ?? noCheckpoint, read.space, now);
	const { cvs, wasStable } = read;
	if (settings.version === 'draft') return noCheckpoint;
	return nextCheckpoint(checkpoint, read.space, { cvs, wasStable, began, now });
}

/** The index as it is cached, with marks on the rows that the next sync fetches again. Warns about rows without content. */
function nextIndexOf({ settings }: SyncRun, read: SpaceRead, { lag }: Checkpoint): SpaceIndex {
	const { index, fetched, staleRows, wasStable } = read;
	const missing = staleRows.flatMap(({ uuid, lang }) => {
		const record = index.get(uuid);
		return record?.absent.has(lang) ? [{ link: record.link, lang }] : [];
	});
	if (missing.length > 0) settings.onNotice(missingNotice(missing));
	const groups = wasStable && lag === null ? [] : staleGroups(index, fetched);
	return markStale(index, [...staleRows, ...groups], momentOf(read, settings.version));
}

function factsOf({ settings }: SyncRun, { space, languages }: SpaceRead, base: CachedState | undefined) {
	const { id, name, language_codes = null } = space;
	return {
		space: { id, name },
		requestedLanguages: settings.requestedLanguages,
		apiLanguages: language_codes,
		languages: [...languages],
		listedAt: base?.head.listedAt ?? settings.now(),
	} satisfies Omit<HeadFields, keyof Checkpoint>;
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
