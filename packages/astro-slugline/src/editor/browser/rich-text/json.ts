import type { Node, Schema } from '@tiptap/pm/model';
import { TableMap } from '@tiptap/pm/tables';
import { isObject } from 'astro-keep/shared/json';
import type { Mark as JsonMark, RichNode } from '../../../shared/rich-text/rich-text.js';
import { jsonNameOf } from './shapes.js';

/** Nodes, and attributes of nodes, as they were read. What is not edited is written as it was. */
const asRead = new WeakMap<object, unknown>();

/**
 * The nodes of a document.
 *
 * @throws if the document has something that the editor does not know, which it would lose
 */
export function readRichText(doc: unknown, schema: Schema): Node {
	const { content = [] } = doc as RichNode;
	const blocks = content.map((one) => read(one, schema, true));
	const node = schema.node('doc', null, blocks.length > 0 ? blocks : schema.node('paragraph'));
	node.check();
	node.descendants((inner) => {
		if (inner.type.name === 'table' && TableMap.get(inner).problems)
			throw new Error('The rows of a table differ in length.');
	});
	return node;
}

function read(json: RichNode, schema: Schema, isBetweenBlocks: boolean): Node {
	const { type, attrs, content = [], text, marks = [], ...rest } = json;
	const name = type === 'image' && isBetweenBlocks ? 'image_block' : type;
	const kind = schema.nodes[name];
	if (!kind || Object.keys(rest).length > 0) throw new Error(`There is no “${String(type)}” in rich text.`);
	const all = marks.map((mark) => {
		const found = schema.marks[mark.type];
		if (!found) throw new Error(`There is no “${String(mark.type)}” in rich text.`);
		const made = found.create(known(mark.attrs, found.spec.attrs));
		if (hasFields(mark.attrs)) asRead.set(made.attrs, mark.attrs);
		return made;
	});
	const inner = content.filter((one) => one.text !== '').map((one) => read(one, schema, !kind.inlineContent));
	// An empty item of a list is edited in a paragraph.
	const created = () => {
		const values = known(attrs, kind.spec.attrs);
		return (inner.length === 0 && kind.createAndFill(values, null, all)) || kind.create(values, inner, all);
	};
	const node = name === 'text' ? schema.text(String(text), all) : created();
	// Two marks of one kind, such as two links, are no text that anybody can see.
	if (node.marks.length !== all.length) throw new Error('A text has the same mark twice.');
	if (hasFields(attrs)) asRead.set(node.attrs, attrs);
	asRead.set(node, json);
	return node;
}

const hasFields = (value: unknown): value is Record<string, unknown> =>
	isObject(value) && Object.keys(value).length > 0;

/** The attributes that the editor knows, and the others together. */
function known(attrs: unknown, names: object | null | undefined): Record<string, unknown> | null {
	if (!hasFields(attrs)) return null;
	const all = Object.entries(attrs);
	const more = all.filter(([name]) => !names || !(name in names) || name === 'more');
	return {
		...Object.fromEntries(all.filter((one) => !more.includes(one))),
		more: more.length > 0 ? Object.fromEntries(more) : null,
	};
}

/** The JSON of what a document contains. */
export function writeRichText({ content }: Node): RichNode[] {
	return content.content.map(write);
}

function write(node: Node): RichNode {
	const read = asRead.get(node);
	if (read) return read as RichNode;
	const { type, text, content, marks } = node;
	const attrs = writeAttrs(node.attrs);
	return {
		type: jsonNameOf(type.name),
		...(attrs && { attrs }),
		...(content.childCount > 0 && { content: content.content.map(write) }),
		...(text !== undefined && { text }),
		...(marks.length > 0 && {
			marks: marks.map((mark): JsonMark => {
				const attrs = writeAttrs(mark.attrs);
				return { type: mark.type.name, ...(attrs && { attrs }) };
			}),
		}),
	};
}

function writeAttrs(attrs: Record<string, unknown>): Record<string, unknown> | undefined {
	const { more, ...rest } = attrs;
	const all = Object.entries({ ...rest, ...(isObject(more) ? more : {}) }).filter(
		([, value]) => value !== null,
	);
	return (
		(asRead.get(attrs) as Record<string, unknown> | undefined) ??
		(all.length > 0 ? Object.fromEntries(all) : undefined)
	);
}
