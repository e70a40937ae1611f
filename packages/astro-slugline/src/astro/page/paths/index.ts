export { isInvented, languageOfLocale, relationsOf, storyCollections } from './find.js';
export { href, type Linkable, type LinkField, type LinkOptions, languageOf } from './link.js';
export { type LinkAttributes, linkAttributes } from './link-attributes.js';
export {
	type EntryRoute,
	routeOf,
	type StoryEntry,
	type StoryLike,
	type StoryPath,
	storyPaths,
	tagsOfEntry,
} from './paths.js';
