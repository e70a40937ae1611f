export {
	isInvented,
	languageChain,
	languageOfLocale,
	lookUp,
	relationsOf,
	sitePathOf,
	storyCollections,
} from './find.js';
export { href, type Linkable, type LinkField, type LinkOptions, languageOf, nameOf } from './link.js';
export { type LinkAttributes, linkAttributes } from './link-attributes.js';
export {
	type EntryRoute,
	type LiveStoryEntry,
	routeOf,
	type StoryEntry,
	type StoryLike,
	type StoryPath,
	storyPaths,
	tagsOfEntry,
} from './paths.js';
