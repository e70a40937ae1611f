export {
	type Answered,
	alwaysRender,
	type Query,
	query,
	type ResolveOptions,
	resolve,
	type StoryBySlug,
	storyBySlug,
} from '../content/index.js';
