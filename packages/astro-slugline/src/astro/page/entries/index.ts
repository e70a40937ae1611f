export { rawOf, rowOf, type Stored, shapeOf, trackedOf, withId } from './entry.js';
