import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parsedJson } from '../../../shared/json.js';
import { replaceFile } from '../../../shared/node/replace-file.js';

const schema = z.object({
	/** The key of the source that the facts are from. */
	key: z.string(),
	facts: z.array(z.string()),
	/** Positions in `facts`. */
	sets: z.array(z.array(z.number())),
	/** Position in `sets` by the digest of the story. */
	stories: z.record(z.string(), z.number()),
});

/** The facts of stories by their digests. Stories with equal facts, which are common, share one list. */
export type FactsByDigest = Map<string, readonly string[]>;

/** Reads cached facts; empty if the file is missing or damaged, or has a different key. */
export async function readFacts(file: URL, key: string): Promise<FactsByDigest> {
	const text = await readFile(file, 'utf8').catch(() => '');
	const parsed = schema.safeParse(parsedJson(text));
	if (parsed.data?.key !== key) return new Map();
	const { facts, sets, stories } = parsed.data;
	const lists = sets.map((places) => places.map((place) => facts[place] ?? ''));
	return new Map(Object.entries(stories).map(([digest, place]) => [digest, lists[place] ?? []]));
}

/** Caches facts for the next build. */
export async function writeFacts(file: URL, key: string, byDigest: FactsByDigest): Promise<void> {
	const facts = new Map<string, number>();
	const sets = new Map<readonly string[], number>();
	const stories: Record<string, number> = {};
	for (const [digest, list] of byDigest) stories[digest] = place(sets, list);
	const places = [...sets.keys()].map((list) => list.map((fact) => place(facts, fact)));
	await replaceFile(file, JSON.stringify({ key, facts: [...facts.keys()], sets: places, stories }));
}

function place<Key>(places: Map<Key, number>, key: Key): number {
	const existing = places.get(key);
	if (existing !== undefined) return existing;
	places.set(key, places.size);
	return places.size - 1;
}
