import { defaultSchema, type Schema } from 'hast-util-sanitize';
import { safeSchemes } from '../../../shared/text/safe-address.js';

/** Allowed CSS declarations: those of highlighted code, and alignment. No declaration that loads a file or covers the page. */
const safeStyle =
	/^(?!.*url)(?=.{0,2000}$)(?:\s*(?:color|background-color|font-style|font-weight|text-decoration|text-align|overflow-x|white-space|word-wrap|--shiki-[\w-]+)\s*:[\w#%.,\s()-]*(?:;|$))*\s*$/i;

const links = [...safeSchemes];
const files = ['http', 'https'];

/** Attributes that Markdown itself creates for highlighted code and footnotes. */
const ownData = ['dataLanguage', 'dataFootnotes', 'dataFootnoteRef', 'dataFootnoteBackref'];

/** The name of an attribute in a syntax tree: `dataTrackId` for `data-track-id`. */
const property = (name: string): string =>
	name.replace(/-+(.)?/g, (_, letter: string = '') => letter.toUpperCase());

/**
 * The HTML that a Markdown field may have: what Markdown itself creates, and harmless markup.
 *
 * @param dataAttributes names of `data-*` attributes that editors may set
 */
export const safeHtml = (dataAttributes: readonly string[]): Schema => ({
	...schema,
	attributes: {
		...schema.attributes,
		'*': [...(schema.attributes?.['*'] ?? []), ...dataAttributes.map(property)],
	},
});

const schema: Schema = {
	strip: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'textarea', 'title'],
	tagNames: [
		...(defaultSchema.tagNames ?? []).filter((name) => name !== 'picture' && name !== 'source'),
		...'abbr audio caption cite col colgroup figcaption figure mark small time u video'.split(' '),
	],
	attributes: {
		'*': [
			...['className', 'id', 'lang', 'dir', 'title', 'role', 'tabIndex', 'align', 'hidden', 'aria*'],
			...ownData,
			['style', safeStyle],
		],
		a: ['href', 'target', 'rel', 'download', 'hrefLang'],
		audio: ['src', 'controls', 'loop', 'muted', 'preload'],
		blockquote: ['cite'],
		col: ['span'],
		details: ['open'],
		img: ['src', 'alt', 'width', 'height', 'loading', 'decoding'],
		input: [['disabled', true], ['type', 'checkbox'], 'checked'],
		li: ['value'],
		ol: ['start', 'reversed', 'type'],
		q: ['cite'],
		td: ['colSpan', 'rowSpan', 'headers'],
		th: ['colSpan', 'rowSpan', 'headers', 'scope'],
		time: ['dateTime'],
		video: ['src', 'poster', 'width', 'height', 'controls', 'loop', 'muted', 'playsInline', 'preload'],
	},
	required: { input: { disabled: true, type: 'checkbox' } },
	protocols: { href: links, cite: files, poster: files, src: files },
	ancestors: defaultSchema.ancestors,
	// Ids of headings stay, so that links to them work.
	clobber: [],
};
