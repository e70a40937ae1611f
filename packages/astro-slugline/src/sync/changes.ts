import type { SpaceIndex } from './space-index.js';

/** What is different between two indexes, in rows. */
export interface Changes {
	added: number;
	changed: number;
	moved: number;
	removed: number;
	unchanged: number;
	/** Uuids of the stories of these rows, the unchanged left out. */
	touched: Set<string>;
}

/** Compares what was kept with what is now: a row moved if its slug or real path is another, and changed if its digest is. */
export function changesBetween(before: SpaceIndex, after: SpaceIndex): Changes {
	const changes: Changes = { added: 0, changed: 0, moved: 0, removed: 0, unchanged: 0, touched: new Set() };
	for (const [uuid, record] of after) {
		const former = before.get(uuid);
		if (former === record) {
			changes.unchanged += record.rows.size;
			continue;
		}
		for (const [lang, row] of record.rows) {
			const kept = former?.rows.get(lang);
			const moved = kept && (kept.slug !== row.slug || former?.link.real_path !== record.link.real_path);
			const kind = !kept ? 'added' : moved ? 'moved' : kept.digest !== row.digest ? 'changed' : 'unchanged';
			changes[kind] += 1;
			if (kind !== 'unchanged') changes.touched.add(uuid);
		}
	}
	for (const [uuid, record] of before) {
		for (const lang of record.rows.keys()) {
			if (after.get(uuid)?.rows.has(lang)) continue;
			changes.removed += 1;
			changes.touched.add(uuid);
		}
	}
	return changes;
}
