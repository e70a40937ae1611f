export { type KeepOptions, type KeptPage, keep, keep as default } from './integration.js';
export type { BuiltFilesHook, ChangedFiles } from './output/index.js';
