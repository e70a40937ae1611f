import type { SpaceIndex } from '../model/space-index.js';
import type { SyncSummary } from '../model/synced-space.js';

/** The numbers of rows that differ between two indexes. */
export type Counts = Pick<SyncSummary, 'added' | 'changed' | 'moved' | 'removed' | 'unchanged'>;

export interface Changes {
	counts: Counts;
	/** Uuids of the stories with rows that were added, changed, moved, or removed. */
	touched: Set<string>;
}

/** Compares two indexes. A row has moved if its slug or real path differs, and has changed if its digest differs. */
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
			const old = former?.rows.get(lang);
			const moved = old && (old.slug !== row.slug || former?.link.real_path !== record.link.real_path);
			const kind = !old ? 'added' : moved ? 'moved' : old.digest !== row.digest ? 'changed' : 'unchanged';
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
