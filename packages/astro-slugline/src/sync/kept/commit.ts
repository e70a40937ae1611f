import { packageVersion } from '../../shared/version.js';
import { countsOf, type SpaceIndex } from '../space-index.js';
import { SyncError } from '../sync-error.js';
import { defaultLang } from '../target-rows.js';
import { textHash } from '../text-hash.js';
import { stateFormat } from './format.js';
import { type Head, readHeads, writeHead } from './head.js';
import { type PartRef, writeParts } from './index-parts.js';
import type { KeptState } from './keeper.js';
import type { TextStore } from './text-store.js';

/** What a sync wants kept: everything of a head that does not follow from the index. */
export type NewState = Pick<
	Head,
	'space' | 'cv' | 'spaceVersion' | 'lag' | 'asked' | 'codes' | 'languages' | 'listedAt'
> & {
	index: SpaceIndex;
};

/** Other builds have renewed the kept state so often that what this one relied on was swept; or the storage keeps nothing. */
export class Overtaken extends SyncError {
	constructor() {
		super(
			'Content that this sync has kept is gone from the storage.',
			'If several builds share the kept state, run the build again. Else check that the storage keeps what is written to it.',
		);
	}
}

/** How long a sync that does not end is taken to be at work, in milliseconds. */
const leaseMs = 15 * 60_000;

export interface Commit {
	store: TextStore;
	now: () => number;
	/** The key by which the committing sync says that it is at work. */
	lease: string;
	state: NewState;
	/** The state that this one came from: its parts are used again where nothing changed. */
	former: KeptState | undefined;
}

/** Parts first, then the head: a crash at any point leaves the state before or the state after. */
export async function commit({ store, now, lease, state, former }: Commit): Promise<KeptState> {
	const { index, ...rest } = state;
	const parts = await writeParts(store, index, former && { index: former.index(), parts: former.head.parts });
	const chunks = chunksOf(index);
	const keys = new Set(await store.keys());
	for (const name of namesOf(parts, chunks)) {
		// Some storages list a key only a while after it was written.
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

	/** Removes what neither head needs, unless another sync is at work: what it wrote is in no head yet. */
	async function sweep(heads: readonly Head[]): Promise<void> {
		const expired: string[] = [];
		for (const key of keys) {
			if (!key.startsWith('lease:') || key === lease) continue;
			if (now() - Number((await store.read(key)) ?? 0) < leaseMs) return;
			expired.push(key);
		}
		const needed = new Set(heads.flatMap((kept) => [...namesOf(kept.parts, kept.chunks)]));
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
