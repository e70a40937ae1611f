import { once } from '../../shared/once.js';
import { packageVersion } from '../../shared/version.js';
import type { SpaceIndex } from '../space-index.js';
import { commit, type NewState } from './commit.js';
import { stateFormat } from './format.js';
import { type Head, readHeads, removeHeads } from './head.js';
import { parseParts, readParts } from './index-parts.js';
import type { TextStore } from './text-store.js';

/** A state as it is kept. The index is parsed when it is asked for. */
export interface KeptState {
	head: Head;
	index(): SpaceIndex;
}

export interface Keeper {
	/** The last good state; undefined if there is none that this version reads. */
	open(): Promise<KeptState | undefined>;
	/** Says that a sync begins to write, so that another one does not sweep what it has written. */
	begin(): Promise<Writing>;
	/** Forgets a state that turned out damaged, unless a newer one is kept by now. */
	discard(state: KeptState): Promise<void>;
}

/** The time in which a sync writes. */
export interface Writing {
	/**
	 * Keeps a state: parts first, then the head; then what no head needs is swept.
	 *
	 * @throws {Overtaken} if content that the state refers to was swept by others in the meantime
	 */
	commit(state: NewState, former: KeptState | undefined): Promise<KeptState>;
	/** To be called at the end, also after a failure. */
	end(): Promise<void>;
}

export interface KeeperOptions {
	store: TextStore;
	now: () => number;
	onNotice: (sentence: string) => void;
}

/** Keeps the states of one space in one version in a store. */
export function createKeeper({ store, now, onNotice }: KeeperOptions): Keeper {
	let last: KeptState | undefined;
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
	torn: 'The newest record of the kept state was cut while it was written; the one before it is used.',
	damaged: 'The kept state is damaged; it is set aside and everything is listed again.',
	foreign: 'The kept state is of another version of astro-slugline; everything is listed again.',
};
