import {
	type AnyExtension,
	callOrReturn,
	Extension,
	getExtensionField,
	getSchema,
	Mark,
	Node,
	type NodeViewRenderer,
	type ParentConfig,
} from '@tiptap/core';
import { Fragment, type Node as PastedNode, Slice, type TagParseRule } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { goToNextCell, TableMap, tableEditing } from '@tiptap/pm/tables';
import { isObject } from 'astro-keep/shared/json';
import { marks, type NodeShape, nodes, type Shape } from './shapes.js';
import { withLists } from './word-lists.js';

function attributesOf({ attrs }: Shape) {
	const all = Object.entries({ ...attrs, more: null });
	return Object.fromEntries(
		all.map(([name, value]) => [name, { default: value, rendered: false, parseHTML: () => null }]),
	);
}

/** What was copied in the editor has its attributes in HTML, too. */
function rulesOf(name: string, { attrs = {}, paste = {} }: Shape): TagParseRule[] {
	const copied = (element: HTMLElement) => {
		const all = JSON.parse(element.dataset['attrs'] ?? '{}');
		const isOurs =
			isObject(all) && (name !== 'blok' || (Array.isArray(all['body']) && all['body'].every(isObject)));
		return (
			isOurs &&
			Object.fromEntries(['more', ...Object.keys(attrs)].map((one) => [one, all[one] ?? attrs[one] ?? null]))
		);
	};
	const whole = name === 'code_block' ? { preserveWhitespace: 'full' as const } : {};
	return [
		{ tag: `[data-rich="${name}"]`, getAttrs: copied, priority: 60, ...whole },
		// An element with a style can have several marks, and be a node.
		...Object.entries(paste).map(([tag, getAttrs]) => ({
			...{ tag, getAttrs, ...whole },
			consuming: tag !== '[style]',
		})),
	];
}

function htmlOf(
	name: string,
	{ tag, html }: Shape,
	attrs: Record<string, unknown>,
): [string, Record<string, unknown>] {
	const own = { 'data-rich': name, 'data-attrs': JSON.stringify(attrs) };
	return [typeof tag === 'string' ? tag : tag(attrs), { ...html?.(attrs), ...own }];
}

function nodeOf(name: string, shape: NodeShape, blok: NodeViewRenderer | undefined): AnyExtension {
	const { content, group, tableRole, text } = shape;
	const isInline = group === 'inline';
	return Node.create({
		name,
		topNode: name === 'doc',
		inline: isInline,
		atom: content === undefined && name !== 'text',
		selectable: name !== 'hard_break' && name !== 'text',
		defining: ['heading', 'blockquote', 'list_item', 'code_block'].includes(name),
		isolating: tableRole?.endsWith('cell') ?? false,
		code: name === 'code_block',
		...(name === 'code_block' && { marks: '' }),
		...(name === 'hard_break' && { linebreakReplacement: true }),
		...(group !== undefined && { group }),
		...(content !== undefined && { content }),
		...(tableRole !== undefined && { tableRole }),
		...(blok && name === 'blok' && { addNodeView: () => blok }),
		...(name !== 'text' && {
			addAttributes: () => attributesOf(shape),
			parseHTML: () => rulesOf(name, shape),
			renderHTML({ node }: { node: { attrs: Record<string, unknown> } }) {
				const html = htmlOf(name, shape, node.attrs);
				if (content !== undefined) return [...html, 0];
				return text ? [...html, text(node.attrs)] : html;
			},
		}),
	} as Parameters<typeof Node.create>[0]);
}

const markOf = (name: string, shape: Shape): AnyExtension =>
	Mark.create({
		name,
		inclusive: name !== 'link',
		addAttributes: () => attributesOf(shape),
		parseHTML: () => rulesOf(name, shape),
		renderHTML: ({ mark }) => [...htmlOf(name, shape, mark.attrs), 0],
	});

/** Adds the cells that rows of pasted tables lack, at their ends. */
function squared({ content, openStart, openEnd }: Slice): Slice {
	const rowsOf = (table: PastedNode): PastedNode[] =>
		table.children.map((row, place) => {
			const lacking = TableMap.get(table).problems?.flatMap((one) =>
				one.type === 'missing' && one.row === place ? Array.from({ length: one.n }) : [],
			);
			const cells = lacking?.flatMap(() => row.lastChild?.type.createAndFill() ?? []);
			return row.copy(row.content.append(Fragment.from(cells)));
		});
	const inside = (fragment: Fragment): Fragment =>
		Fragment.from(
			fragment.content.map((node) => {
				const isTable = node.type.name === 'table';
				return node.isText ? node : node.copy(isTable ? Fragment.from(rowsOf(node)) : inside(node.content));
			}),
		);
	return new Slice(inside(content), openStart, openEnd);
}

/** The keys of lists, lines, and tables. Tab leaves the text, except in a table. */
const keys = Extension.create({
	name: 'keys',
	extendNodeSchema: (extension: ParentConfig<unknown> & AnyExtension) => ({
		tableRole: callOrReturn(getExtensionField(extension, 'tableRole' as never)),
	}),
	addKeyboardShortcuts() {
		const { editor } = this;
		return {
			'Mod-b': () => editor.commands.toggleMark('bold'),
			'Mod-i': () => editor.commands.toggleMark('italic'),
			'Mod-u': () => editor.commands.toggleMark('underline'),
			'Shift-Enter': () => editor.commands.insertContent({ type: 'hard_break' }),
			Enter: () => editor.commands.splitListItem('list_item'),
			'Mod-]': () => editor.commands.sinkListItem('list_item'),
			'Mod-[': () => editor.commands.liftListItem('list_item'),
			Tab: () => goToNextCell(1)(editor.state, editor.view.dispatch),
			'Shift-Tab': () => goToNextCell(-1)(editor.state, editor.view.dispatch),
		};
	},
	addProseMirrorPlugins: () => [
		new Plugin({ props: { transformPasted: squared, transformPastedHTML: withLists } }),
		tableEditing(),
	],
});

/** @param blok shows the bloks between texts */
export const extensionsFor = (blok?: NodeViewRenderer): AnyExtension[] => [
	...Object.entries(nodes).map(([name, shape]) => nodeOf(name, shape, blok)),
	...Object.entries(marks).map(([name, shape]) => markOf(name, shape)),
	keys,
];

export const richSchema = getSchema(extensionsFor());
