export type { PulledSpace, PulledVersion } from './pulled-space.js';
export { type PullReport, writePulledSpace } from './write-folder.js';
