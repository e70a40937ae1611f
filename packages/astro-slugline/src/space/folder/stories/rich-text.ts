import MarkdownIt, { type Token } from 'markdown-it';
import { trimSlashes } from '../../../shared/slashes.js';

/** A node of rich text, as in the API's responses. */
interface Node {
	readonly type: string;
	attrs?: Record<string, unknown>;
	content?: Node[];
	text?: string;
	marks?: Mark[];
}

interface Mark {
	readonly type: string;
	readonly attrs?: Record<string, unknown>;
}

/** HTML is treated as text. Content nested beyond the limit would silently be dropped, so the limit is high. */
const markdown = new MarkdownIt({ html: false, maxNesting: 1000 });
// Addresses stay unchanged: slugs are compared, and pages check whether an address is safe.
markdown.normalizeLink = (url) => url;
markdown.validateLink = () => true;

const blocks = new Map<string, (token: Token) => Node>([
	['paragraph_open', () => ({ type: 'paragraph' })],
	['heading_open', ({ tag }) => ({ type: 'heading', attrs: { level: Number(tag.slice(1)) } })],
	['blockquote_open', () => ({ type: 'blockquote' })],
	['bullet_list_open', () => ({ type: 'bullet_list' })],
	[
		'ordered_list_open',
		(token) => ({ type: 'ordered_list', attrs: { order: Number(token.attrGet('start') ?? 1) } }),
	],
	['list_item_open', () => ({ type: 'list_item' })],
	['table_open', () => ({ type: 'table' })],
	['tr_open', () => ({ type: 'tableRow' })],
	['th_open', () => ({ type: 'tableHeader', attrs: oneCell })],
	['td_open', () => ({ type: 'tableCell', attrs: oneCell })],
]);

const oneCell = { colspan: 1, rowspan: 1, colwidth: null };

const marks = new Map<string, string>([
	['strong_open', 'bold'],
	['em_open', 'italic'],
	['s_open', 'strike'],
]);

/**
 * Converts Markdown to rich text: paragraphs, headings, lists, quotes, tables, code, rules, images, and text
 * that is bold, italic, struck out, code, or a link. Links lead to stories as in a link field.
 *
 * @throws the error of `stories.resolve`, for a link to a missing story
 * @example richTextOf('Read *more* in [the log](blog/log).', stories) // { type: 'doc', content: [{ type:
 * 'paragraph', … }] }
 */
export function richTextOf(text: string, stories: StoryNames): Readonly<Record<string, unknown>> {
	const doc: Node = { type: 'doc', content: [] };
	const open: Node[] = [doc];
	const add = (node: Node) => {
		const parent = open.at(-1) ?? doc;
		parent.content ??= [];
		parent.content.push(node);
	};
	for (const token of markdown.parse(text, {})) {
		const block = blocks.get(token.type)?.(token);
		if (block) {
			add(block);
			open.push(block);
		} else if (token.type === 'inline') {
			const parent = open.at(-1);
			const isCell = parent?.type === 'tableCell' || parent?.type === 'tableHeader';
			const content = inlineNodes(token.children ?? [], stories);
			if (isCell) add({ type: 'paragraph', content });
			else for (const node of content) add(node);
		} else if (token.type === 'fence' || token.type === 'code_block') add(codeBlock(token));
		else if (token.type === 'hr') add({ type: 'horizontal_rule' });
		else if (blocks.has(token.type.replace(/_close$/, '_open'))) open.pop();
	}
	return { ...doc };
}

function codeBlock({ info, content }: Token): Node {
	const [language] = info.trim().split(/\s/, 1);
	return {
		type: 'code_block',
		attrs: { class: language ? `language-${language}` : null },
		content: [{ type: 'text', text: content.replace(/\n$/, '') }],
	};
}

function inlineNodes(tokens: readonly Token[], stories: StoryNames): Node[] {
	const nodes: Node[] = [];
	const open: Mark[] = [];
	const write = (text: string, more: Mark[] = []) => {
		if (text === '') return;
		const all = [...open, ...more];
		const last = nodes.at(-1);
		if (last?.type === 'text' && JSON.stringify(last.marks ?? []) === JSON.stringify(all)) last.text += text;
		else nodes.push({ type: 'text', text, ...(all.length > 0 && { marks: all }) });
	};
	for (const token of tokens) {
		const mark = marks.get(token.type);
		if (mark !== undefined) open.push({ type: mark });
		else if (token.type === 'link_open') open.push(linkMark(token, stories));
		else if (token.type.endsWith('_close')) open.pop();
		else if (token.type === 'hardbreak') nodes.push({ type: 'hard_break' });
		else if (token.type === 'softbreak') write(' ');
		else if (token.type === 'code_inline') write(token.content, [{ type: 'code' }]);
		else if (token.type === 'image')
			nodes.push({ ...imageNode(token), ...(open.length > 0 && { marks: [...open] }) });
		else write(token.content);
	}
	return nodes;
}

