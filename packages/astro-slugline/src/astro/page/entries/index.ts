export { watched } from './tracked.js';
export { unrecorded, wholeDigest } from './volatile-fields.js';
