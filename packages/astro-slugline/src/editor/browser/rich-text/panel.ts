import { type Editor, getMarkRange } from '@tiptap/core';
import type { Mark } from '@tiptap/pm/model';
import { NodeSelection } from '@tiptap/pm/state';
import { textOf } from 'astro-keep/shared/json';
import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { EditorState } from '../../protocol.js';
import { button, fieldset, labelled } from '../controls/dom.js';
import { file } from '../controls/files.js';
import { link } from '../controls/link.js';
import { line } from '../controls/texts.js';

type Values = Record<string, unknown>;

/** The link or the image that is selected, with a key that is another one for another link or image. */
type Selected = { key: string; show: () => HTMLElement };

/** Shows the fields of the link or image that is selected. @returns undefined if there is none */
export function selectedPart(editor: Editor, state: EditorState): Selected | undefined {
	const { selection, schema } = editor.state;
	if (selection instanceof NodeSelection && /^image/.test(selection.node.type.name))
		return { key: `image ${selection.from}`, show: () => imageFields(editor, selection, state) };
	const { link: type } = schema.marks;
	const range = type && getMarkRange(selection.$from, type);
	const mark = type && range && editor.state.doc.nodeAt(range.from)?.marks.find((one) => one.type === type);
	if (!mark || selection.to > range.to) return undefined;
	return { key: `link ${range.from}`, show: () => linkFields(editor, range.from, mark, state) };
}

function linkFields(editor: Editor, from: number, mark: Mark, state: EditorState): HTMLElement {
	const value = linkOf(mark.attrs);
	const change = (attrs: Values | undefined) => {
		const { doc, tr } = editor.state;
		const range = getMarkRange(doc.resolve(from), mark.type);
		if (!range) return;
		tr.removeMark(range.from, range.to, mark.type);
		if (attrs) tr.addMark(range.from, range.to, mark.type.create({ ...mark.attrs, ...attrs }));
		editor.view.dispatch(tr);
	};
	const remove = () => {
		change(undefined);
		editor.view.focus();
	};
	const fields = link('Link', value, state, () => change(attrsOf(value)));
	fields.append(button('Remove link', remove));
	return fields;
}

/** A link of rich text as a link of a field. */
function linkOf({ linktype, href, uuid, anchor, target }: Values): Values {
	const address = { story: 'cached_url', email: 'email' }[textOf(linktype)] ?? 'url';
	const slug = linktype === 'story' ? trimSlashes(textOf(href)) : href;
	return { fieldtype: 'multilink', linktype, id: uuid ?? '', [address]: slug, anchor, target };
}

function attrsOf({ linktype, id, url, email, cached_url, anchor, target }: Values): Values {
	const isStory = linktype === 'story';
	const slug = trimSlashes(textOf(cached_url));
	return {
		linktype,
		href: isStory ? (slug === '' ? '' : `/${slug}`) : textOf(linktype === 'email' ? email : url),
		uuid: isStory ? id || null : null,
		anchor: isStory ? anchor || null : null,
		target: target === '_self' ? null : (target ?? null),
	};
}

const parts = { alt: 'Alternative text', title: 'Title' };

function imageFields(editor: Editor, { from, node }: NodeSelection, state: EditorState): HTMLElement {
	const change = (name: string, text: string) => {
		const { tr, doc } = editor.state;
		const attrs: Values = { ...doc.nodeAt(from)?.attrs, [name]: text };
		const { alt, title, source, copyright } = attrs;
		tr.setNodeMarkup(from, null, { ...attrs, meta_data: { alt, title, source, copyright } });
		editor.view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, from)));
	};
	const rows = Object.entries(parts).map(([name, label]) =>
		labelled(
			label,
			line(textOf(node.attrs[name]), (text) => change(name, text)),
		),
	);
	const box = file('File', textOf(node.attrs['src']), state, (text) => change('src', text));
	return fieldset('Image', box, ...rows);
}
