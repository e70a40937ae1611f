export { entrySource, rawOf, type Stored, shapeOf, trackedEntry } from './tracked-object.js';
