export { trackedImportOf } from './analysis/track-imports-plugin.js';
export type { BuiltPage, BuiltPagesHook } from './built-pages.js';
export { buildIncrementally } from './incremental.js';
