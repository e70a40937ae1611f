export { createSync } from './create-sync.js';
export type { AskAgain, Progress, RequestCost, Source, Sync, SyncOptions, SyncRequest } from './options.js';
export { SyncError } from './sync-error.js';
export type { MergedEntry, StoryRow, SyncedSpace, SyncSummary } from './synced-space.js';
