export {
	type EntryRoute,
	routeOf,
	type StoryEntry,
	type StoryPath,
	storyPaths,
	tagsOfEntry,
} from './paths.js';
export type { Alternate } from './routes-module.js';
