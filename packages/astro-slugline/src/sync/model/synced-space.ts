import type { Filter } from '../../client/index.js';
import type { MergedEntry } from '../../shared/api/merged-entries.js';
import type { Datasource, Link, Story } from '../../wire/index.js';

/** One story in one language, without its content: a row of the index. */
export interface StoryRow {
	uuid: string;
	/** `default` or a language code. */
	lang: string;
	/** Full slug of the story, without slashes at the ends: `home`, `blog/hello`, `de/blog/hallo`. */
	slug: string;
	/** Full slug in the default language, from the link, without slashes at the ends. */
	defaultSlug: string;
	/** The content type. */
	component: string;
	/** Id of the group of a folder-level translation. */
	groupId: string | null;
	/** Changes exactly if the story's JSON changes. */
	digest: string;
	/** The references in its content, encoded for `referenceDigests`. */
	references: string;
}

/** What a sync did, for the log. */
export interface SyncSummary {
	/**
	 * `unchanged`: the version is the same, or the edge does not serve the new one yet. `full`: everything was fetched. `delta`: only
	 * changes were fetched. `cached`: the cached state is used, because the sync is offline or has failed.
	 */
	kind: 'unchanged' | 'full' | 'delta' | 'cached';
	requests: number;
	bytes: number;
	/** Milliseconds spent waiting for the rate limit and for retries. */
	waitedMs: number;
	ms: number;
	added: number;
	changed: number;
	moved: number;
	removed: number;
	unchanged: number;
}

/** The counts of a space in the built languages. */
export interface SpaceCounts {
	/** Stories with at least one row. */
	stories: number;
	rows: number;
	folders: number;
}

/** A space after a sync. Content is read on demand; everything else is in memory. */
export interface SyncedSpace {
	/** The edge's snapshot that the content is from; null for drafts, and if the API does not name it. */
	cv: number | null;
	/** The version of the space at the time of the sync; null for drafts. Not comparable with `cv`. */
	spaceVersion: number | null;
	/** False if the edge may not yet have served everything up to `spaceVersion`. The next sync then checks again. */
	settled: boolean;
	space: { id: number; name: string };
	version: 'published' | 'draft';
	/** Codes of the languages besides the default one, in the API's order. */
	languages: string[];
	/** Changes exactly if a link, a row, a digest, or the version of this package changes. */
	stamp: string;
	/** Counts, without reading the index. */
	counts: SpaceCounts;
	/** All links, including folders and, in drafts, unpublished ones, sorted by uuid. */
	links: Link[];
	/** One row per story and built language, sorted by uuid, then by language with `default` first. */
	rows: StoryRow[];
	/** The rows of stories that are nested too deep, which nothing shows. */
	leftOut(): StoryRow[];
	/** The stories of these rows, in an order that reads each stored chunk once. */
	stories(rows: Iterable<StoryRow>): AsyncIterable<[StoryRow, Story]>;
	/** All datasources, fetched once per cv. */
	datasources(): Promise<Datasource[]>;
	/** The entries of one datasource with all dimensions, in the API's order, fetched once per cv. */
	datasourceEntries(slug: string): Promise<MergedEntry[]>;
	/**
	 * Keys (`uuid lang`) of the rows that match a filter. A filter on translated fields is evaluated in the languages of these fields
	 * only, as in the API, and matches nothing in other languages.
	 */
	matching(filter: Filter): Promise<Set<string>>;
	summary: SyncSummary;
}
