import type { Editor, JSONContent } from '@tiptap/core';
import { keymap } from '@tiptap/pm/keymap';
import {
	addColumnAfter,
	addRowAfter,
	deleteColumn,
	deleteRow,
	deleteTable,
	isInTable,
	toggleHeaderRow,
} from '@tiptap/pm/tables';
import { button, make, rove } from '../controls/dom.js';

/** A button of the toolbar. */
interface Tool {
	label: string;
	/** What the button shows. @default the label */
	sign?: string;
	run(editor: Editor): unknown;
	isOn?(editor: Editor): boolean;
	/** The key that does the same. */
	key?: string;
	/** True if the fields of what it selects follow. */
	hasFields?: boolean;
	/** @default always */
	isPossible?(editor: Editor): boolean;
}

const markTool = (label: string, sign: string, mark: string): Tool => ({
	...{ label, sign },
	run: ({ commands }) => commands.toggleMark(mark),
	isOn: (editor) => editor.isActive(mark),
	isPossible: (editor) => editor.can().toggleMark(mark),
});

const listTool = (label: string, sign: string, list: string): Tool => ({
	...{ label, sign },
	run: ({ commands }) => commands.toggleList(list, 'list_item'),
	isOn: (editor) => editor.isActive(list),
	isPossible: (editor) => editor.can().toggleList(list, 'list_item'),
});

const tableTool = (label: string, command: typeof addRowAfter): Tool => ({
	label,
	run: ({ state, view }) => command(state, view.dispatch),
});

/**
 * Inserts a node after the selection and selects it. A block is inserted after the block in which the selection ends, or instead of an
 * empty paragraph. At the end of the text, a paragraph follows it, to write on.
 */
function insert(editor: Editor, node: JSONContent): void {
	const { selection, doc } = editor.state;
	const { $to, to } = selection;
	const isBlock = editor.schema.nodes[String(node.type)]?.isBlock && $to.parent.isTextblock;
	const isEmpty = isBlock && $to.parent.type.name === 'paragraph' && $to.parent.childCount === 0;
	const end = isBlock ? $to.after() : to;
	const at = isEmpty ? $to.before() : end;
	const more = isBlock && end === doc.content.size ? [{ type: 'paragraph' }] : [];
	const inserted = editor.chain().insertContentAt({ from: at, to: end }, [node, ...more]);
	// The caret goes into the first cell of a table.
	(node.type === 'table' ? inserted.setTextSelection(at + 4) : inserted.setNodeSelection(at)).run();
}

const isLink = (editor: Editor) => editor.isActive('link');

const tools: Tool[] = [
	markTool('Bold', 'B', 'bold'),
	markTool('Italic', 'I', 'italic'),
	markTool('Underline', 'U', 'underline'),
	markTool('Strike', 'S', 'strike'),
	markTool('Code', '‹›', 'code'),
	markTool('Superscript', 'Superscript', 'superscript'),
	markTool('Subscript', 'Subscript', 'subscript'),
	{
		...{ label: 'Link', key: 'Mod-k', hasFields: true },
		run: (editor) => isLink(editor) || editor.commands.setMark('link'),
		isOn: isLink,
		isPossible: (editor) => isLink(editor) || (!editor.state.selection.empty && editor.can().setMark('link')),
	},
	listTool('List', 'List', 'bullet_list'),
	listTool('Numbered list', 'Numbered', 'ordered_list'),
	{
		label: 'Quote',
		run: ({ commands }) => commands.toggleWrap('blockquote'),
		isOn: (editor) => editor.isActive('blockquote'),
	},
	{ label: 'Line', run: (editor) => insert(editor, { type: 'horizontal_rule' }) },
	{ label: 'Image', hasFields: true, run: (editor) => insert(editor, { type: 'image' }) },
	{
		label: 'Table',
		run: (editor) => insert(editor, newTable()),
		isPossible: ({ state }) => !isInTable(state),
	},
	{
		label: 'Blok',
		run: (editor) => insert(editor, { type: 'blok', attrs: { id: crypto.randomUUID(), body: [] } }),
	},
];

const tableTools: Tool[] = [
	tableTool('Add row', addRowAfter),
	tableTool('Add column', addColumnAfter),
	tableTool('Delete row', deleteRow),
	tableTool('Delete column', deleteColumn),
	tableTool('Header row', toggleHeaderRow),
	tableTool('Delete table', deleteTable),
];

function newTable() {
	const row = (type: string) => ({
		type: 'tableRow',
		content: [1, 2].map(() => ({ type, content: [{ type: 'paragraph' }] })),
	});
	return { type: 'table', content: [row('tableHeader'), row('tableCell')] };
}

/** Kinds of blocks of text, with the names in the menu. */
const blocks: [label: string, type: string, attrs?: Record<string, unknown>][] = [
	['Text', 'paragraph'],
	...[1, 2, 3, 4, 5, 6].map((level): [string, string, Record<string, unknown>] => [
		`Heading ${level}`,
		'heading',
		{ level },
	]),
	['Code', 'code_block'],
];

/**
 * The toolbar of a rich text.
 *
 * @param panel has the fields of the link or image that is selected
 * @returns the toolbar, and a function that shows what the selection is
 */
export function toolbar(
	name: string,
	editor: Editor,
	panel: HTMLElement,
): { bar: HTMLElement; show: () => void } {
	const buttons = new Map<HTMLButtonElement, Tool>();
	const buttonFor = (tool: Tool) => {
		const run = () => {
			if (one.ariaDisabled === 'true') return;
			tool.run(editor);
			const field = tool.hasFields ? panel.querySelector<HTMLElement>('select, input') : undefined;
			if (field) panel.scrollIntoView({ block: 'nearest' });
			(field ?? editor.view).focus();
		};
		const one = button(tool.sign ?? tool.label, run, `${tool.label} in ${name}`);
		one.title = tool.label;
		// The text keeps the focus, and its selection.
		one.addEventListener('mousedown', (event) => event.preventDefault());
		buttons.set(one, tool);
		const runByKey = () => {
			run();
			return true;
		};
		if (tool.key !== undefined) editor.registerPlugin(keymap({ [tool.key]: runByKey }));
		return one;
	};
	const kind = make('select', {}, ...blocks.map(([label], place) => new Option(label, String(place))));
	kind.setAttribute('aria-label', `Kind of text in ${name}`);
	kind.addEventListener('change', () => {
		const [, type = 'paragraph', attrs] = blocks[Number(kind.value)] ?? [];
		// The menu keeps the focus: a keyboard changes it letter by letter.
		editor.commands.setNode(type, attrs);
	});
	const table = make('span', { className: 'row' }, ...tableTools.map(buttonFor));
	const bar = make('div', { className: 'marks' }, kind, ...tools.map(buttonFor), table);
	bar.setAttribute('role', 'toolbar');
	bar.setAttribute('aria-label', `Marks of ${name}`);
	rove(bar, '*');
	const show = () => {
		for (const [one, { isOn, isPossible }] of buttons) {
			if (isOn) one.setAttribute('aria-pressed', String(isOn(editor)));
			if (isPossible) one.ariaDisabled = String(!isPossible(editor));
		}
		table.hidden = !isInTable(editor.state);
		const now = blocks.findIndex(([, type, attrs]) => editor.isActive(type, attrs));
		kind.value = String(Math.max(0, now));
	};
	return { bar, show };
}
