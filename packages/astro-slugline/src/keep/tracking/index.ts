export { type BuildChannel, buildChannel, cachedInBuild, channel } from './build-channel.js';
export {
	type Answer,
	type AskSpace,
	type EntryChanges,
	type EntryTracking,
	imageRow,
	missing,
	type Notice,
	type PackedEntries,
	type ReadChannel,
	type RenderMarkdown,
	type SharedEntry,
	type SlowAnswer,
	type SpaceAnswer,
	type SpaceRequest,
	type StoryPathsCalls,
	sourceKey,
	type Table,
	type TrackedField,
	type TrackedSource,
	type WantAsset,
	type WantedAsset,
} from './channel.js';
export { notice, noticeLine, withoutNotices } from './notice.js';
export {
	type Asks,
	type FieldPath,
	type Kind,
	kindOf,
	partsOf,
	type Read,
	readOf,
	whole,
} from './read.js';
export { answers, askedBy, asSeen, importerNow, record, unrecorded, watchEntries } from './record.js';
