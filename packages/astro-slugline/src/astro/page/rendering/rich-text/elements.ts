import { imageOf } from '../../image/index.js';
import { attrsOf, numberOf, textOf } from './read.js';
import { safeAlignment, safeColor, styleOf } from './style.js';
import type { RichTextElement, RichTextNode } from './types.js';

type Attrs = Record<string, unknown>;
type Element = (attrs: Attrs, page: string | undefined) => RichTextElement | undefined;

const plain =
	(tag: string): Element =>
	() => ({ tag, attributes: {} });

const aligned = (tag: string, attrs: Attrs): RichTextElement => ({
	tag,
	attributes: { style: styleOf({ 'text-align': safeAlignment(attrs['textAlign']) }) },
});

const cell =
	(tag: string): Element =>
	({ colspan, rowspan, colwidth, backgroundColor, textAlign }) => {
		// A list with a width for each column that the cell spans; older content has one number.
		const width = numberOf(Array.isArray(colwidth) ? colwidth[0] : colwidth, 1, 10_000);
		return {
			tag,
			attributes: {
				colspan: numberOf(colspan, 2, 1000),
				rowspan: numberOf(rowspan, 2, 1000),
				style: styleOf({
					width: width && `${width}px`,
					'background-color': safeColor(backgroundColor),
					'text-align': safeAlignment(textAlign),
				}),
			},
		};
	};

/** An image of the service in sizes that fit, any other one as it is. */
const image: Element = ({ src, alt, title, meta_data }, page) => {
	const texts = typeof meta_data === 'object' && meta_data !== null ? { ...meta_data } : {};
	const asset = { filename: textOf(src), alt: textOf(alt), meta_data: texts };
	const img = imageOf(asset, { page })?.img;
	if (!img) return undefined;
	const attributes = Object.entries(img).map(([name, value]) => [name, String(value)]);
	return { tag: 'img', attributes: { ...Object.fromEntries(attributes), title: textOf(title) } };
};

/** Elements by the type of their node. */
const elements = new Map<string, Element>([
	['paragraph', (attrs) => aligned('p', attrs)],
	['heading', (attrs) => aligned(`h${numberOf(attrs['level'], 1, 6) ?? 2}`, attrs)],
	['blockquote', plain('blockquote')],
	['bullet_list', plain('ul')],
	['ordered_list', ({ order }) => ({ tag: 'ol', attributes: { start: numberOf(order, 2, 1_000_000_000) } })],
	['list_item', plain('li')],
	['task_list', () => ({ tag: 'ul', attributes: { class: 'task-list' } })],
	['task_item', plain('li')],
	['hard_break', plain('br')],
	['horizontal_rule', plain('hr')],
	['image', image],
	['table', plain('table')],
	['table_row', plain('tr')],
	['table_cell', cell('td')],
	['table_header', cell('th')],
	['details', plain('details')],
	['details_summary', plain('summary')],
	['details_content', plain('div')],
]);

/** The service has `bullet_list` and `tableRow`, the editor behind it `bulletList`. */
const fold = (type: string): string => type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The type of a node in one spelling: `table_row`, for `tableRow` too. */
export const typeOf = (node: RichTextNode): string => fold(node.type);

/** True for the types of node that have an element. */
export const hasElement = (type: string): boolean => elements.has(type);

/**
 * The element of a node; undefined if it has none, or if nothing of it is fit to show.
 *
 * @param page its address, for notices
 */
export const elementOf = (node: RichTextNode, page: string | undefined): RichTextElement | undefined =>
	elements.get(typeOf(node))?.(attrsOf(node), page);
