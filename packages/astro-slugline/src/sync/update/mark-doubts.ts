import type { SpaceIndex, StoryRecord } from '../space-index.js';
import type { Suspect } from './suspects.js';

/**
 * Marks each row that is still suspect, so that the next sync requests it again. A row with the same response in the previous sync
 * is not marked.
 */
export function markDoubts(index: SpaceIndex, suspects: readonly Suspect[], cv: number | null): SpaceIndex {
	if (suspects.length === 0) return index;
	const marked = new Map(index);
	for (const { uuid, lang, settled } of suspects) {
		const record = marked.get(uuid);
		if (record) marked.set(uuid, mark(record, lang, settled, cv));
	}
	return marked;
}

function mark(record: StoryRecord, lang: string, settled: boolean, cv: number | null): StoryRecord {
	const row = record.rows.get(lang);
	if (!row) return { ...record, absent: new Map(record.absent).set(lang, { cv, settled }) };
	return settled ? record : { ...record, rows: new Map(record.rows).set(lang, { ...row, doubt: cv }) };
}
