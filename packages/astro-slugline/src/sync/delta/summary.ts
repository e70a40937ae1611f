import type { SpaceIndex } from '../model/space-index.js';
import type { SyncSummary } from '../model/synced-space.js';

/** The numbers of rows that differ between two indexes. */
export type Counts = Pick<SyncSummary, 'added' | 'changed' | 'moved' | 'removed' | 'unchanged'>;

/**
 * Compares two indexes, for the log. A row has moved if its slug or real path differs, and has changed if its digest differs.
 *
 * @returns `touched` has the uuids of the stories with rows that were added, changed, moved, or removed
 */
export function changesBetween(before: SpaceIndex, after: SpaceIndex) {
	const counts: Counts = { added: 0, changed: 0, moved: 0, removed: 0, unchanged: 0 };
	const touched = new Set<string>();
	for (const [uuid, record] of after) {
		const old = before.get(uuid);
		if (old === record) {
			counts.unchanged += record.rows.size;
			continue;
		}
		for (const [lang, row] of record.rows) {
			const oldRow = old?.rows.get(lang);
			const moved = oldRow && (oldRow.slug !== row.slug || old?.link.real_path !== record.link.real_path);
			const isSame = oldRow?.digest === row.digest;
			const kind = !oldRow ? 'added' : moved ? 'moved' : isSame ? 'unchanged' : 'changed';
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
