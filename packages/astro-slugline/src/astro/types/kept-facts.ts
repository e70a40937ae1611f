import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { replaceFile } from '../replace-file.js';

/** One higher with each change of what facts say. */
const format = 1;

const schema = z.object({
	format: z.literal(format),
	facts: z.array(z.string()),
	/** Places in `facts`. */
	sets: z.array(z.array(z.number())),
	/** Place in `sets` by the digest of the story. */
	stories: z.record(z.string(), z.number()),
});

/** The facts of stories by their digests. Stories of equal facts share one list, and they are many. */
export type FactsByDigest = Map<string, readonly string[]>;

/** Reads kept facts; none, if the file is not there, damaged or of another version. */
export async function readFacts(file: URL): Promise<FactsByDigest> {
	const text = await readFile(file, 'utf8').catch(() => '');
	const parsed = schema.safeParse(parseJson(text));
	if (!parsed.success) return new Map();
	const { facts, sets, stories } = parsed.data;
	const lists = sets.map((places) => places.map((place) => facts[place] ?? ''));
	return new Map(Object.entries(stories).map(([digest, place]) => [digest, lists[place] ?? []]));
}

/** Keeps facts for the next build. */
export async function writeFacts(file: URL, known: FactsByDigest): Promise<void> {
	const facts = new Map<string, number>();
	const sets = new Map<readonly string[], number>();
	const stories: Record<string, number> = {};
	for (const [digest, list] of known) stories[digest] = place(sets, list);
	const places = [...sets.keys()].map((list) => list.map((fact) => place(facts, fact)));
	await replaceFile(file, JSON.stringify({ format, facts: [...facts.keys()], sets: places, stories }));
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
