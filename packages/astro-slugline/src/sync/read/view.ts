import { trimSlashes } from '../../shared/text/slashes.js';
import type { Link, Story } from '../../wire/index.js';
import type { Source } from '../model/options.js';
import { countsOf, defaultLang, type SpaceIndex } from '../model/space-index.js';
import type { SpaceCounts, StoryRow, SyncedSpace, SyncSummary } from '../model/synced-space.js';
import type { CachedState } from '../state/state-cache.js';
import type { TextStore } from '../state/text-store.js';
import type { SideReading } from './cached-or-fetched.js';
import { openDatasources } from './datasources.js';
import { type Former, matchingRows } from './filters.js';
import { readStories } from './read-stories.js';

export interface ViewOptions {
	state: CachedState;
	/** The languages to build: all languages of the state, or fewer. */
	languages: readonly string[];
	version: 'published' | 'draft';
	client: Source;
	store: TextStore;
	sideReading: SideReading;
	summary: SyncSummary;
	former: Former | undefined;
	/** Fetches stories whose cached content is damaged. */
	rescue: (rows: readonly StoryRow[]) => Promise<Map<string, Story>>;
}

/** The synced space of a cached state. The index is parsed when links, rows, or stories are first read. */
export function viewOf(options: ViewOptions): SyncedSpace {
	const { state, languages, version, client, store, sideReading, summary, former, rescue } = options;
	const { head, index } = state;
	const datasources = openDatasources(client, sideReading);
	const isWhole = head.languages.length === languages.length;
	let counts: SpaceCounts | undefined;
	let links: Link[] | undefined;
	let rows: StoryRow[] | undefined;
	const matching = new Map<string, Promise<Set<string>>>();
	return {
		cv: head.cv,
		spaceVersion: head.spaceVersion,
		settled: head.lag === null,
		space: head.space,
		version,
		languages: [...languages],
		stamp: isWhole ? head.stamp : `${head.stamp}-${languages.join('-')}`,
		get counts() {
			if (isWhole) return head.counts;
			counts ??= countsOf(index(), [defaultLang, ...languages]);
			return counts;
		},
		get links() {
			links ??= [...index().values()].map(({ link }) => link);
			return links;
		},
		get rows() {
			rows ??= rowsOf(index(), [defaultLang, ...languages]);
			return rows;
		},
		stories: (wanted) => readStories(wanted, { store, index, rescue }),
		datasources: datasources.list,
		datasourceEntries: datasources.entries,
		matching(filter) {
			const key = JSON.stringify(filter);
			const asked =
				matching.get(key) ??
				matchingRows({ client, sideReading, version, languages, index, stamp: head.stamp, former }, filter);
			matching.set(key, asked);
			return asked;
		},
		summary,
	};
}

function rowsOf(index: SpaceIndex, langs: readonly string[]): StoryRow[] {
	const rows: StoryRow[] = [];
	for (const [uuid, { link, group, rows: records }] of index) {
		for (const lang of langs) {
			const row = records.get(lang);
			if (!row) continue;
			const { slug, component, digest, references } = row;
			rows.push({
				uuid,
				lang,
				slug,
				defaultSlug: trimSlashes(link.slug),
				component,
				groupId: group,
				digest,
				references,
			});
		}
	}
	return rows;
}
