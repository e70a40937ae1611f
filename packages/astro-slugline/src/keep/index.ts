export { lookedUpMeta } from './code/emitted-code.js';
export { trackedImportOf } from './code/track-imports-plugin.js';
export { type EnvFolder, envFiles, modeOf } from './command.js';
export {
	bundlingPlugin,
	configFile,
	contentConfigFile,
	contentConfigPlugin,
	markdownProcessors,
	moduleFile,
	packageDigests,
	readSiteModules,
} from './content-config/index.js';
export {
	type CollectionWriter,
	runsInNode,
	storePlugin,
	textOfData,
	warnOfChunks,
	writeCollection,
} from './content-store/index.js';
export type { Path } from './decide/astro-app.js';
export { pathName } from './decide/output-files.js';
export { explainPage } from './explain-page.js';
export { buildIncrementally } from './incremental.js';
export { listOfSome } from './kinds/own-rules.js';
export { addKinds, type KindRules, type Sentences } from './kinds/rules.js';
export {
	assetUrl,
	collectNotices,
	createTokenSearch,
	type Notices,
	type OutputFile,
	type OutputRecord,
	pathFrom,
	type SearchedOutput,
	type Secret,
	type TokenSearch,
} from './output/index.js';
export type { ChosenPaths, IncrementalOptions, PageReport } from './render/tracked-build.js';
