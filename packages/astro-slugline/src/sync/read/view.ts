import { once, oncePerKey } from 'astro-keep/shared/once';
import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { isTooDeep } from '../../wire/index.js';
import type { CachedState } from '../cache/state-cache.js';
import type { TextStore } from '../cache/text-store.js';
import { countsOf, defaultLang, type SpaceIndex } from '../model/space-index.js';
import type { StoryRow, SyncedSpace, SyncSummary } from '../model/synced-space.js';
import type { SideCache } from './cache-first.js';
import { openDatasources } from './datasources.js';
import { type ChangesSince, matchingRows } from './filters.js';
import { type ReadRepair, readStories } from './stories.js';

interface ViewOptions {
	state: CachedState;
	/** The languages to build: all languages of the state, or fewer. */
	languages: readonly string[];
	store: TextStore;
	sideCache: SideCache;
	summary: SyncSummary;
	changes: ChangesSince | undefined;
	repair: ReadRepair;
}

/** The synced space of a cached state. The index is parsed when links, rows, or stories are first read. */
export function viewOf(options: ViewOptions): SyncedSpace {
	const { state, languages, store, sideCache, summary, changes, repair } = options;
	const { head, index } = state;
	const datasources = openDatasources(sideCache);
	const isWhole = head.languages.length === languages.length;
	const counts = once(() => (isWhole ? head.counts : countsOf(index(), [defaultLang, ...languages])));
	const links = once(() => [...index().values()].map(({ link }) => link));
	const rows = once(() => rowsOf(index(), [defaultLang, ...languages], false));
	const filtering = { sideCache, languages, index, stamp: head.stamp, changes };
	const matching = oncePerKey((filter: string) => matchingRows(filtering, JSON.parse(filter)));
	return {
		cv: head.cv,
		spaceVersion: head.spaceVersion,
		settled: head.lag === null,
		space: head.space,
		version: sideCache.settings.version,
		languages: [...languages],
		stamp: isWhole ? head.stamp : `${head.stamp}-${languages.join('-')}`,
		get counts() {
			return counts();
		},
		get links() {
			return links();
		},
		get rows() {
			return rows();
		},
		leftOut: () => rowsOf(index(), [defaultLang, ...languages], true),
		stories: (wanted) => readStories(wanted, { store, index, repair }),
		datasources: datasources.list,
		datasourceEntries: datasources.entries,
		matching: (filter) => matching(JSON.stringify(filter)),
		summary,
	};
}

/** @param areDeep true for the rows that are left out */
function rowsOf(index: SpaceIndex, langs: readonly string[], areDeep: boolean): StoryRow[] {
	const rows: StoryRow[] = [];
	for (const [uuid, { link, group, rows: records }] of index) {
		for (const lang of langs) {
			const row = records.get(lang);
			if (!row || isTooDeep(row) !== areDeep) continue;
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
