import { readFile, rm } from 'node:fs/promises';
import type { AstroConfig } from 'astro';
import { replaceFile } from '../shared/node/replace-file.js';

/** The second is where Astro writes a store in chunks. */
const storesIn = ({ cacheDir }: Pick<AstroConfig, 'cacheDir'>): URL[] =>
	['data-store.json', 'data-store/'].map((name) => new URL(name, cacheDir));

/**
 * Deletes Astro's data store if its entries may have been made by something else than those of this build will be. All loaders
 * then load everything, as in a clean build. Call it before Astro opens the store.
 *
 * @param file where the digest of the last build is
 * @param digest of all that makes entries
 * @returns true if the store stays
 */
export const deleteOutdatedStore = (
	config: Pick<AstroConfig, 'cacheDir'>,
	file: URL,
	digest: string,
): Promise<boolean> => deleteOutdated(storesIn(config), file, digest);

/** Deletes Astro's data store, so that all loaders load everything. */
export async function deleteStore(config: Pick<AstroConfig, 'cacheDir'>): Promise<void> {
	for (const store of storesIn(config)) await rm(store, { force: true, recursive: true });
}

/**
 * Deletes cached files if something else made them than would make them now.
 *
 * @param file where the digest of what made them is
 * @param digest of what would make them now
 * @returns true if they stay
 */
export async function deleteOutdated(cached: readonly URL[], file: URL, digest: string): Promise<boolean> {
	const before = await readFile(file, 'utf8').catch(() => undefined);
	if (before === digest) return true;
	for (const one of cached) await rm(one, { force: true, recursive: true });
	await replaceFile(file, digest);
	return false;
}
