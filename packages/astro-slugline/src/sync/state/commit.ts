import { packageVersion } from '../../shared/version.js';
import { countsOf, type SpaceIndex } from '../space-index.js';
import { SyncError } from '../sync-error.js';
import { defaultLang } from '../target-rows.js';
import { textHash } from '../text-hash.js';
import { stateFormat } from './format.js';
import { type Head, readHeads, writeHead } from './head.js';
import { type PartRef, writeParts } from './index-parts.js';
import type { CachedState } from './state-cache.js';
import type { TextStore } from './text-store.js';

/** A state to commit: the index, and the parts of a head that do not follow from it. */
export type NewState = Pick<
	Head,
	'space' | 'cv' | 'spaceVersion' | 'lag' | 'asked' | 'codes' | 'languages' | 'listedAt'
> & {
	index: SpaceIndex;
};

/** Content that this sync relies on is missing: other builds have replaced it, or the storage does not persist what it writes. */
export class Overtaken extends SyncError {
	constructor() {
		super(
			'Content that this sync stored is missing from the storage.',
			'If several builds share the cached state, run the build again. Otherwise, check that the storage persists what is written to it.',
		);
	}
}

/** Milliseconds after which a sync that has not ended counts as killed. */
const leaseMs = 15 * 60_000;

export interface Commit {
	store: TextStore;
	now: () => number;
	/** The key that shows that the committing sync is at work. */
	lease: string;
	state: NewState;
	/** The previous state, whose unchanged parts are reused. */
	former: CachedState | undefined;
}

/** Commits a state: parts first, then the head, so that a crash at any point leaves either the previous or the new state. */
export async function commit({ store, now, lease, state, former }: Commit): Promise<CachedState> {
	const { index, ...rest } = state;
	const parts = await writeParts(store, index, former && { index: former.index(), parts: former.head.parts });
	const chunks = chunksOf(index);
	const keys = new Set(await store.keys());
	for (const name of namesOf(parts, chunks)) {
		// Some storages list a key only some time after it was written.
		if (!keys.has(name) && !(await store.has(name))) throw new Overtaken();
	}
	const { whole } = await readHeads(store);
	const head = await writeHead(store, {
		...rest,
		format: stateFormat,
		package: packageVersion,
		stamp: await textHash(
			JSON.stringify([packageVersion, state.languages, state.space, ...parts.map(({ stamp }) => stamp)]),
		),
		counts: countsOf(index, [defaultLang, ...state.languages]),
		parts,
		chunks,
	});
	await sweep([head, ...whole.slice(0, 1)]);
	return { head, index: () => index };

	/** Removes what neither head needs, unless another sync is at work, because no head names its chunks yet. */
	async function sweep(heads: readonly Head[]): Promise<void> {
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
