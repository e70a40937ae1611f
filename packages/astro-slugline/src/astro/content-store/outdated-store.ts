import { rm } from 'node:fs/promises';
import type { AstroConfig } from 'astro';
import { deleteOutdated } from './delete-outdated.js';

type Site = Pick<AstroConfig, 'cacheDir'>;

/** The second is where Astro writes a store in chunks. */
const storesIn = ({ cacheDir }: Site): URL[] =>
	['data-store.json', 'data-store/'].map((name) => new URL(name, cacheDir));

/**
 * Deletes Astro's data store if its entries may have been made by something else than those of this build will be. All loaders
 * then load everything, as in a clean build. Call it before Astro opens the store.
 *
 * @param file where the digest of the last build is
 * @param digest of all that makes entries
 * @returns true if the store stays
 */
export const deleteOutdatedStore = (config: Site, file: URL, digest: string): Promise<boolean> =>
	deleteOutdated(storesIn(config), file, digest);

/** Deletes Astro's data store, so that all loaders load everything. */
export async function deleteStore(config: Site): Promise<void> {
	for (const store of storesIn(config)) await rm(store, { force: true, recursive: true });
}
