export { givenSpace, giveSpace } from './ask-space.js';
export { assetKind, assetOfRead, assetRead } from './asset-read.js';
export { blokKind, blokRead } from './blok-read.js';
export { channel, closeChannel, openChannel } from './build-channel.js';
export {
	type Answer,
	type AskSpace,
	always,
	type Described,
	fetched,
	isUnknowable,
	kindOf,
	type Notice,
	type Read,
	type ReadChannel,
	type RenderMarkdown,
	type SpaceAnswer,
	type SpaceRequest,
	type WantAsset,
	type WantedAsset,
} from './channel.js';
export { giveMarkdown, givenMarkdown } from './markdown.js';
export { notice, noticeKind, noticeLine, noticeOfRead, takeNotices, withoutNotices } from './notice.js';
export { answers, askedBy, importerNow, record, recordField, unrecorded } from './record.js';
export { setWantAsset, wantAsset } from './wanted.js';
