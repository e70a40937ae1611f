/** A node or a mark of rich text, as the service names it. */
export interface Shape {
	/** Its attributes with the values of a new one. `more` has those that are not in this table. */
	attrs?: Record<string, unknown>;
	/** Its element, which pasted text may have as well. */
	tag: string | ((attrs: Record<string, unknown>) => string);
	/** Attributes of its element. */
	html?: (attrs: Record<string, unknown>) => Record<string, unknown>;
	/** Pasted elements that it stands for. */
	paste?: Record<string, (element: HTMLElement) => Record<string, unknown> | false>;
}

export interface NodeShape extends Shape {
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

/** The attributes of an image as Markdown has them, so that it can be written as Markdown. */
export function imageAttrs(src: string, alt = '', title = '') {
	const about = { alt, title, source: '', copyright: '' };
	return { src, ...about, meta_data: about };
}

const pastedImage = (element: HTMLElement) => {
	const [src = '', alt, title] = ['src', 'alt', 'title'].map((name) => element.getAttribute(name) ?? '');
	return isSafe(src) && imageAttrs(src, alt, title);
};

const pastedLink = (element: HTMLElement) => {
	const href = element.getAttribute('href');
	if (!isSafe(href)) return false;
	const isEmail = /^mailto:/i.test(href);
	return { href: isEmail ? href.slice(7) : href, linktype: isEmail ? 'email' : 'url' };
};

/** Google Docs puts all text into a `<b>` that is not bold. */
const pastedBold = ({ style }: HTMLElement) => style.fontWeight !== 'normal' && {};

/** Elements with a style, which Google Docs has for marks. */
const withStyle = (property: string, value: RegExp, isMeant = (_: HTMLElement) => true) => ({
	'[style]': (element: HTMLElement) =>
		value.test(element.style.getPropertyValue(property)) && isMeant(element) && {},
});

/** Google Docs underlines every link. */
const isNoLink = (element: HTMLElement): boolean => element.closest('a') === null;

const levels = [1, 2, 3, 4, 5, 6];

export const nodes: Record<string, NodeShape> = {
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
export const marks: Record<string, Shape> = {
	link: {
		attrs: { href: '', uuid: null, anchor: null, target: null, linktype: 'url', custom: null },
		tag: 'a',
		paste: { 'a[href]': pastedLink },
	},
	bold: {
		tag: 'strong',
		paste: { strong: none, b: pastedBold, ...withStyle('font-weight', /^(?:bold|[6-9]00)/) },
	},
	italic: { tag: 'em', paste: { em: none, i: none, ...withStyle('font-style', /italic/) } },
	strike: {
		tag: 's',
		paste: { s: none, del: none, strike: none, ...withStyle('text-decoration', /line-through/) },
	},
	underline: { tag: 'u', paste: { u: none, ...withStyle('text-decoration', /underline/, isNoLink) } },
	superscript: { tag: 'sup', paste: { sup: none, ...withStyle('vertical-align', /super/) } },
	subscript: { tag: 'sub', paste: { sub: none, ...withStyle('vertical-align', /sub/) } },
	highlight: { tag: 'mark', attrs: { color: null }, paste: { mark: none } },
	textStyle: { tag: 'span', attrs: { color: null, id: null, class: null } },
	anchor: { tag: 'span', attrs: { id: null } },
	styled: { tag: 'span', attrs: { class: null } },
	code: { tag: 'code', paste: { code: none } },
};

/** The name of a node in JSON. */
export const jsonNameOf = (name: string): string => (name === 'image_block' ? 'image' : name);
