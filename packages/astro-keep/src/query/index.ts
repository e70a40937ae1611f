/** @internal Only for `astro-slugline`. It changes without notice. */
export { ask, entriesOf, selectBy } from './ask.js';
export { at } from './fields.js';
export type { Picked } from './paths-of.js';
export { query } from './query.js';
export { type Entry, type Field, optionNames, type Query, select } from './select.js';
