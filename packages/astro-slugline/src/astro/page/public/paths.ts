export type { Alternate } from '../data/index.js';
export {
	type EntryRoute,
	href,
	type Linkable,
	type LinkField,
	type LinkOptions,
	type LiveStoryEntry,
	routeOf,
	type StoryEntry,
	type StoryLike,
	type StoryPath,
	storyPaths,
	tagsOfEntry,
} from '../paths/index.js';
