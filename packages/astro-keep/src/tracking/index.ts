/** @internal Only for `astro-slugline`. It changes without notice. */
export { type BuildChannel, buildChannel, cachedInBuild, channel } from './build-channel.js';
export {
	type Answer,
	type EntryChanges,
	type EntryTracking,
	imageRow,
	missing,
	type Notice,
	type PackedEntries,
	type ReadChannel,
	type SharedEntry,
	type SlowAnswer,
	sourceKey,
	type Table,
	type TrackedField,
	type TrackedSource,
} from './channel.js';
export { noticeLine, noticesOf, withoutNotices } from './notice.js';
export { type PlaceInSite, placeInSite } from './place-in-site.js';
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
export { answers, asSeen, attributeTo, importerNow, record, untrack, watchEntries } from './record.js';
