export { buildIncrementally } from './incremental.js';
