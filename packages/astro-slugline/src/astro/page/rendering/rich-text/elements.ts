import { attributeTo } from 'astro-keep/tracking';
import { imageOf } from '../../assets/index.js';
import { type LinkOptions, linkAttributes } from '../../paths/index.js';
import { attrsOf, numberOf, stringOf } from './read.js';
import type { RichTextElement, RichTextMark, RichTextNode } from './types.js';

type Attrs = Record<string, unknown>;
type Element = (attrs: Attrs, page: string | undefined) => RichTextElement | undefined;
type MarkElement = (attrs: Attrs, links: LinkOptions) => RichTextElement | undefined;

const plain = (tag: string) => () => ({ tag, attributes: {} });

const aligned = (tag: string, attrs: Attrs): RichTextElement => ({
	tag,
	attributes: { style: styleOf({ 'text-align': safeAlignment(attrs['textAlign']) }) },
});

const cell =
	(tag: string): Element =>
	({ colspan, rowspan, colwidth, backgroundColor, textAlign }) => {
		// One width for each column that the cell spans. Older content has a single number.
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

/** An image on the service's hosts comes in a suitable size, any other one as it is. */
const image: Element = ({ src, alt, title, meta_data }, page) => {
	const texts = typeof meta_data === 'object' && meta_data !== null ? { ...meta_data } : {};
	const asset = { filename: stringOf(src), alt: stringOf(alt), meta_data: texts };
	const img = imageOf(asset, { page })?.img;
	if (!img) return undefined;
	const attributes = Object.entries(img).map(([name, value]) => [name, String(value)]);
	return { tag: 'img', attributes: { ...Object.fromEntries(attributes), title: stringOf(title) } };
};

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

/** The API uses both `bullet_list` and `tableRow`, and the editor library `bulletList`. */
const fold = (type: string): string => type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The type of a node in one spelling: `table_row` also for `tableRow`. */
export const typeOf = (node: RichTextNode): string => fold(node.type);

export const hasElement = (type: string): boolean => elements.has(type);

/**
 * The element of a node; undefined if it has none, or if it cannot be shown, such as an image without a file.
 *
 * @param page address of the page, for warnings
 */
export const elementOf = (node: RichTextNode, page: string | undefined): RichTextElement | undefined =>
	elements.get(typeOf(node))?.(attrsOf(node), page);

const link: MarkElement = (attrs, links) => {
	// A mistake is in the text, and not in the module that shows it.
	const attributes = attributeTo('', () => linkAttributes(attrs, links));
	return attributes && { tag: 'a', attributes };
};

/** An element with attributes; undefined if all of them are empty or unsafe. */
function span(tag: string, attributes: RichTextElement['attributes']): RichTextElement | undefined {
	return Object.values(attributes).some((value) => value !== undefined) ? { tag, attributes } : undefined;
}

const styled: MarkElement = ({ color, id, class: name }) =>
	span('span', { id: stringOf(id), class: stringOf(name), style: styleOf({ color: safeColor(color) }) });

/** Elements by the type of their mark, from the outermost to the innermost around a text. */
const markElements = new Map<string, MarkElement>([
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

const ranks = new Map([...markElements.keys()].map((type, at) => [type, at]));

/** The position of a mark among the marks of a text; 0 is the outermost. */
export const rankOf = (mark: RichTextMark): number => ranks.get(mark.type) ?? ranks.size;

export const hasMarkElement = (type: string): boolean => markElements.has(type);

/** The element of a mark; undefined if it has none, such as a link that leads nowhere. */
export const elementOfMark = (mark: RichTextMark, links: LinkOptions): RichTextElement | undefined =>
	markElements.get(mark.type)?.(attrsOf(mark), links);

const color =
	/^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|var\(--[\w-]+\)|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([\d\s.,%/+-]*(?:(?:deg|turn|rad)[\d\s.,%/+-]*)?\))$/i;

/** A valid CSS color; undefined for any other value. */
const safeColor = (value: unknown): string | undefined =>
	typeof value === 'string' && value.length < 80 && color.test(value.trim()) ? value.trim() : undefined;

const alignments = new Set(['left', 'center', 'right', 'justify', 'start', 'end']);

/** A valid text alignment; undefined for any other value. */
const safeAlignment = (value: unknown): string | undefined =>
	typeof value === 'string' && alignments.has(value) ? value : undefined;

/** A `style` with the declarations that have a value; undefined if there are none. */
function styleOf(declarations: Record<string, string | undefined>): string | undefined {
	const given = Object.entries(declarations).filter(([, value]) => value !== undefined);
	return given.length > 0 ? given.map(([name, value]) => `${name}: ${value}`).join('; ') : undefined;
}
