import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { languagesIn, languagesOf } from '../shared/api/languages-of.js';
import type { CurrentSpace, Link } from '../wire/index.js';
import type { ChunkWriter } from './cache/chunks.js';
import type { Checkpoint } from './cache/head.js';
import { createFetchPlan } from './delta/fetch-plan.js';
import { nextIndex } from './delta/next-index.js';
import { hasNewerStories, hasRetryable, type StaleRow, staleRowsOf } from './delta/stale-rows.js';
import { type Collector, createCollector, type FetchedStories } from './fetch/fetched-stories.js';
import { type AcceptsSnapshot, type SpaceFetcher, storiesPerPage } from './fetch/space-fetcher.js';
import type { Settings } from './model/options.js';
import { defaultLang, type SpaceIndex } from './model/space-index.js';

/** What one sync works with. It does not change while the sync runs. */
export interface SyncRun {
	settings: Settings;
	fetcher: SpaceFetcher;
	writer: ChunkWriter;
	/** When the sync began, in milliseconds since 1970. Content requested before the 24-hour wait expired does not end it. */
	began: number;
	/** The checkpoint of the cached state; undefined if there is none, or if its content cannot be read. */
	checkpoint: Checkpoint | undefined;
	/** The cached index that the delta starts from; undefined to fetch everything. */
	baseIndex: SpaceIndex | undefined;
	/** The cached index, to detect that most of it would be removed; undefined if that cannot be compared. */
	cachedIndex: SpaceIndex | undefined;
	/** True if all stories may be gone. */
	mayEmpty: boolean;
	/** True if content of the cached snapshot counts: everything is fetched, or the requested languages have changed. */
	acceptsSameSnapshot: boolean;
	/** True for a story to fetch even if its link is unchanged. */
	isRequested: (link: Link) => boolean;
}

/** What a sync has read of the space so far. Each round of requests returns a new one. */
export interface SpaceRead {
	/** The space at the start of the last round. */
	space: CurrentSpace;
	links: ReadonlyMap<string, Link>;
	/** The codes of the languages to build, without the default one. */
	languages: readonly string[];
	langsOf: (link: Link) => string[];
	index: SpaceIndex;
	/** Rows that do not match their links. */
	staleRows: readonly StaleRow[];
	/** The last fetched version of each row in this sync. */
	fetched: FetchedStories;
	/** The snapshots of the responses in the last round and in repeated requests after it; null for a response without one. */
	cvs: ReadonlySet<number | null>;
	/** True if a story was saved after its link was read. */
	hasNewer: boolean;
	/** When stories were requested: never, after all links, or while links were still loading, so that links may be newer. */
	order: 'links-only' | 'links-first' | 'overlapping';
	/** False if the space moved on during the last round, so that its content may be from several moments. */
	wasStable: boolean;
}

/** Before the first round. */
export const nothingRead = ({ baseIndex = new Map() }: SyncRun, space: CurrentSpace): SpaceRead => ({
	...{ space, links: new Map(), languages: [], langsOf: () => [] },
	...{ index: baseIndex, staleRows: [], fetched: new Map(), cvs: new Set() },
	...{ hasNewer: false, order: 'links-only', wasStable: true },
});

/** The snapshots that responses of the last round named. */
export const snapshotsOf = ({ cvs }: SpaceRead): number[] => [...cvs].filter((cv) => cv !== null);

/** Identifies the moment of the last round: its snapshot, or the space's version if there is none; null for drafts. */
export const momentOf = (read: SpaceRead, version: 'published' | 'draft'): number | null =>
	version === 'draft' ? null : Math.max(...snapshotsOf(read), 0) || read.space.version;

/** The links with a story in any language. */
export const shownStories = ({ links, langsOf }: SpaceRead): Link[] =>
	[...links.values()].filter((link) => langsOf(link).length > 0);

/** Maximum number of pages that a client requests ahead of the one it returns. */
const pagesAhead = 30;

/** Fetches everything. `'rejected'` if the edge's snapshot is not accepted. */
export async function readEverything(
	run: SyncRun,
	before: SpaceRead,
	accepts: AcceptsSnapshot,
): Promise<SpaceRead | 'rejected'> {
	const { fetcher } = run;
	const collector = collectorOf(run, before);
	const everything = () => true;
	let early: Promise<void> | undefined;
	const links = await fetcher
		.links(collector, accepts, () => {
			early = fetcher.fetchAll(collector, { lang: defaultLang, wants: everything });
			// Awaited below. A failure before that must not be an unhandled rejection.
			early.catch(() => {});
		})
		.catch(async (error) => {
			fetcher.abort(error);
			// Its own error is that it was aborted.
			await early?.catch(() => {});
			throw error;
		});
	if (links === 'rejected') return links;
	const read = withLinks(run, before, links);
	const { languages, langsOf } = read;
	const earlyPages = collector.pages;
	const stories = shownStories(read);
	const expected = stories.length;
	const named = new Set(stories.flatMap(langsOf));
	const fetchAll = (lang: string) => {
		if (lang === defaultLang)
			return early ?? fetcher.fetchAll(collector, { lang, expected, wants: everything });
		const wants = (uuid: string) => {
			const link = links.get(uuid);
			return link !== undefined && langsOf(link).includes(lang);
		};
		return fetcher.fetchAll(collector, { lang, expected, wants });
	};
	await allOf([defaultLang, ...languages].filter((lang) => named.has(lang)).map(fetchAll), fetcher.abort);
	await early;
	// With fewer pages, all stories may have been requested before the last links arrived.
	const isLate = languages.some((lang) => named.has(lang)) || collector.pages - earlyPages > pagesAhead;
	const order = early === undefined || isLate ? 'links-first' : 'overlapping';
	return withRound(run, { ...read, order }, collector, everything);
}

