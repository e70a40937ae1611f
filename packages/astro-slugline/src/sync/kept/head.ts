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
	/** Null for drafts. */
	cv: number | null;
	/** The languages that the options asked for; null for all. */
	asked: string[] | null;
	/** The languages that the service named; null where it names none. */
	codes: string[] | null;
	/** The languages that are kept. */
	languages: string[];
	/** When everything was listed last, in milliseconds since 1970. */
	listedAt: number;
	stamp: string;
	rows: number;
	parts: PartRef[];
	/** Hashes of all chunks with a story that a row refers to. */
	chunks: string[];
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

/** Writes a record over the older or the damaged one of the two. */
export async function writeHead(store: TextStore, head: Head): Promise<void> {
	const [first, second] = await Promise.all(slots.map((slot) => store.readSealed(slot)));
	const number = (text: string | undefined) =>
		text === undefined ? -1 : (JSON.parse(text) as Pick<Head, 'number'>).number;
	await store.writeSealed(number(first) > number(second) ? slots[1] : slots[0], JSON.stringify(head));
}

/** Removes both records, so that the next sync begins anew. */
export async function removeHeads(store: TextStore): Promise<void> {
	for (const slot of slots) await store.remove(slot);
}
