import { escapeHtml } from '../../../../shared/text/escape-html.js';
import { safeAddress } from '../../../../shared/text/safe-address.js';
import { notice, refuseNoProp } from '../../data/index.js';
import type { LinkOptions } from '../../paths/index.js';
import { elementOf, elementOfMark, hasElement, hasMarkElement, rankOf, typeOf } from './elements.js';
import { attrsOf, contentOf, isNode, marksOf, plainTextOf, stringOf } from './read.js';
import type {
	RichTextComponents,
	RichTextElement,
	RichTextField,
	RichTextMark,
	RichTextNode,
	RichTextPart,
} from './types.js';
import { createWriter, type Writer } from './writer.js';

/** Options of `richTextParts()`. */
export interface RichTextOptions extends LinkOptions {
	/** Components for nodes and marks, by their type. */
	components?: RichTextComponents | undefined;
	/** Other props for the components. */
	props?: Record<string, unknown> | undefined;
	/** Address of the page, for warnings. */
	page?: string | undefined;
}

interface Walk extends RichTextOptions {
	writer: Writer;
	/** The remaining steps, the next one last. A list, so that depth uses no stack. */
	steps: (() => void)[];
	/** Ids that have been written. Only the first text with an id gets it. */
	ids: Set<string>;
}

/**
 * Renders rich text to parts: safe HTML, bloks, code, and components of your own. Text is escaped, and only known attributes with
 * valid values are written.
 *
 * @param props those of `<RichText>`
 * @throws {AstroError} if `<RichText>` has no prop `doc`, or if components of yours are nested more than 1,000 levels deep
 * @example
 * const html = richTextParts(blok.text).filter((part) => typeof part === 'string').join('');
 */
export function richTextParts(
	doc: RichTextField,
	options: RichTextOptions = {},
	props: { readonly doc?: unknown } = { doc },
): RichTextPart[] {
	refuseNoProp('RichText', 'doc', props, 'Write `<RichText doc={blok.text} />`.', options.page);
	const walk: Walk = { ...options, writer: createWriter(), steps: [], ids: new Set() };
	const nodes: unknown[] = [doc ?? []].flat();
	if (typeof doc === 'string') {
		if (doc.trim() !== '')
			notice(
				'`<RichText>` was given a text, which it shows as it is. Show Markdown with `<Markdown text={…} />`.',
				options.page,
			);
		walk.writer.html(escapeHtml(doc));
	} else writeNodes(nodes.filter(isNode), 0, walk);
	if (nodes.some((node) => Object(node) === node && !isNode(node)))
		notice(
			'`<RichText>` was given something other than rich text, which it leaves out. Show bloks with `<Blok blok={blok.body} />`, and Markdown with `<Markdown text={blok.text} />`.',
			options.page,
		);
	for (let step = walk.steps.pop(); step; step = walk.steps.pop()) step();
	return walk.writer.end();
}

/** Writes nodes with their marks from `level` on. Neighbors with the same mark share one element. */
function writeNodes(nodes: readonly RichTextNode[], level: number, walk: Walk, at = 0): void {
	const node = nodes[at];
	if (!node) return;
	const mark = orderedMarks(node)[level];
	let end = at + 1;
	if (mark) while (end < nodes.length && isSame(orderedMarks(nodes[end])[level], mark)) end += 1;
	if (end < nodes.length) walk.steps.push(() => writeNodes(nodes, level, walk, end));
	const run = nodes.slice(at, end);
	if (mark) writeMark(mark, walk, () => writeNodes(run, level + 1, walk));
	else writeNode(node, walk);
}

/** The outermost mark first. Of several of one type, the service's editor has the innermost first: the color that is seen. */
const orderedMarks = (node: RichTextNode | undefined): RichTextMark[] => {
	const marks = node ? marksOf(node) : [];
	return marks.length > 1 ? marks.reverse().sort((a, b) => rankOf(a) - rankOf(b)) : marks;
};

const isSame = (a: RichTextMark | undefined, b: RichTextMark): boolean =>
	a?.type === b.type && JSON.stringify(a.attrs ?? {}) === JSON.stringify(b.attrs ?? {});

function writeMark(mark: RichTextMark, walk: Walk, inside: () => void): void {
	const { steps, writer, props } = walk;
	const element = withFreshId(elementOfMark(mark, walk), walk.ids);
	const isStandard = hasMarkElement(mark.type);
	const component = element || !isStandard ? componentFor(mark.type, walk) : undefined;
	if (component) steps.push(writer.component(component, { ...props, ...element, mark }));
	else if (element) steps.push(writer.element(element));
	else if (!isStandard) warnUnknown('mark', mark.type, walk);
	steps.push(inside);
}

