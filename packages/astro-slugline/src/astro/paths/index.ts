export { type EntryRoute, routeOf, type StoryEntry, type StoryPath, storyPaths } from './paths.js';
export type { Alternate } from './routes-module.js';
