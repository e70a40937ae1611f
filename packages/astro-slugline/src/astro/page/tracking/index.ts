export { givenSpace, giveSpace } from './ask-space.js';
export { assetKind, assetOfRead, assetRead } from './asset-read.js';
export { blokKind, blokRead } from './blok-read.js';
export { channel, closeChannel, openChannel } from './build-channel.js';
export {
	type Answer,
	type AskSpace,
	always,
	codeKind,
	type Described,
	type EntryChanges,
	fetched,
	isUnknowable,
	kindOf,
	type Notice,
	type PackedEntries,
	type Read,
	type ReadChannel,
	type RenderMarkdown,
	rewriteKind,
	type SharedEntry,
	type SpaceAnswer,
	type SpaceRequest,
	type WantAsset,
	type WantedAsset,
} from './channel.js';
export { giveMarkdown, givenMarkdown } from './markdown.js';
export { notice, noticeKind, noticeLine, noticeOfRead, takeNotices, withoutNotices } from './notice.js';
export { answers, askedBy, importerNow, record, recordField, unrecorded, watchEntries } from './record.js';
export { setWantAsset, wantAsset } from './wanted.js';