/** The element, without its id if the document already has that id. */
function withFreshId(element: RichTextElement | undefined, ids: Set<string>): RichTextElement | undefined {
	const id = element?.attributes['id'];
	if (!element || id === undefined) return element;
	if (!ids.has(id)) {
		ids.add(id);
		return element;
	}
	const { id: _taken, ...attributes } = element.attributes;
	const isEmpty = Object.values(attributes).every((value) => value === undefined);
	return isEmpty ? undefined : { ...element, attributes };
}

/** Types of node without an element of their own. */
const withoutElement = new Set(['doc', 'text', 'blok', 'code_block', 'emoji']);

function writeNode(node: RichTextNode, walk: Walk): void {
	const { steps, writer, props } = walk;
	const type = typeOf(node);
	const element = elementOf(node, walk.page);
	const component = componentFor(node.type, walk);
	if (component) steps.push(writer.component(component, { ...props, ...element, node }));
	else if (element) steps.push(writer.element(element));
	else if (!hasElement(type) && !withoutElement.has(type)) warnUnknown('node', node.type, walk);
	writeInside(type, node, walk);
}

function writeInside(type: string, node: RichTextNode, walk: Walk): void {
	const { writer, steps } = walk;
	const content = () => writeNodes(contentOf(node), 0, walk);
	switch (type) {
		case 'text':
			writer.html(escapeHtml(typeof node.text === 'string' ? node.text : ''));
			break;
		case 'blok':
			writer.part({ kind: 'bloks', bloks: attrsOf(node)['body'] });
			break;
		case 'code_block':
			writer.part({ kind: 'code', code: plainTextOf(node), language: languageOf(node) });
			break;
		case 'emoji':
			writeEmoji(node, writer);
			break;
		case 'table':
			writeRows(contentOf(node), walk);
			break;
		case 'task_item':
			writer.html(`<input type="checkbox" disabled${attrsOf(node)['checked'] === true ? ' checked' : ''}>`);
			steps.push(content);
			break;
		default:
			steps.push(content);
	}
}

/** Writes the rows of a table. Leading rows with only header cells are its head. */
function writeRows(rows: readonly RichTextNode[], walk: Walk): void {
	const isHead = (row: RichTextNode) => {
		const cells = contentOf(row);
		return cells.length > 0 && cells.every((cell) => typeOf(cell) === 'table_header');
	};
	const firstOfBody = rows.findIndex((row) => !isHead(row));
	const end = firstOfBody === -1 ? rows.length : firstOfBody;
	const write = (tag: string, part: readonly RichTextNode[]) => () => {
		if (part.length === 0) return;
		walk.steps.push(walk.writer.element({ tag, attributes: {} }), () => writeNodes(part, 0, walk));
	};
	walk.steps.push(write('tbody', rows.slice(end)), write('thead', rows.slice(0, end)));
}

function writeEmoji(node: RichTextNode, writer: Writer): void {
	const { emoji, fallbackImage, name } = attrsOf(node);
	const address = stringOf(fallbackImage);
	const src = address && safeAddress(address);
	const alt = stringOf(name) ?? '';
	const style = 'width: 1.25em; height: 1.25em; vertical-align: text-top';
	if (stringOf(emoji) || !src) writer.html(escapeHtml(stringOf(emoji) ?? (alt && `:${alt}:`)));
	else writer.element({ tag: 'img', attributes: { src, style, alt } });
}

/** The language of a code block: from a class such as `language-js`, the attribute `language`, or a class with just the name. */
function languageOf(node: RichTextNode): string | undefined {
	const { class: name, language } = attrsOf(node);
	const className = stringOf(name) ?? '';
	return (
		/\blanguage-([\w+#.-]+)/.exec(className)?.[1] ?? stringOf(language) ?? /^[\w+#.-]+$/.exec(className)?.[0]
	);
}

const componentFor = (type: string, { components }: Walk) =>
	components && Object.hasOwn(components, type) ? components[type] : undefined;

function warnUnknown(kind: 'node' | 'mark', type: string, { page }: Walk): void {
	const name = type.slice(0, 60).replace(/\p{Cc}/gu, '');
	notice(
		`Rich text has a ${kind} of the unknown type \`${name}\`, so only its content is shown. Pass a component for it to <RichText>: \`components={{ ${name}: … }}\`.`,
		page,
	);
}
