/** @internal Only for `astro-slugline`. It changes without notice. */
export { assetUrl } from './asset-url.js';
export { type BuiltFilesHook, type ChangedFiles, reportFiles } from './changed-files.js';
export { checkOutput } from './check-output.js';
export { removeFiles, timeOf } from './list-output.js';
export { collectNotices, type Notices } from './notices.js';
export { type OutputFile, type OutputRecord, readRecord } from './output-record.js';
export { runHooks } from './run-hooks.js';
export {
	createTokenSearch,
	recordFile,
	type SearchedOutput,
	type TokenSearch,
	type WrittenPages,
} from './search.js';
export type { Secret } from './secret.js';
