import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { replaceFile } from '../../../shared/replace-file.js';

const schema = z.object({
	/** Whose facts they are. */
	key: z.string(),
	facts: z.array(z.string()),
	/** Places in `facts`. */
	sets: z.array(z.array(z.number())),
	/** Place in `sets` by the digest of the story. */
	stories: z.record(z.string(), z.number()),
});

/** The facts of stories by their digests. Stories of equal facts share one list, and they are many. */
export type FactsByDigest = Map<string, readonly string[]>;

/** Reads kept facts; none, if the file is not there, damaged or has another key. */
export async function readFacts(file: URL, key: string): Promise<FactsByDigest> {
	const text = await readFile(file, 'utf8').catch(() => '');
	const parsed = schema.safeParse(parseJson(text));
	if (parsed.data?.key !== key) return new Map();
	const { facts, sets, stories } = parsed.data;
	const lists = sets.map((places) => places.map((place) => facts[place] ?? ''));
	return new Map(Object.entries(stories).map(([digest, place]) => [digest, lists[place] ?? []]));
}

/** Keeps facts for the next build. */
export async function writeFacts(file: URL, key: string, known: FactsByDigest): Promise<void> {
	const facts = new Map<string, number>();
	const sets = new Map<readonly string[], number>();
	const stories: Record<string, number> = {};
	for (const [digest, list] of known) stories[digest] = place(sets, list);
	const places = [...sets.keys()].map((list) => list.map((fact) => place(facts, fact)));
	await replaceFile(file, JSON.stringify({ key, facts: [...facts.keys()], sets: places, stories }));
}

function place<Key>(places: Map<Key, number>, key: Key): number {
	const known = places.get(key);
	if (known !== undefined) return known;
	places.set(key, places.size);
	return places.size - 1;
}

/** What a text says as JSON; undefined if it is none. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
