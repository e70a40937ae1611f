import type { Filter } from '../client/index.js';
import type { Datasource, Link, Story } from '../wire/index.js';

/** One published story in one language, without its content: a row of the kept index. */
export interface StoryRow {
	uuid: string;
	/** `default` or a language code. */
	lang: string;
	/** Full slug as the story has it, without slashes at the ends: `home`, `blog/hello`, `de/blog/hallo`. */
	slug: string;
	/** Full slug of the story in the default language, as its link has it, without slashes at the ends. */
	defaultSlug: string;
	/** The content type's name. */
	component: string;
	/** Shared by the stories of a folder-level translation. */
	groupId: string | null;
	/** Changes exactly when the story's JSON does. */
	digest: string;
	/** What its content refers to, as `referenceDigests` reads it. */
	references: string;
}

/** A datasource entry with the values of all dimensions, by the dimension's `entry_value`. */
export interface MergedEntry {
	id: number;
	name: string;
	value: string;
	dimensions: Record<string, string>;
}

/** What a sync did, for the line in the terminal. */
export interface SyncSummary {
	/** `unchanged`: same version, or the edge does not serve the new one yet; `full`: everything listed; `delta`: only what changed; `kept`: built from kept state without asking, or after a failure. */
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

/** How much a space holds of what is to be built. */
export interface SpaceCounts {
	/** Stories that have a row. */
	stories: number;
	rows: number;
	folders: number;
}

/** A space as the last sync left it. Content is read on demand; everything else is in memory. */
export interface SyncedSpace {
	/** The snapshot of the edge that this content is of; null for drafts, and where the service names none. */
	cv: number | null;
	/** The version of the space that was seen; null for drafts. Another unit than `cv`. */
	spaceVersion: number | null;
	/** False while the edge may not serve yet all that the space had at `spaceVersion`: the next sync asks again. */
	settled: boolean;
	space: { id: number; name: string };
	version: 'published' | 'draft';
	/** Codes beside the default language, in the service's order. */
	languages: string[];
	/** Changes exactly when any link, row or digest does, or the version of this package. */
	stamp: string;
	/** What there is, without reading the kept index. */
	counts: SpaceCounts;
	/** Every link, folders and (in drafts) unpublished ones included, ordered by uuid. */
	links: Link[];
	/** One row for each story and language that is to be built, ordered by uuid, then as `languages` with `default` first. */
	rows: StoryRow[];
	/** The stories of the given rows, in an order that reads each kept chunk once. */
	stories(rows: Iterable<StoryRow>): AsyncIterable<[StoryRow, Story]>;
	/** All datasources, asked for once a cv. */
	datasources(): Promise<Datasource[]>;
	/** The entries of one datasource, in the service's order, all dimensions merged; asked for once a cv. */
	datasourceEntries(slug: string): Promise<MergedEntry[]>;
	/**
	 * Keys (`uuid lang`) of the rows that a filter of the service lets through. A filter on translated fields is asked in
	 * the languages of these fields only, as the service has it, and lets nothing through in others.
	 */
	matching(filter: Filter): Promise<Set<string>>;
	summary: SyncSummary;
}
