import MarkdownIt, { type Token } from 'markdown-it';
import { linkTargetOf } from './link-target.js';

/** What Markdown and short forms need to know about other stories. */
export interface StoryNames {
	/** True if a story has this full slug. */
	has(slug: string): boolean;
	/** The uuid of the story with a full slug. Throws if there is none. */
	resolve(slug: string): string;
}

export interface RichNode {
	readonly type: string;
	attrs?: Record<string, unknown>;
	content?: RichNode[];
	text?: string;
	marks?: Mark[];
}

export interface Mark {
	readonly type: string;
	readonly attrs?: Record<string, unknown>;
}

/** Creates a parser of Markdown as stories have it. */
export function createMarkdown(): MarkdownIt {
	// HTML is treated as text. Content nested beyond the limit would silently be dropped, so the limit is high.
	const markdown = new MarkdownIt({ html: false, maxNesting: 1000 });
	// Addresses stay unchanged: slugs are compared, and pages check whether an address is safe.
	markdown.normalizeLink = (url) => url;
	markdown.validateLink = () => true;
	return markdown;
}

const markdown = createMarkdown();

const blocks = new Map<string, (token: Token) => RichNode>([
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

/** The signs with which a text first writes each mark, and the items of each kind of list. */
export function signsIn(text: string): Record<string, string> {
	const tokens = markdown.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
	const named = tokens.map(({ type, markup }) => [marks.get(type) ?? type.replace(/_open$/, ''), markup]);
	return Object.fromEntries(named.reverse());
}

/**
 * Converts Markdown to rich text: paragraphs, headings, lists, quotes, tables, code, rules, images, and text
 * that is bold, italic, struck out, code, or a link. Links lead to stories as in a link field.
 *
 * @throws the error of `stories.resolve`, for a link to a missing story
 * @example richTextOf('Read *more* in [the log](blog/log).', stories) // { type: 'doc', content: [{ type:
 * 'paragraph', … }] }
 */
export function richTextOf(text: string, stories: StoryNames): RichNode {
	const doc: RichNode = { type: 'doc', content: [] };
	const open: RichNode[] = [doc];
	const add = (node: RichNode) => {
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

function codeBlock({ info, content }: Token): RichNode {
	const [language] = info.trim().split(/\s/, 1);
	return {
		type: 'code_block',
		attrs: { class: language ? `language-${language}` : null },
		content: [{ type: 'text', text: content.replace(/\n$/, '') }],
	};
}

function inlineNodes(tokens: readonly Token[], stories: StoryNames): RichNode[] {
	const nodes: RichNode[] = [];
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

const imageNode = (token: Token): RichNode => {
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
