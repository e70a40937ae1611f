export { createManagement } from './management.js';
export type { SpaceDescription } from './space-info.js';
