export {
	lookUp,
	requestedPath,
	sitePathOf,
} from './find.js';
export {
	isSiteLanguage,
	languageChain,
	languageOfLocale,
	namedChain,
	originOf,
	recordGroup,
	shownIn,
	translationsOf,
} from './languages.js';
export {
	href,
	type Linkable,
	type LinkField,
	type LinkOptions,
} from './link.js';
export { type LinkAttributes, linkAttributes } from './link-attributes.js';
export { languageOf, languageOfStory, nameOf } from './page-of-link.js';
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
export { relationsOf, storyCollections } from './routes-now.js';
