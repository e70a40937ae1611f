export { createPatch, type Patch } from './patch.js';
export { type Recording, recordChildren } from './recording.js';
