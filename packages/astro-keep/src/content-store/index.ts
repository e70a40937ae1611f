/** @internal Only for `astro-slugline`. It changes without notice. */
export { type CollectionWriter, writeCollection } from './collection-writer.js';
export { textOfData } from './format/encode.js';
export { runsInNode, warnOfChunks } from './format/location.js';
export { deleteOutdated, deleteOutdatedStore, deleteStore } from './outdated-store.js';
export { readCollections, type StaleEntry, type StoredCollections, staleEntries } from './stale-entries.js';
export { storePlugin } from './store-plugin.js';
