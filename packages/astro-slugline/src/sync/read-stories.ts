import type { Story } from '../wire/index.js';
import { type RowRecord, rowKey, type SpaceIndex } from './space-index.js';
import type { TextStore } from './state/text-store.js';
import { SyncError } from './sync-error.js';
import type { StoryRow } from './synced-space.js';

export interface ReadOptions {
	store: TextStore;
	index: () => SpaceIndex;
	/** Fetches the stories of rows whose cached content is damaged, by row key. */
	rescue: (rows: readonly StoryRow[]) => Promise<Map<string, Story>>;
}

/** Reads the stories of rows, chunk by chunk. */
export async function* readStories(
	wanted: Iterable<StoryRow>,
	{ store, index, rescue }: ReadOptions,
): AsyncGenerator<[StoryRow, Story]> {
	const byChunk = new Map<string, { row: StoryRow; record: RowRecord }[]>();
	for (const row of wanted) {
		const record = index().get(row.uuid)?.rows.get(row.lang);
		if (!record) throw unknownRow(row);
		const list = byChunk.get(record.chunk.hash);
		if (list) list.push({ row, record });
		else byChunk.set(record.chunk.hash, [{ row, record }]);
	}
	for (const [hash, members] of byChunk) {
		const text = await store.readHashed('chunk', hash);
		if (text === undefined) {
			const rescued = await rescue(members.map(({ row }) => row));
			for (const { row } of members) {
				const story = rescued.get(rowKey(row.uuid, row.lang));
				if (story) yield [row, story];
			}
			continue;
		}
		const lines = text.split('\n');
		members.sort((a, b) => a.record.place - b.record.place);
		for (const { row, record } of members) yield [row, JSON.parse(lines[record.place] ?? '') as Story];
	}
}

const unknownRow = ({ uuid, lang }: StoryRow) =>
	new SyncError(
		`The space no longer has the story ${uuid} in the language ${lang}.`,
		'Read stories with the rows of the same sync.',
	);
