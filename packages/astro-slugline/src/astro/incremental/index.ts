export { doorOf } from './analysis/track-imports-plugin.js';
export { buildIncrementally } from './incremental.js';
