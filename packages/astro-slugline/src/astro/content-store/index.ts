export { type CollectionWriter, writeCollection } from './collection-writer.js';
export { refuseTooDeep } from './depth.js';
export { warnOfChunks } from './format/chunks.js';
export { deleteOutdatedStore } from './outdated-store.js';
export { storePlugin } from './store-plugin.js';
