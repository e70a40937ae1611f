export { rawOf, type Stored, shapeOf, trackedOf } from './entry.js';
