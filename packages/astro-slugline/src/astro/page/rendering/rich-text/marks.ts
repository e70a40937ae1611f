import { type LinkOptions, linkAttributes } from '../../paths/index.js';
import { attrsOf, stringOf } from './read.js';
import { safeColor, styleOf } from './style.js';
import type { RichTextElement, RichTextMark } from './types.js';

type Element = (attrs: Record<string, unknown>, links: LinkOptions) => RichTextElement | undefined;

const plain =
	(tag: string): Element =>
	() => ({ tag, attributes: {} });

const link: Element = (attrs, links) => {
	const attributes = linkAttributes(attrs, links);
	return attributes && { tag: 'a', attributes };
};

/** An element with attributes; undefined if all of them are empty or unsafe. */
function span(tag: string, attributes: RichTextElement['attributes']): RichTextElement | undefined {
	return Object.values(attributes).some((value) => value !== undefined) ? { tag, attributes } : undefined;
}

const styled: Element = ({ color, id, class: name }) =>
	span('span', { id: stringOf(id), class: stringOf(name), style: styleOf({ color: safeColor(color) }) });

/** Elements by the type of their mark, from the outermost to the innermost around a text. */
const elements = new Map<string, Element>([
	['link', link],
	['anchor', ({ id }) => span('span', { id: stringOf(id) })],
	['styled', styled],
	['textStyle', styled],
	[
		'highlight',
		({ color }) => ({
			tag: 'mark',
			attributes: { style: styleOf({ 'background-color': safeColor(color) }) },
		}),
	],
	['bold', plain('strong')],
	['strong', plain('strong')],
	['italic', plain('em')],
	['strike', plain('s')],
	['underline', plain('u')],
	['superscript', plain('sup')],
	['subscript', plain('sub')],
	['code', plain('code')],
]);

const ranks = new Map([...elements.keys()].map((type, at) => [type, at]));

/** The position of a mark among the marks of a text; 0 is the outermost. */
export const rankOf = (mark: RichTextMark): number => ranks.get(mark.type) ?? ranks.size;

/** True for a type of mark that has an element. */
export const hasMarkElement = (type: string): boolean => elements.has(type);

/** The element of a mark; undefined if it has none, such as a link that leads nowhere. */
export const elementOfMark = (mark: RichTextMark, links: LinkOptions): RichTextElement | undefined =>
	elements.get(mark.type)?.(attrsOf(mark), links);
