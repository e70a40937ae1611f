import type { Story } from '../wire/index.js';
import { Damaged } from './kept/compact.js';
import type { Keeper, KeptState } from './kept/keeper.js';
import type { Source } from './options.js';
import { rowKey } from './space-index.js';
import type { StoryRow } from './synced-space.js';
import { defaultLang } from './target-rows.js';

export interface RescueOptions {
	client: Source;
	version: 'published' | 'draft';
	state: KeptState;
	keeper: Keeper;
	/** Nobody may be asked. */
	offline: boolean;
	onNotice: (sentence: string) => void;
}

/**
 * Asks the service for stories whose kept content turned out damaged, and forgets the kept state, so that the next sync
 * lists everything.
 *
 * @returns a function that rejects with {@link Damaged} if nobody may be asked, or a story came no more
 */
export function createRescue({ client, version, state, keeper, offline, onNotice }: RescueOptions) {
	let told = false;
	return async (rows: readonly StoryRow[]): Promise<Map<string, Story>> => {
		if (offline) throw new Damaged();
		if (!told)
			onNotice(
				'The kept content is damaged; what is missing is asked for again, and the next sync lists everything.',
			);
		told = true;
		await keeper.discard(state);
		const found = new Map<string, Story>();
		for (const lang of new Set(rows.map((row) => row.lang))) {
			const pages = client.stories.pages({
				version,
				cv: state.head.cv ?? undefined,
				language: lang === defaultLang ? undefined : lang,
				byUuids: rows.filter((row) => row.lang === lang).map((row) => row.uuid),
			});
			for await (const { items } of pages) {
				for (const story of items) found.set(rowKey(story.uuid, lang), story);
			}
		}
		if (rows.some((row) => !found.has(rowKey(row.uuid, row.lang)))) throw new Damaged();
		return found;
	};
}
