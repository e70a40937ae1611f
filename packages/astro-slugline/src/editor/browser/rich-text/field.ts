import { Editor, type NodeViewRenderer } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import type { EditorState } from '../../protocol.js';
import { asList, button, make, type Take } from '../controls/dom.js';
import { uploadsIn } from '../controls/files.js';
import { readRichText, writeRichText } from './json.js';
import { selectedPart } from './panel.js';
import { extensionsFor, richSchema } from './schema.js';
import { imageAttrs } from './shapes.js';
import { toolbar } from './tools.js';

type Values = Record<string, unknown>;

interface RichTextOptions {
	name: string;
	doc: Values;
	state: EditorState;
	set: Take<Values>;
	/** Shows bloks between texts. They are changed in place. */
	bloks(list: unknown[], onChange: () => void): HTMLElement;
}

/** The editors of the form that is shown. */
const editors = new Set<Editor>();

/** Ends the editors of a form that is no longer shown. */
export function closeEditors(): void {
	for (const editor of editors) editor.destroy();
	editors.clear();
}

/** Where the caret is in an element, and how much text there is. Undefined for other elements. */
export function caretIn(element: Element | null | undefined) {
	const editor = editorOf(element);
	return editor && { at: editor.state.selection.head, size: editor.state.doc.content.size };
}

/** Puts the caret back after a step, behind what the step changed. */
export function putCaret(element: HTMLElement | undefined, caret: ReturnType<typeof caretIn>): void {
	const editor = editorOf(element);
	if (!editor || !caret) return;
	const { size } = editor.state.doc.content;
	editor.commands.focus(Math.min(size, Math.max(0, caret.at + size - caret.size)));
}

const editorOf = (element: Element | null | undefined) =>
	[...editors].find((editor) => editor.view.dom === element);

/** Edits rich text as it looks. Undefined if the text has something that would be lost. */
export function richText({ name, doc, state, set, bloks }: RichTextOptions): HTMLElement | undefined {
	try {
		readRichText(doc, richSchema);
	} catch {
		return undefined;
	}
	const place = make('div', { className: 'rich' });
	const panel = make('div');
	const editor: Editor = new Editor({
		element: place,
		extensions: extensionsFor(blokView(bloks)),
		injectCSS: false,
		enableInputRules: false,
		enablePasteRules: false,
		editorProps: {
			attributes: { 'aria-label': name, 'aria-multiline': 'true' },
			// Steps are undone by the page, for all fields together.
			handleDOMEvents: { beforeinput: (_, event) => /^history/.test(event.inputType) && prevent(event) },
			handleDrop: (view, { dataTransfer, clientX: left, clientY: top }) =>
				takeImages(dataTransfer, view.posAtCoords({ left, top })?.pos),
			// What is copied in a word processor has a picture of the text beside it.
			handlePaste: (_, { clipboardData }) =>
				!clipboardData?.getData('text/plain') && takeImages(clipboardData),
		},
		onBeforeCreate({ editor }) {
			editor.options.content = readRichText(doc, editor.schema) as never;
		},
		onUpdate({ editor }) {
			set({ ...doc, content: writeRichText(editor.state.doc) });
		},
	});
	editors.add(editor);
	const takeImages = (data: DataTransfer | null, at = editor.state.selection.to): boolean => {
		const images = [...(data?.files ?? [])];
		const other = images.find(({ type }) => !type.startsWith('image/'));
		if (other) say(`${other.name} is no image, so it cannot be in a text. Link to it instead.`);
		else void insertImages(editor, at, (insert) => uploadAll(images, insert));
		return images.length > 0;
	};
	const { bar, show } = toolbar(name, editor, panel);
	let shown: string | undefined;
	const showSelected = () => {
		show();
		if (panel.contains(document.activeElement)) return;
		const part = selectedPart(editor, state);
		if (part?.key === shown) return;
		shown = part?.key;
		panel.replaceChildren(...(part ? [part.show(), back] : []));
	};
	const back = button('Back to the text', () => editor.view.focus(), `Back to the text of ${name}`);
	panel.addEventListener('keydown', (event) => {
		if (event.key !== 'Escape') return;
		// From the text, it leads to the list of stories.
		event.stopPropagation();
		editor.view.focus();
	});
	editor.on('transaction', showSelected);
	showSelected();
	const title = make('span', { className: 'label', textContent: name });
	const field = make('div', { className: 'field' }, title, bar, place, panel);
	const { say, uploadAll } = uploadsIn(field);
	return field;
}

/** Inserts images when they are uploaded, at a place that stays the same in the text while it is edited. */
async function insertImages(editor: Editor, at: number, upload: (insert: Take<string>) => Promise<void>) {
	let place = at;
	const follow = ({ transaction }: { transaction: Transaction }) => {
		place = transaction.mapping.map(place);
	};
	editor.on('transaction', follow);
	await upload((src) => {
		const image = { type: 'image', attrs: imageAttrs(src) };
		if (!editor.isDestroyed) editor.commands.insertContentAt(place, image, { updateSelection: false });
	});
	editor.off('transaction', follow);
}

function prevent(event: Event): true {
	event.preventDefault();
	return true;
}

/** Shows the bloks between texts with their fields. */
function blokView(bloks: RichTextOptions['bloks']): NodeViewRenderer {
	return ({ node, editor, getPos }) => {
		const list = structuredClone(asList(node.attrs['body']));
		let now = node;
		const change = () => {
			const at = getPos();
			if (at === undefined) return;
			const body = structuredClone(list);
			now = node.type.create({ ...now.attrs, body });
			editor.view.dispatch(editor.state.tr.setNodeMarkup(at, null, now.attrs));
		};
		const remove = () => {
			const at = getPos();
			if (at !== undefined) editor.view.dispatch(editor.state.tr.delete(at, at + 1));
			editor.view.focus();
		};
		const dom = make(
			'div',
			{ className: 'bloks' },
			bloks(list, change),
			button('Remove these bloks', remove),
		);
		dom.contentEditable = 'false';
		return {
			dom,
			stopEvent: () => true,
			ignoreMutation: () => true,
			update: (next) => next.type === node.type && next.attrs['body'] === now.attrs['body'],
		};
	};
}
