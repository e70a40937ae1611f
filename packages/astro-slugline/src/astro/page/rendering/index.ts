export {
	type BlokField,
	type BlokLike,
	type BlokMarks,
	bloksOf,
	componentOf,
	type EditableAttributes,
	editable,
	fileFor,
	isDev,
	marksOf,
} from './blok.js';
export { type Head, type HeadEntry, type HeadOptions, headOf } from './head/head.js';
export type { SeoField } from './head/seo.js';
export { type MarkdownOptions, markdownHtml } from './markdown.js';
export { escapeText } from './rich-text/html.js';
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
