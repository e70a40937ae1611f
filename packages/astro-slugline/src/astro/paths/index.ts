export { href, type Linkable, type LinkField, type LinkOptions } from './link.js';
export {
	type EntryRoute,
	routeOf,
	type StoryEntry,
	type StoryLike,
	type StoryPath,
	storyPaths,
	tagsOfEntry,
} from './paths.js';
export type { Alternate } from './routes-module.js';
