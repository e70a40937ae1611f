export type {
	ISbResponse,
	ISbResult,
	ISbStories,
	ISbStoriesParams,
	ISbStory,
	ISbStoryData,
	ISbStoryParams,
} from 'storyblok-js-client';
export { editable as storyblokEditable } from '../astro/page/rendering/index.js';
export {
	type StoryblokApi,
	type StoryblokApi as StoryblokClient,
	storyblokApi,
	useStoryblokApi,
} from './client.js';
export { getLiveStory, getPayload, loadStoryblokBridge, onRequest } from './preview.js';
export {
	type RichTextOptions,
	type RichTextResolvers,
	RichTextSchema,
	renderRichText,
	richTextResolver,
} from './rich-text.js';
export type { SbBlokData } from './types.js';
