export { type CollectionWriter, writeCollection } from './collection-writer.js';
export { deleteOutdated } from './delete-outdated.js';
export { refuseTooDeep } from './depth.js';
export { warnOfChunks } from './format/chunks.js';
export { textOfData } from './format/data-text.js';
export { deleteOutdatedStore, deleteStore } from './outdated-store.js';
export { readCollections, type StaleEntry, type StoredCollections, staleEntries } from './stale-entries.js';
export { storePlugin } from './store-plugin.js';
