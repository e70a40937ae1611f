import { once } from 'astro-keep/shared/once';
import { packageVersion } from '../../shared/version.js';
import { textHash } from '../model/hash.js';
import type { Settings } from '../model/options.js';
import { countsOf, defaultLang, type SpaceIndex } from '../model/space-index.js';
import { SyncError } from '../model/sync-error.js';
import { type HeadFields, isReadable, readHeads, removeHeads, type StateHead, writeHead } from './head.js';
import { type PartRef, parseParts, readParts, writeParts } from './index-parts.js';
import type { TextStore } from './text-store.js';

/** A cached state. The index is parsed when it is first needed. */
export interface CachedState {
	head: StateHead;
	index(): SpaceIndex;
}

export type StateCache = ReturnType<typeof createStateCache>;

export function createStateCache(store: TextStore, { now, onNotice }: Pick<Settings, 'now' | 'onNotice'>) {
	let last: CachedState | undefined;
	return {
		/** The last good state; undefined if there is none that this version can read. */
		async open() {
			const { intact, damaged } = await readHeads(store);
			const readable = intact.filter(isReadable);
			for (const head of readable) {
				if (last && JSON.stringify(last.head) === JSON.stringify(head)) return last;
				const parts = await readParts(store, head.parts);
				if (parts) {
					if (damaged > 0) onNotice(notices.torn);
					last = { head, index: once(() => parseParts(parts)) };
					return last;
				}
			}
			if (readable.length > 0 || (damaged > 0 && intact.length === 0)) onNotice(notices.damaged);
			else if (intact.length > 0) onNotice(notices.foreign);
			return undefined;
		},
		/** Registers that a sync writes, so that other syncs do not remove its chunks. */
		async begin() {
			const lease = `lease:${crypto.randomUUID()}`;
			await store.write(lease, String(now()));
			return {
				/**
				 * Commits a state: writes the parts, then the head, and then removes what no head needs.
				 *
				 * @throws {ConcurrentCommit} if content that the state refers to was removed meanwhile
				 */
				async commit(state: NewState, previous: CachedState | undefined) {
					last = await commit({ store, now, lease, state, previous });
					return last;
				},
				/** Must be called at the end, also after a failure. */
				end: () => store.remove(lease),
			};
		},
		/** Discards a damaged state, unless there is a newer one. */
		async discard(state: CachedState) {
			last = undefined;
			const { intact } = await readHeads(store);
			if ((intact[0]?.number ?? 0) <= state.head.number) await removeHeads(store);
		},
	};
}

const notices = {
	torn: 'The latest record of the cached state is damaged, because it was not written to the end; using the one before it.',
	damaged: 'The cached state is damaged, so everything is fetched again.',
	foreign: 'The cached state is from a different version of astro-slugline, so everything is fetched again.',
};

/** A state to commit: the index, and the parts of a head that do not follow from it. */
export type NewState = HeadFields & { index: SpaceIndex };

/** Content that this sync relies on is missing: other builds have replaced it, or the storage does not persist what it writes. */
export class ConcurrentCommit extends SyncError {
	constructor() {
		super(
			'Content that this sync stored is missing from the storage.',
			'If several builds share the cached state, run the build again. Otherwise, check that the storage persists what is written to it.',
		);
	}
}

/** Milliseconds after which a sync that has not ended counts as killed. */
const leaseMs = 15 * 60_000;

interface Commit {
	store: TextStore;
	now: () => number;
	/** The key that shows that the committing sync is at work. */
	lease: string;
	state: NewState;
	/** The previous state, whose unchanged parts are reused. */
	previous: CachedState | undefined;
}

/** Commits a state: parts first, then the head, so that a crash at any point leaves either the previous or the new state. */
async function commit({ store, now, lease, state, previous }: Commit): Promise<CachedState> {
	const { index, ...rest } = state;
	const parts = await writeParts(
		store,
		index,
		previous && { index: previous.index(), parts: previous.head.parts },
	);
	const chunks = chunksOf(index);
	const keys = new Set(await store.keys());
	for (const name of namesOf(parts, chunks)) {
		// Some storages list a key only some time after it was written.
		if (!keys.has(name) && !(await store.has(name))) throw new ConcurrentCommit();
	}
	const { intact } = await readHeads(store);
	const head = await writeHead(store, {
		...rest,
		stamp: await textHash(
			JSON.stringify([packageVersion, state.languages, state.space, ...parts.map(({ stamp }) => stamp)]),
		),
		counts: countsOf(index, [defaultLang, ...state.languages]),
		parts,
		chunks,
	});
	await removeUnused([head, ...intact.slice(0, 1)]);
	return { head, index: () => index };

	/** Removes what neither head needs, unless another sync is at work, because no head names its chunks yet. */
	async function removeUnused(heads: readonly StateHead[]): Promise<void> {
		const expired: string[] = [];
		for (const key of keys) {
			if (!key.startsWith('lease:') || key === lease) continue;
			if (now() - Number((await store.read(key)) ?? 0) < leaseMs) return;
			expired.push(key);
		}
		const needed = new Set(heads.flatMap((one) => [...namesOf(one.parts, one.chunks)]));
		const unused = [...keys].filter((key) => /^(chunk|index):/.test(key) && !needed.has(key));
		for (const key of [...unused, ...expired]) await store.remove(key);
	}
}

function chunksOf(index: SpaceIndex): string[] {
	const chunks = new Set<string>();
	for (const { rows } of index.values()) for (const { chunk } of rows.values()) chunks.add(chunk.hash);
	return [...chunks];
}

function* namesOf(parts: readonly PartRef[], chunks: readonly string[]): Iterable<string> {
	for (const { hash } of parts) yield `index:${hash}`;
	for (const hash of chunks) yield `chunk:${hash}`;
}
