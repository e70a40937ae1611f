export type { BuiltPage, BuiltPagesHook } from './built-pages.js';
export { trackedImportOf } from './code/track-imports-plugin.js';
export { explainPage } from './explain-page.js';
export { buildIncrementally } from './incremental.js';
