import { readFile, rm } from 'node:fs/promises';
import type { AstroConfig } from 'astro';
import { replaceFile } from '../../shared/replace-file.js';

/**
 * Deletes Astro's data store if its entries may have been made by something else than those of this build will be. All loaders
 * then load everything, as in a clean build. Call it before Astro opens the store.
 *
 * @param file where the digest of the last build is
 * @param digest of all that makes entries
 * @returns true if the store stays
 */
export async function deleteOutdatedStore(
	{ cacheDir }: Pick<AstroConfig, 'cacheDir'>,
	file: URL,
	digest: string,
): Promise<boolean> {
	const before = await readFile(file, 'utf8').catch(() => undefined);
	if (before === digest) return true;
	await deleteStore({ cacheDir });
	await replaceFile(file, digest);
	return false;
}

/** Deletes Astro's data store, so that all loaders load everything. */
export async function deleteStore({ cacheDir }: Pick<AstroConfig, 'cacheDir'>): Promise<void> {
	// The second is where Astro writes a store in chunks.
	for (const name of ['data-store.json', 'data-store/'])
		await rm(new URL(name, cacheDir), { force: true, recursive: true });
}
