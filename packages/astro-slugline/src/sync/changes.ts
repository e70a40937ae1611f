import type { SpaceIndex } from './space-index.js';
import type { SyncSummary } from './synced-space.js';

/** What is different between two indexes, in rows. */
export type Counts = Pick<SyncSummary, 'added' | 'changed' | 'moved' | 'removed' | 'unchanged'>;

export interface Changes {
	counts: Counts;
	/** Uuids of the stories of these rows, the unchanged left out. */
	touched: Set<string>;
}

/** Compares what was kept with what is now: a row moved if its slug or real path is another, and changed if its digest is. */
export function changesBetween(before: SpaceIndex, after: SpaceIndex): Changes {
	const counts: Counts = { added: 0, changed: 0, moved: 0, removed: 0, unchanged: 0 };
	const touched = new Set<string>();
	for (const [uuid, record] of after) {
		const former = before.get(uuid);
		if (former === record) {
			counts.unchanged += record.rows.size;
			continue;
		}
		for (const [lang, row] of record.rows) {
			const kept = former?.rows.get(lang);
			const moved = kept && (kept.slug !== row.slug || former?.link.real_path !== record.link.real_path);
			const kind = !kept ? 'added' : moved ? 'moved' : kept.digest !== row.digest ? 'changed' : 'unchanged';
			counts[kind] += 1;
			if (kind !== 'unchanged') touched.add(uuid);
		}
	}
	for (const [uuid, record] of before) {
		for (const lang of record.rows.keys()) {
			if (after.get(uuid)?.rows.has(lang)) continue;
			counts.removed += 1;
			touched.add(uuid);
		}
	}
	return { counts, touched };
}
