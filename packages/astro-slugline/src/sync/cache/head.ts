import { packageVersion } from '../../shared/version.js';
import type { SpaceCounts } from '../model/synced-space.js';
import type { PartRef } from './index-parts.js';
import type { TextStore } from './text-store.js';

/** The keys of the two head records, which are written in turn: while one is being written, the other is intact. */
const slots = ['head-a', 'head-b'] as const;

/** The format of a cached state. Raise it with each change of what is stored: two checkouts may have the same package version. */
const headFormat = 2;

/** The head of a cached state, which is the commit point: everything that it names already exists in the storage. */
export interface StateHead {
	package: string;
	/** See `headFormat`. */
	format: number;
	/** One higher than the number of the previous state. */
	number: number;
	space: { id: number; name: string };
	/** The highest `cv` of the content's responses; null for drafts, and if the API does not name it. */
	cv: number | null;
	/** The highest version of the space so far; null for drafts. */
	spaceVersion: number | null;
	/** Set if the edge may not yet have served everything up to `spaceVersion`. */
	lag: Lag | null;
	/** The languages in the options; null for all. */
	requestedLanguages: string[] | null;
	/** The languages that the API named; null if it does not name them. */
	apiLanguages: string[] | null;
	languages: string[];
	/** When everything was last fetched, in milliseconds since 1970. */
	listedAt: number;
	stamp: string;
	/** Counts in all languages of the state. */
	counts: SpaceCounts;
	parts: PartRef[];
	/** Hashes of all chunks that rows refer to. */
	chunks: string[];
}

/**
 * The moment that a state is from. The edge serves snapshots, each named by its `cv`. The space has a version of its own, which
 * grows with each publish. They are different units (a token with a Minimum Cache TTL gets its `cv` in steps of that length), so each
 * is compared only with itself, with one exception: if both are the same number, the snapshot is that of the version.
 */
export type Checkpoint = Pick<StateHead, 'cv' | 'spaceVersion' | 'lag'>;

export interface Lag {
	/** When the awaited version was first seen, in milliseconds since 1970. */
	since: number;
	/** False if the content may be from several snapshots, so that the same snapshot may be read again. */
	isConsistent: boolean;
}

/** The parts of a head that do not follow from the index. */
export type HeadFields = Omit<
	StateHead,
	'package' | 'format' | 'number' | 'stamp' | 'counts' | 'parts' | 'chunks'
>;

export const fieldsOf = (head: HeadFields): HeadFields => {
	const { space, cv, spaceVersion, lag, requestedLanguages, apiLanguages, languages, listedAt } = head;
	return { space, cv, spaceVersion, lag, requestedLanguages, apiLanguages, languages, listedAt };
};

/** What the two records have; undefined for one that is missing or damaged. */
const readSlots = (store: TextStore) =>
	Promise.all(
		slots.map(async (slot) => {
			const text = await store.readSealed(slot);
			return text === undefined ? undefined : (JSON.parse(text) as StateHead);
		}),
	);

/** True if this code has written the head. */
export const isReadable = ({ package: version, format }: StateHead): boolean =>
	version === packageVersion && format === headFormat;

export async function readHeads(store: TextStore) {
	const exists = await Promise.all(slots.map(store.has));
	const heads = await readSlots(store);
	return {
		/** Intact records, newest first. */
		intact: heads.filter((head) => head !== undefined).sort((a, b) => b.number - a.number),
		damaged: heads.filter((head, at) => exists[at] && head === undefined).length,
	};
}

/** Writes a head over the older or damaged one of the two records, and returns it with its number. */
export async function writeHead(
	store: TextStore,
	head: Omit<StateHead, 'package' | 'format' | 'number'>,
): Promise<StateHead> {
	const [one = 0, other = 0] = (await readSlots(store)).map((before) => before?.number ?? 0);
	const number = Math.max(one, other) + 1;
	const numbered = { ...head, package: packageVersion, format: headFormat, number };
	await store.writeSealed(one > other ? slots[1] : slots[0], JSON.stringify(numbered));
	return numbered;
}

/** Removes both records, so that the next sync fetches everything. */
export async function removeHeads(store: TextStore): Promise<void> {
	for (const slot of slots) await store.remove(slot);
}
