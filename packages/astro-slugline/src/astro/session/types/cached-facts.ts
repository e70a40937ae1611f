import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { parsedJson } from '../../../shared/json.js';
import { replaceFile } from '../../../shared/node/replace-file.js';

const schema = z.object({
	/** The key of the source that the facts are from. */
	key: z.string(),
	groups: z.array(z.object({ facts: z.array(z.string()), digests: z.array(z.string()) })),
});

/** The facts of stories by their digests. Stories with equal facts, which are common, share one list. */
export type FactsByDigest = Map<string, readonly string[]>;

/** Reads cached facts; empty if the file is missing or damaged, or has a different key. */
export async function readFacts(file: URL, key: string): Promise<FactsByDigest> {
	const { data } = schema.safeParse(parsedJson(await readFile(file, 'utf8').catch(() => '')));
	const groups = data?.key === key ? data.groups : [];
	return new Map(groups.flatMap(({ facts, digests }) => digests.map((digest) => [digest, facts] as const)));
}

export async function writeFacts(file: URL, key: string, byDigest: FactsByDigest): Promise<void> {
	const groups = Map.groupBy(byDigest.keys(), (digest) => byDigest.get(digest));
	const written = Array.from(groups, ([facts = [], digests]) => ({ facts, digests }));
	await replaceFile(file, JSON.stringify({ key, groups: written }));
}
