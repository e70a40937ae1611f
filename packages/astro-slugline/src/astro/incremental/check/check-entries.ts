import type { AstroConfig } from 'astro';
import {
	readCollections,
	type StaleEntry,
	type StoredCollections,
	staleEntries,
} from '../../content-store/index.js';
import { staleEntriesWarning } from './warnings.js';

/**
 * Compares the entries of the last build with those that were loaded again in this one, and warns of what differs.
 *
 * @returns entries that ordinary builds would have left as they were
 */
export async function checkEntries(
	before: StoredCollections,
	config: Pick<AstroConfig, 'cacheDir'>,
	logger: { warn(line: string): void },
): Promise<StaleEntry[]> {
	const stale = staleEntries(before, await readCollections(config));
	for (const [collection, entries] of Map.groupBy(stale, (entry) => entry.collection))
		logger.warn(staleEntriesWarning(collection, entries));
	return stale;
}
