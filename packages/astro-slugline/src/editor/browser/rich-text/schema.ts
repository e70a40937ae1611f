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
import type { TagParseRule } from '@tiptap/pm/model';
import { goToNextCell, tableEditing } from '@tiptap/pm/tables';
import { isObject } from 'astro-keep/shared/json';

/** A node or a mark of rich text, as the service names it. */
interface Shape {
	/** Its attributes with the values of a new one. `more` has those that are not in this table. */
	attrs?: Record<string, unknown>;
	/** Its element, which pasted text may have as well. */
	tag: string | ((attrs: Record<string, unknown>) => string);
	/** Attributes of its element. */
	html?: (attrs: Record<string, unknown>) => Record<string, unknown>;
	/** Pasted elements that it stands for. */
	paste?: Record<string, (element: HTMLElement) => Record<string, unknown> | false>;
}

interface NodeShape extends Shape {
	group?: string;
	/** What it contains. Without it, the node has no text of its own. */
	content?: string;
	tableRole?: string;
	/** What is shown instead of its content. */
	text?: (attrs: Record<string, unknown>) => string;
}

const none = () => ({});
const numberIn = (element: Element, name: string, usual: number) =>
	Number(element.getAttribute(name)) || usual;
const cell = { colspan: 1, rowspan: 1, colwidth: null, backgroundColor: null };
const spanOf = (element: Element) => ({
	colspan: numberIn(element, 'colspan', 1),
	rowspan: numberIn(element, 'rowspan', 1),
});
const spans = ({ colspan, rowspan }: Record<string, unknown>) => ({ colspan, rowspan });
const image = { id: null, src: '', alt: '', title: '', source: '', copyright: '', meta_data: null };
const imageText = ({ alt, src }: Record<string, unknown>) => `Image: ${alt || src || 'none yet'}`;

/** Addresses that a pasted link or image may have. */
const isSafe = (address: string | null): address is string =>
	/^(?:https?:|mailto:|tel:|[/#])/i.test(address ?? '');

const pastedImage = (element: HTMLElement) => {
	const [src, alt, title] = ['src', 'alt', 'title'].map((name) => element.getAttribute(name) ?? '');
	const about = { alt, title, source: '', copyright: '' };
	return isSafe(src ?? '') && { src, ...about, meta_data: about };
};

const pastedLink = (element: HTMLElement) => {
	const href = element.getAttribute('href');
	if (!isSafe(href)) return false;
	const isEmail = /^mailto:/i.test(href);
	return { href: isEmail ? href.slice(7) : href, linktype: isEmail ? 'email' : 'url' };
};

/** Google Docs puts all text into a `<b>` that is not bold. */
const pastedBold = ({ style }: HTMLElement) => style.fontWeight !== 'normal' && {};

const levels = [1, 2, 3, 4, 5, 6];

const nodes: Record<string, NodeShape> = {
	doc: { content: 'block+', tag: 'div' },
	paragraph: { content: 'inline*', group: 'block', tag: 'p', attrs: { textAlign: null }, paste: { p: none } },
	heading: {
		content: 'inline*',
		group: 'block',
		attrs: { level: 2, textAlign: null },
		tag: ({ level }) => `h${levels.includes(Number(level)) ? level : 6}`,
		paste: Object.fromEntries(levels.map((level) => [`h${level}`, () => ({ level })])),
	},
	blockquote: { content: 'block+', group: 'block', tag: 'blockquote', paste: { blockquote: none } },
	bullet_list: { content: 'list_item+', group: 'block list', tag: 'ul', paste: { ul: none } },
	ordered_list: {
		content: 'list_item+',
		group: 'block list',
		attrs: { order: 1 },
		tag: 'ol',
		html: ({ order }) => ({ start: order }),
		paste: { ol: (element) => ({ order: numberIn(element, 'start', 1) }) },
	},
	list_item: { content: 'block+', tag: 'li', paste: { li: none } },
	code_block: { content: 'text*', group: 'block', attrs: { class: null }, tag: 'pre', paste: { pre: none } },
	horizontal_rule: { group: 'block', tag: 'hr', paste: { hr: none } },
	table: { content: 'tableRow+', group: 'block', tag: 'table', tableRole: 'table', paste: { table: none } },
	tableRow: { content: '(tableCell | tableHeader)*', tag: 'tr', tableRole: 'row', paste: { tr: none } },
	tableCell: {
		content: 'block+',
		attrs: cell,
		tag: 'td',
		tableRole: 'cell',
		html: spans,
		paste: { td: spanOf },
	},
	tableHeader: {
		content: 'block+',
		attrs: cell,
		tag: 'th',
		tableRole: 'header_cell',
		html: spans,
		paste: { th: spanOf },
	},
	blok: { group: 'block', attrs: { id: null, body: null }, tag: 'div' },
	/** An image between blocks. In JSON it has the name of the one in a text. */
	image_block: { group: 'block', attrs: image, tag: 'div', text: imageText },
	text: { group: 'inline', tag: 'span' },
	hard_break: { group: 'inline', tag: 'br', paste: { br: none } },
	image: { group: 'inline', attrs: image, tag: 'span', text: imageText, paste: { img: pastedImage } },
	emoji: {
		group: 'inline',
		attrs: { name: null, emoji: null, fallbackImage: null },
		tag: 'span',
		text: ({ emoji, name }) => String(emoji ?? name),
	},
};

/** A link is around all other marks, and code inside of them, as in Markdown. */
const marks: Record<string, Shape> = {
	link: {
		attrs: { href: '', uuid: null, anchor: null, target: null, linktype: 'url', custom: null },
		tag: 'a',
		paste: { 'a[href]': pastedLink },
	},
	bold: { tag: 'strong', paste: { strong: none, b: pastedBold } },
	italic: { tag: 'em', paste: { em: none, i: none } },
	strike: { tag: 's', paste: { s: none, del: none, strike: none } },
	underline: { tag: 'u', paste: { u: none } },
	superscript: { tag: 'sup', paste: { sup: none } },
	subscript: { tag: 'sub', paste: { sub: none } },
	highlight: { tag: 'mark', attrs: { color: null }, paste: { mark: none } },
	textStyle: { tag: 'span', attrs: { color: null, id: null, class: null } },
	anchor: { tag: 'span', attrs: { id: null } },
	styled: { tag: 'span', attrs: { class: null } },
	code: { tag: 'code', paste: { code: none } },
};

/** The name of a node in JSON. */
export const jsonNameOf = (name: string): string => (name === 'image_block' ? 'image' : name);

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
		...Object.entries(paste).map(([tag, getAttrs]) => ({ tag, getAttrs, ...whole })),
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
		parseHTML: () => [
			...rulesOf(name, shape),
			...(name === 'bold'
				? [{ style: 'font-weight', getAttrs: (weight: string) => /^(?:bold|[6-9]00)/.test(weight) && null }]
				: []),
		],
		renderHTML: ({ mark }) => [...htmlOf(name, shape, mark.attrs), 0],
	});

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
	addProseMirrorPlugins: () => [tableEditing()],
});

/** @param blok shows the bloks between texts */
export const extensionsFor = (blok?: NodeViewRenderer): AnyExtension[] => [
	...Object.entries(nodes).map(([name, shape]) => nodeOf(name, shape, blok)),
	...Object.entries(marks).map(([name, shape]) => markOf(name, shape)),
	keys,
];

export const richSchema = getSchema(extensionsFor());
