export { createSpace, type Space } from './create-space.js';
export { SpaceFolderError } from './folder/folder-error.js';
export type { SpaceTokens } from './model.js';
export type { Fault, SpaceSettings } from './settings.js';
