import type { Story } from '../wire/index.js';
import type { Source } from './options.js';
import { rowKey } from './space-index.js';
import { Damaged } from './state/compact.js';
import type { CachedState, StateCache } from './state/state-cache.js';
import type { StoryRow } from './synced-space.js';
import { defaultLang } from './target-rows.js';

export interface RescueOptions {
	client: Source;
	version: 'published' | 'draft';
	state: CachedState;
	cache: StateCache;
	/** True if no request is allowed. */
	offline: boolean;
	onNotice: (sentence: string) => void;
}

/**
 * Creates a function that fetches stories whose cached content is damaged, and discards the cached state, so that the next sync
 * fetches everything.
 *
 * @returns a function that rejects with {@link Damaged} if offline, or if the API no longer returns one of the stories
 */
export function createRescue({ client, version, state, cache, offline, onNotice }: RescueOptions) {
	let warned = false;
	return async (rows: readonly StoryRow[]): Promise<Map<string, Story>> => {
		if (offline) throw new Damaged();
		if (!warned)
			onNotice(
				'The cached content is damaged. Missing stories are fetched again now, and everything in the next sync.',
			);
		warned = true;
		await cache.discard(state);
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
