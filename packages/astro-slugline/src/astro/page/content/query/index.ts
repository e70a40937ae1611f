export type { Query } from './options.js';
export { type Answered, ask, query } from './query.js';
export { slugOf } from './slug-of.js';
