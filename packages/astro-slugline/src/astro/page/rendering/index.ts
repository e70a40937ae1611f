export type { EditableAttributes } from '../../../shared/api/editable-comment.js';
export { withoutTimeLimit } from '../../../shared/without-time-limit.js';
export {
	type AssetField,
	type AssetLike,
	assetHref,
	type ImageAttributes,
	type ImageFilters,
	type ImageFormat,
	type ImageOptions,
	type ImageSource,
	imageOf,
	type RenderedImage,
} from '../assets/index.js';
export type { BlokComponent } from '../data/index.js';
export { type LinkAttributes, linkAttributes } from '../paths/index.js';
export {
	type BlokField,
	type BlokLike,
	type BlokMarks,
	bloksOf,
	componentOf,
	editable,
	fileFor,
	isDev,
	marksOf,
} from './blok.js';
export { type FeedItem, feedItems } from './feed.js';
export { type Head, type HeadEntry, type HeadOptions, headOf, type SeoField } from './head.js';
export { type MarkdownOptions, markdownHtml } from './markdown.js';
export { type RichTextOptions, richTextParts } from './rich-text/parts.js';
export type {
	RichTextComponents,
	RichTextElement,
	RichTextField,
	RichTextMark,
	RichTextNode,
	RichTextPart,
	RichTextProps,
} from './rich-text/types.js';
