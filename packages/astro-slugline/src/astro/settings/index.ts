export { argumentOf } from './arguments.js';
export { envFiles, modeOf } from './env-files.js';
export { type Environment, explains, isOn, readEnvironment } from './environment.js';
export { fileOf } from './file-of.js';
export {
	type AssetsOptions,
	type Options,
	readOptions,
	rebuildPath,
	type SluglineOptions,
} from './options.js';
export { outputName } from './output-name.js';
export { previewSource } from './preview-source.js';
export {
	isIncremental,
	refuseMissingPage,
	refuseOldAstro,
	refusePreviewWithoutServer,
	refuseTwins,
	refuseWithoutServer,
} from './refusals.js';
export { type ContentSource, draftsWarning, findSource } from './source.js';
