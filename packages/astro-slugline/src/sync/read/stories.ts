import type { Story } from '../../wire/index.js';
import { CorruptCache } from '../cache/chunks.js';
import type { CachedState, StateCache } from '../cache/state-cache.js';
import type { TextStore } from '../cache/text-store.js';
import type { Settings } from '../model/options.js';
import { defaultLang, rowKey, type SpaceIndex } from '../model/space-index.js';
import { SyncError } from '../model/sync-error.js';
import type { StoryRow } from '../model/synced-space.js';

interface ReadOptions {
	store: TextStore;
	index: () => SpaceIndex;
	repair: ReadRepair;
}

export async function* readStories(
	wanted: Iterable<StoryRow>,
	{ store, index, repair }: ReadOptions,
): AsyncGenerator<[StoryRow, Story]> {
	const found = [...wanted].map((row) => {
		const record = index().get(row.uuid)?.rows.get(row.lang);
		if (!record) throw unknownRow(row);
		return { row, record };
	});
	for (const [hash, members] of Map.groupBy(found, ({ record }) => record.chunk.hash)) {
		const text = await store.readHashed('chunk', hash);
		if (text === undefined) {
			const repaired = await repair(members.map(({ row }) => row));
			for (const { row } of members) {
				const story = repaired.get(rowKey(row.uuid, row.lang));
				if (story) yield [row, story];
			}
			continue;
		}
		const lines = text.split('\n');
		members.sort((a, b) => a.record.position - b.record.position);
		for (const { row, record } of members) yield [row, JSON.parse(lines[record.position] ?? '') as Story];
	}
}

const unknownRow = ({ uuid, lang }: StoryRow) =>
	new SyncError(
		`The space no longer has the story ${uuid} in the language ${lang}.`,
		'Read stories with the rows of the same sync.',
	);

export type ReadRepair = ReturnType<typeof createReadRepair>;

/**
 * Creates a function that fetches stories whose cached content is damaged, and discards the cached state, so that the next sync
 * fetches everything. It returns the stories by row key.
 *
 * @returns a function that rejects with {@link CorruptCache} if offline, or if the API no longer returns one of the stories
 */
export function createReadRepair(
	{ client, version, offline, onNotice }: Settings,
	state: CachedState,
	cache: StateCache,
) {
	let warned = false;
	return async (rows: readonly StoryRow[]): Promise<Map<string, Story>> => {
		if (offline) throw new CorruptCache();
		if (!warned)
			onNotice(
				'The cached content is damaged. Missing stories are fetched again now, and everything in the next sync.',
			);
		warned = true;
		await cache.discard(state);
		const found = new Map<string, Story>();
		for (const [lang, ofLang] of Map.groupBy(rows, (row) => row.lang)) {
			const pages = client.stories.pages({
				version,
				cv: state.head.cv ?? undefined,
				language: lang === defaultLang ? undefined : lang,
				byUuids: ofLang.map((row) => row.uuid),
			});
			for await (const { items } of pages) {
				for (const story of items) found.set(rowKey(story.uuid, lang), story);
			}
		}
		if (rows.some((row) => !found.has(rowKey(row.uuid, row.lang)))) throw new CorruptCache();
		return found;
	};
}