/**
 * Like `readChanges`, but also refetches stories of this sync that no longer match their links. Returns `before` if the snapshot is
 * not accepted.
 */
export async function readAgain(
	run: SyncRun,
	before: SpaceRead,
	accepts: AcceptsSnapshot = () => true,
): Promise<SpaceRead> {
	const read = await readChanges(run, before, accepts, 'changed-or-mismatched');
	return read === 'rejected' ? before : read;
}

/** Requests the stale rows again, except confirmed ones, if there are any. */
export const readStale = async (run: SyncRun, before: SpaceRead): Promise<SpaceRead> =>
	hasRetryable(before.staleRows)
		? fetchPlanned(run, before, collectorOf(run, before, before.cvs), 'stale')
		: before;

/** Requests the stories that were fetched in this sync but are not in the links, and returns the slugs of those that the API still returns. */
export async function refetchOrphans(run: SyncRun, read: SpaceRead) {
	const fetched = [...read.fetched.values()].map(({ uuid }) => uuid);
	const uuids = [...new Set(fetched)].filter((uuid) => !read.links.has(uuid));
	if (uuids.length === 0) return { read, slugs: [] };
	const collector = collectorOf(run, read, read.cvs);
	await run.fetcher.byUuid(collector, { lang: defaultLang, expected: shownStories(read).length, uuids });
	const { cvs, stories } = collector;
	return {
		read: { ...read, cvs, fetched: new Map([...read.fetched, ...stories]) },
		slugs: [...stories.values()].map(({ row }) => row.slug),
	};
}

/** What a round fetches: all changes, also stories of this sync that no longer match their links, or only stale rows. */
type Scope = 'changed' | 'changed-or-mismatched' | 'stale';

/** Reads the links, and the delta: the stories that are new or changed. `'rejected'` if the snapshot is not accepted. */
export async function readChanges(
	run: SyncRun,
	before: SpaceRead,
	accepts: AcceptsSnapshot,
	scope: Scope = 'changed',
): Promise<SpaceRead | 'rejected'> {
	const collector = collectorOf(run, before);
	const links = await run.fetcher.links(collector, accepts);
	if (links === 'rejected') return links;
	return fetchPlanned(run, withLinks(run, before, links), collector, scope);
}

async function fetchPlanned(
	run: SyncRun,
	read: SpaceRead,
	collector: Collector,
	scope: Scope,
): Promise<SpaceRead> {
	const { fetcher, isRequested, settings } = run;
	const plan = createFetchPlan({
		...read,
		version: settings.version,
		hasReadLinks: scope !== 'stale',
		staleRows: read.staleRows.filter(({ isConfirmed }) => !isConfirmed),
		fetched: scope === 'changed-or-mismatched' ? read.fetched : undefined,
		// Requested stories have already been fetched when a later round compares.
		isRequested: scope === 'changed' ? isRequested : () => false,
		explain: (link, reason) => settings.explain(`${trimSlashes(link.slug)}: ${reason}`),
	});
	const { queue } = plan;
	const langs = [defaultLang, ...read.languages];
	const expected = shownStories(read).length;
	const pages = (count: number) => Math.ceil(count / storiesPerPage);
	for (let next = queue.take(langs); next; next = queue.take(langs)) {
		const { lang, uuids } = next;
		if (uuids.length > storiesPerPage && pages(uuids.length) >= pages(expected)) {
			await fetcher.fetchAll(collector, { lang, expected, wants: (uuid) => queue.has(uuid, lang) });
		} else await fetcher.byUuid(collector, { lang, expected, uuids });
		plan.enqueueRelated(collector.stories);
	}
	const order = collector.pages > 0 ? 'links-first' : 'links-only';
	return withRound(run, { ...read, order }, collector, queue.has);
}

const collectorOf = ({ writer, settings }: SyncRun, { fetched }: SpaceRead, cvs?: Iterable<number | null>) =>
	createCollector(writer, settings.version, fetched, cvs);

function withLinks({ settings }: SyncRun, before: SpaceRead, links: ReadonlyMap<string, Link>): SpaceRead {
	const ofSpace = codesIn(before.space.language_codes ?? []);
	const ofLinks = () => codesIn(languagesIn([...links.values()]));
	const languages = settings.requestedLanguages ?? (ofSpace.length > 0 ? ofSpace : ofLinks());
	return { ...before, links, languages, langsOf: (link) => languagesOf(link, settings.version, languages) };
}

/** Merges the stories of a round into the next index, and finds the rows that do not match their links. */
function withRound(
	{ settings: { version }, baseIndex = new Map() }: SyncRun,
	before: SpaceRead,
	{ stories, cvs }: Collector,
	wasFetched: (uuid: string, lang: string) => boolean,
): SpaceRead {
	const read = { ...before, cvs };
	const round = { ...read, stories, wasFetched, version, cv: momentOf(read, version) };
	const index = nextIndex(round, before.index);
	const confirmed = before.staleRows.filter((row) => row.isConfirmed && !wasFetched(row.uuid, row.lang));
	return {
		...read,
		index,
		staleRows: [...confirmed, ...staleRowsOf(round, index, baseIndex)],
		fetched: new Map([...before.fetched, ...stories]),
		hasNewer: hasNewerStories(round),
	};
}

/** Waits for all promises. The first failure aborts the others, and is thrown after they have ended. */
async function allOf(running: Promise<void>[], abort: (error: unknown) => void): Promise<void> {
	for (const one of running) one.catch(abort);
	await Promise.allSettled(running);
	await Promise.all(running);
}

/** The codes of languages besides the default one, each once. */
const codesIn = (langs: Iterable<string>) => [...new Set(langs)].filter((lang) => lang !== defaultLang);
