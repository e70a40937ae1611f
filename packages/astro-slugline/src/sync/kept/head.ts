import type { SpaceCounts } from '../synced-space.js';
import type { PartRef } from './index-parts.js';
import type { TextStore } from './text-store.js';

/** The two records that take turns: while one is being written, the other stands. */
const slots = ['head-a', 'head-b'] as const;

/** What a kept state is of, and all that it consists of. */
export interface Head {
	format: number;
	package: string;
	/** One higher than that of the state before. */
	number: number;
	space: { id: number; name: string };
	/** The highest `cv` that the content was served under; null for drafts, and where the service names none. */
	cv: number | null;
	/** The highest version of the space that was seen; null for drafts. */
	spaceVersion: number | null;
	/** Set while the edge may not serve yet all that the space had at `spaceVersion`. */
	lag: Lag | null;
	/** The languages that the options asked for; null for all. */
	asked: string[] | null;
	/** The languages that the service named; null where it names none. */
	codes: string[] | null;
	/** The languages that are kept. */
	languages: string[];
	/** When everything was listed last, in milliseconds since 1970. */
	listedAt: number;
	stamp: string;
	/** Of all kept languages. */
	counts: SpaceCounts;
	parts: PartRef[];
	/** Hashes of all chunks with a story that a row refers to. */
	chunks: string[];
}

/** A wait for the edge. */
export interface Lag {
	/** When the version that is waited for was seen first, in milliseconds since 1970. */
	since: number;
	/** False if the content may be of several snapshots, so that the same one may be read again. */
	whole: boolean;
}

/** What a read of the head records found. */
export interface Heads {
	/** Whole records, the newest first. */
	whole: Head[];
	/** How many records are there but damaged. */
	damaged: number;
}

/** Reads both records. */
export async function readHeads(store: TextStore): Promise<Heads> {
	const found = await Promise.all(
		slots.map(async (slot) => ({ text: await store.readSealed(slot), exists: await store.has(slot) })),
	);
	return {
		whole: found
			.flatMap(({ text }) => (text === undefined ? [] : [JSON.parse(text) as Head]))
			.sort((a, b) => b.number - a.number),
		damaged: found.filter(({ text, exists }) => exists && text === undefined).length,
	};
}

/** Writes a record over the older or the damaged one of the two, and gives it with its number. */
export async function writeHead(store: TextStore, head: Omit<Head, 'number'>): Promise<Head> {
	const [first, second] = await Promise.all(slots.map((slot) => store.readSealed(slot)));
	const numberOf = (text: string | undefined) =>
		text === undefined ? 0 : (JSON.parse(text) as Pick<Head, 'number'>).number;
	const [one, other] = [numberOf(first), numberOf(second)];
	const numbered = { ...head, number: Math.max(one, other) + 1 };
	await store.writeSealed(one > other ? slots[1] : slots[0], JSON.stringify(numbered));
	return numbered;
}

/** Removes both records, so that the next sync begins anew. */
export async function removeHeads(store: TextStore): Promise<void> {
	for (const slot of slots) await store.remove(slot);
}
