export { type AssetField, type AssetLike, assetHref } from '../assets/index.js';
export type { BlokComponent } from '../data/index.js';
export {
	type ImageAttributes,
	type ImageFilters,
	type ImageFormat,
	type ImageOptions,
	type ImageSource,
	imageOf,
	type RenderedImage,
} from '../image/index.js';
export { type LinkAttributes, linkAttributes } from '../paths/index.js';
export {
	type BlokField,
	type BlokLike,
	bloksOf,
	componentOf,
	type EditableAttributes,
	editable,
	fileFor,
	type Head,
	type HeadEntry,
	type HeadOptions,
	headOf,
	isDev,
	type MarkdownOptions,
	markdownHtml,
	type RichTextComponents,
	type RichTextElement,
	type RichTextField,
	type RichTextMark,
	type RichTextNode,
	type RichTextOptions,
	type RichTextPart,
	type RichTextProps,
	richTextParts,
	type SeoField,
} from '../rendering/index.js';
