import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import type { AstroConfig } from 'astro';
import { parse } from 'devalue';
import { shownPart } from '../entries/index.js';

/** Astro's data store: entries by their ids, by collection. What loaders and Astro note themselves has names with `meta::`. */
export type StoredCollections = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/** An entry that was loaded again and came out differently, although its source is the same. */
export interface StaleEntry {
	collection: string;
	id: string;
	/** The values of the store before, and those of now. */
	before: Record<string, unknown>;
	now: Record<string, unknown>;
}

/** Reads Astro's data store. Empty if there is none, or one in chunks. */
export async function readCollections({
	cacheDir,
}: Pick<AstroConfig, 'cacheDir'>): Promise<StoredCollections> {
	try {
		const read: unknown = parse(await readFile(new URL('data-store.json', cacheDir), 'utf8'));
		return read instanceof Map ? read : new Map();
	} catch {
		// There is none, or Astro replaces it.
		return new Map();
	}
}

/** Values of Astro with which it loads everything again, if they change. */
const settingsOfAstro = ['astro-config-digest', 'content-config-digest', 'astro-version'];

/**
 * Compares a store with one for which everything was loaded again. An entry is stale if its loader gives it the same digest, so
 * that it would have stayed, and other values.
 *
 * @example staleEntries(before, await readCollections(config)) // → [{ collection: 'docs', id: 'start', … }]
 */
export function staleEntries(before: StoredCollections, now: StoredCollections): StaleEntry[] {
	const setting = (of: StoredCollections, name: string) => of.get('meta::meta')?.get(name);
	if (settingsOfAstro.some((name) => setting(before, name) !== setting(now, name))) return [];
	const found: StaleEntry[] = [];
	for (const [collection, entries] of now) {
		if (collection.startsWith('meta::')) continue;
		for (const [id, entry] of entries) {
			const old = before.get(collection)?.get(id);
			if (!isEntry(old) || !isEntry(entry)) continue;
			if (old['digest'] === undefined || sourceOf(old) !== sourceOf(entry)) continue;
			if (!isDeepStrictEqual(old, entry)) found.push({ collection, id, before: old, now: entry });
		}
	}
	return found;
}

/** The digest of what an entry is made of, without the part for what pages show of it. */
const sourceOf = ({ digest }: Record<string, unknown>): string => {
	const text = String(digest);
	const shown = shownPart(text);
	return shown === undefined ? text : text.slice(0, -shown.length);
};

const isEntry = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;
