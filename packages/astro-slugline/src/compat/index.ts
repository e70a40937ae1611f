export type {
	ISbAlternateObject,
	ISbCache,
	ISbConfig,
	ISbDimensions,
	ISbError,
	ISbResponse,
	ISbResult,
	ISbSchema,
	ISbStories,
	ISbStoriesParams,
	ISbStory,
	ISbStoryData,
	ISbStoryParams,
} from 'storyblok-js-client';
export {
	editable as storyblokEditable,
	type RichTextMark as SbRichTextMark,
	type RichTextNode as SbRichTextDoc,
	type RichTextNode as SbRichTextNode,
} from '../astro/page/rendering/index.js';
export {
	type StoryblokApi,
	type StoryblokApi as StoryblokClient,
	storyblokApi,
	useStoryblok,
	useStoryblokApi,
} from './client.js';
export type { StoryblokOptions as IntegrationOptions } from './config/index.js';
export { getLiveStory, getPayload, isEditorRequest, loadStoryblokBridge, onRequest } from './preview.js';
export {
	apiPlugin,
	attrsToHtmlString,
	buildAstroAttrs,
	buildStoryblokImage,
	getInnerMarks,
	getStaticChildren,
	groupLinkNodes,
	handleStoryblokMessage,
	isSelfClosing,
	isValidAstroComponent,
	normalizeNodes,
	processAttrs,
	resolveTag,
	splitTableRows,
	storyblokInit,
	styleToString,
} from './refused.js';
export {
	type RichTextOptions,
	type RichTextResolvers,
	renderRichText,
	richTextResolver,
} from './rich-text.js';
export { RichTextSchema, sanitizeJSON, toCamelCase } from './text.js';
export type { SbBlokData } from './types.js';
