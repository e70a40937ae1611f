export { rawOf, rowOf, type Stored, shapeOf, trackedOf } from './entry.js';
