export {
	type Environment,
	explains,
	readEnvironment,
} from './environment.js';
export { fileOf } from './file-of.js';
export { i18nWarnings, noStartPage, rootWarnings } from './i18n-warnings.js';
export {
	type AssetsOptions,
	type Options,
	outputName,
	previewPath,
	readOptions,
	rebuildPath,
	type SluglineOptions,
} from './options.js';
export {
	refuseMissingPage,
	refuseOldAstro,
	refusePreviewWithoutServer,
	refuseTwins,
	refuseWithoutServer,
} from './refusals.js';
export {
	type ContentSource,
	draftsWarning,
	findSource,
	previewSource,
	serverTokenWarning,
	serviceAddress,
} from './source.js';
