/** @internal Only for `astro-slugline`. It changes without notice. */
export { contentTypeKey, contentTypeOf } from './content-type.js';
export { rawOf, rowOf, type Stored, shapeOf, trackedOf, withId } from './entry.js';
export { LazyCollection } from './lazy-collection.js';
export { shownPart } from './shown-part.js';
