export { assetKind, assetOfRead, assetRead } from './asset-read.js';
export { blokKind, blokRead } from './blok-read.js';
export { channel, closeChannel, openChannel } from './build-channel.js';
export {
	type Answer,
	type Answered,
	type AskSpace,
	always,
	codeKind,
	type EntryChanges,
	fetched,
	isUnknowable,
	kindOf,
	type Notice,
	type PackedEntries,
	type PathsOfRoute,
	type Read,
	type ReadChannel,
	type RenderMarkdown,
	rewriteKind,
	type SharedEntry,
	type SpaceAnswer,
	type SpaceRequest,
	sourceKey,
	type TrackedField,
	type TrackedSource,
	type WantAsset,
	type WantedAsset,
} from './channel.js';
export {
	giveMarkdown,
	givenMarkdown,
	givenSpace,
	giveSpace,
	setWantAsset,
	wantAsset,
} from './given.js';
export { notice, noticeKind, noticeLine, noticeOfRead, takeNotices, withoutNotices } from './notice.js';
export { answers, askedBy, asSeen, importerNow, record, unrecorded, watchEntries } from './record.js';
export { leaveStoryPaths, noteEmpty, notePaths, takeStoryPaths } from './story-paths.js';
