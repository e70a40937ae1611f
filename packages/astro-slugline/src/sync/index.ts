export type { AskAgain } from '../shared/api/ask-again.js';
export type { MergedEntry } from '../shared/api/merged-entries.js';
export type { Progress, RequestCost, Source, Sync, SyncOptions, SyncRequest } from './model/options.js';
export { SyncError } from './model/sync-error.js';
export type { SpaceCounts, StoryRow, SyncedSpace, SyncSummary } from './model/synced-space.js';
export { type ReferenceInput, referenceDigests } from './references/reference-digests.js';
export { type References, readReferences } from './references/references.js';
export { createSync } from './sync.js';
