import type { AstroConfig } from 'astro';
import {
	deleteStore,
	readCollections,
	type StaleEntry,
	type StoredCollections,
	staleEntries,
} from '../../content-store/index.js';
import { staleEntriesWarning } from './warnings.js';

type Site = Pick<AstroConfig, 'cacheDir'>;

/** Compares the entries of the last build with those that are loaded again in this one. */
export interface EntryCheck {
	/** Makes all loaders load everything. Call it before Astro opens its store. */
	begin(site: Site): Promise<void>;
	/** Compares, and warns of what differs. Call it after Astro has loaded the content. */
	end(site: Site): Promise<void>;
	/** Entries that ordinary builds would have left as they were. */
	stale(): readonly StaleEntry[];
}

export function createEntryCheck(logger: { warn(line: string): void }): EntryCheck {
	let before: StoredCollections | undefined;
	let stale: readonly StaleEntry[] = [];
	return {
		async begin(site) {
			before = await readCollections(site);
			await deleteStore(site);
		},
		async end(site) {
			if (!before) return;
			stale = staleEntries(before, await readCollections(site));
			for (const [collection, entries] of Map.groupBy(stale, (entry) => entry.collection))
				logger.warn(staleEntriesWarning(collection, entries));
		},
		stale: () => stale,
	};
}