function linkMark(token: Token, { has, resolve }: StoryNames): Mark {
	const target = linkTargetOf(token.attrGet('href') ?? '', has);
	const title = token.attrGet('title');
	const none = { uuid: null, anchor: null, target: null, ...(title && { custom: { title } }) };
	const attrs =
		target.linktype === 'story'
			? {
					...none,
					href: `/${target.slug}`,
					uuid: resolve(target.slug),
					anchor: target.anchor ?? null,
					linktype: 'story',
				}
			: { ...none, href: target.linktype === 'email' ? target.email : target.url, linktype: target.linktype };
	return { type: 'link', attrs };
}

const imageNode = (token: Token): Node => {
	const [alt, title] = [token.content, token.attrGet('title') ?? ''];
	return {
		type: 'image',
		attrs: {
			id: null,
			src: token.attrGet('src'),
			alt,
			title,
			source: '',
			copyright: '',
			meta_data: { alt, title, source: '', copyright: '' },
		},
	};
};

/** A value with fields in the content. */
type Fields = Readonly<Record<string, unknown>>;

/** What short forms need to know about other stories. */
export interface StoryNames {
	/** True if a story has this full slug. */
	has(slug: string): boolean;
	/** The uuid of the story with a full slug. Throws if there is none. */
	resolve(slug: string): string;
}

/** The keys that each short form may have. A map with other keys is ordinary content. */
const names = {
	link: new Set(['link', 'anchor', 'target', 'title', 'rel']),
	asset: new Set(['asset', 'alt', 'title', 'name', 'focus', 'source', 'copyright']),
	richtext: new Set(['richtext']),
};

/** True if a map with these keys is a short form of this kind. */
export const isShortForm = (kind: keyof typeof names, found: readonly string[]): boolean =>
	found.includes(kind) && found.every((name) => names[kind].has(name));

/**
 * Expands the short form of a link, an asset, or rich text to the API's form. Any other value is returned
 * unchanged.
 *
 * @example
 * fromShortForm({ link: 'blog/hello' }, stories); // a link to the story with that full slug
 * fromShortForm({ link: 'https://example.com', target: '_blank' }, stories);
 * fromShortForm({ asset: '/images/boat.jpg', alt: 'A boat' }, stories);
 * fromShortForm({ richtext: 'A *boat* and its [times](blog/hello)' }, stories);
 */
export function fromShortForm(value: Fields, stories: StoryNames): Fields {
	const { link, asset, richtext, ...rest } = value;
	const found = Object.keys(value);
	if (typeof link === 'string' && isShortForm('link', found))
		return { fieldtype: 'multilink', ...linkTo(link, stories), ...rest };
	if (typeof asset === 'string' && isShortForm('asset', found))
		return { fieldtype: 'asset', filename: asset, ...rest };
	if (typeof richtext === 'string' && isShortForm('richtext', found)) return richTextOf(richtext, stories);
	return value;
}

function linkTo(written: string, { has }: StoryNames): Fields {
	const target = linkTargetOf(written, has);
	if (target.linktype !== 'story') return { ...target };
	const { linktype, slug, anchor } = target;
	return { linktype, cached_url: slug, ...(anchor !== undefined && { anchor }) };
}

/** The target of a link: a story, an email address, or any other address. */
type LinkTarget =
	| { readonly linktype: 'story'; readonly slug: string; readonly anchor?: string }
	| { readonly linktype: 'email'; readonly email: string }
	| { readonly linktype: 'url'; readonly url: string };

/**
 * Parses a link as people write it. A full slug refers to a story, which must exist. A path with a leading
 * slash is an address of the site, or a story if one has that slug.
 *
 * @param isStory true if a story has a full slug
 * @example linkTargetOf('blog/hello#times', isStory) // { linktype: 'story', slug: 'blog/hello', anchor:
 * 'times' }
 */
export function linkTargetOf(written: string, isStory: (slug: string) => boolean): LinkTarget {
	if (/^mailto:/i.test(written)) return { linktype: 'email', email: written.slice('mailto:'.length) };
	if (written === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/|#)|\?/i.test(written))
		return { linktype: 'url', url: written };
	const [, path = '', anchor] = /^([^#]*)(?:#(.*))?$/s.exec(written) ?? [];
	const slug = trimSlashes(path) || 'home';
	const isFile = /\.[a-z\d]{2,5}$/i.test(path);
	if (!isStory(slug) && (isFile || path.startsWith('/'))) return { linktype: 'url', url: written };
	return { linktype: 'story', slug, ...(anchor !== undefined && { anchor }) };
}
