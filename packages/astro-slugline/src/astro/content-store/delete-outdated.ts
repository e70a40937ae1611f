import { readFile, rm } from 'node:fs/promises';
import { replaceFile } from '../../shared/replace-file.js';

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
