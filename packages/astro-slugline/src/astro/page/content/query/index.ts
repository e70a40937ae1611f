export type { Query } from './options.js';
export { type Answered, ask, query, selectIn } from './query.js';
export { slugOf } from './slug-of.js';
