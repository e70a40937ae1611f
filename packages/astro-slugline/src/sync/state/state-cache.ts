import { once } from '../../shared/once.js';
import { packageVersion } from '../../shared/version.js';
import type { SpaceIndex } from '../space-index.js';
import { commit, type NewState } from './commit.js';
import { stateFormat } from './format.js';
import { type Head, readHeads, removeHeads } from './head.js';
import { parseParts, readParts } from './index-parts.js';
import type { TextStore } from './text-store.js';

/** A cached state. The index is parsed when it is first needed. */
export interface CachedState {
	head: Head;
	index(): SpaceIndex;
}

export interface StateCache {
	/** The last good state; undefined if there is none that this version can read. */
	open(): Promise<CachedState | undefined>;
	/** Registers that a sync writes, so that other syncs do not remove its chunks. */
	begin(): Promise<Writing>;
	/** Discards a damaged state, unless there is a newer one. */
	discard(state: CachedState): Promise<void>;
}

/** The writing of one sync. */
export interface Writing {
	/**
	 * Commits a state: writes the parts, then the head, and then removes what no head needs.
	 *
	 * @throws {Overtaken} if content that the state refers to was removed meanwhile
	 */
	commit(state: NewState, former: CachedState | undefined): Promise<CachedState>;
	/** Must be called at the end, also after a failure. */
	end(): Promise<void>;
}

export interface StateCacheOptions {
	store: TextStore;
	now: () => number;
	onNotice: (sentence: string) => void;
}

/** Caches the state of one space and version in a store. */
export function createStateCache({ store, now, onNotice }: StateCacheOptions): StateCache {
	let last: CachedState | undefined;
	return {
		async open() {
			const { whole, damaged } = await readHeads(store);
			const readable = whole.filter((head) => head.format === stateFormat && head.package === packageVersion);
			for (const head of readable) {
				if (last && JSON.stringify(last.head) === JSON.stringify(head)) return last;
				const parts = await readParts(store, head.parts);
				if (parts) {
					if (damaged > 0) onNotice(notices.torn);
					last = { head, index: once(() => parseParts(parts)) };
					return last;
				}
			}
			if (readable.length > 0 || (damaged > 0 && whole.length === 0)) onNotice(notices.damaged);
			else if (whole.length > 0) onNotice(notices.foreign);
			return undefined;
		},
		async begin() {
			const lease = `lease:${crypto.randomUUID()}`;
			await store.write(lease, String(now()));
			return {
				async commit(state, former) {
					last = await commit({ store, now, lease, state, former });
					return last;
				},
				end: () => store.remove(lease),
			};
		},
		async discard(state) {
			last = undefined;
			const { whole } = await readHeads(store);
			if ((whole[0]?.number ?? 0) <= state.head.number) await removeHeads(store);
		},
	};
}

const notices = {
	torn: 'The latest record of the cached state is damaged, because it was not written to the end; using the one before it.',
	damaged: 'The cached state is damaged, so everything is fetched again.',
	foreign: 'The cached state is from a different version of astro-slugline, so everything is fetched again.',
};
