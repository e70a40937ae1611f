import type { SpaceIndex, StoryRecord } from '../space-index.js';
import type { Suspect } from './suspects.js';

/**
 * The index with a note at each row that stayed suspect, so that the next sync asks for it again. One that had the same
 * answer in the sync before keeps no note.
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
