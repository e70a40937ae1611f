/** @internal Only for `astro-slugline`. It changes without notice. */
export { lockBuild } from './build-lock.js';
export { lookedUpMeta } from './code/emitted-code.js';
export { trackedImportOf } from './code/track-imports-plugin.js';
export type { Path } from './decide/astro-app.js';
export { explainPage } from './explain-page.js';
export { buildIncrementally } from './incremental.js';
export { listOfSome } from './kinds/own-rules.js';
export { addKinds, type KindRules, type Sentences } from './kinds/rules.js';
export type { ChosenPaths, IncrementalOptions, PageReport } from './render/tracked-build.js';
