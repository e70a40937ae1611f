/**
 * Converts simple rich text to Markdown and back: paragraphs, headings, lists; bold, italic, strikethrough, code, and links to
 * URLs. A document with anything else is not converted, so that editing here loses nothing.
 */

interface RichNode {
	type: string;
	attrs?: Record<string, unknown>;
	content?: RichNode[];
	text?: string;
	marks?: Mark[];
}
interface Mark {
	type: string;
	attrs?: Record<string, unknown>;
}

/** The marks of a run of text, outermost first. */
const signs = [
	['bold', '**'],
	['italic', '_'],
	['strike', '~~'],
] as const;

/** The Markdown of a document; undefined if the document contains more than this Markdown can express. */
export function textOfDoc(doc: unknown): string | undefined {
	try {
		const text = (childrenOf(doc as RichNode) ?? []).map(textOfBlock).join('\n\n');
		if (text === '') return text;
		return JSON.stringify(plain(docOfText(text))) === JSON.stringify(plain(doc)) ? text : undefined;
	} catch {
		return undefined;
	}
}

/** The document of such Markdown. */
export function docOfText(text: string): RichNode {
	const blocks = text.split(/\n{2,}/).map(blockOf);
	return { type: 'doc', content: blocks };
}

const childrenOf = ({ content }: RichNode): RichNode[] | undefined =>
	Array.isArray(content) ? content : undefined;

function textOfBlock(node: RichNode): string {
	const inner = childrenOf(node) ?? [];
	switch (node.type) {
		case 'paragraph':
			return textOfRuns(inner).replace(/^(#{1,6} |- |\d+\. )/gm, '\\$1');
		case 'heading':
			return `${'#'.repeat(Number(node.attrs?.['level']))} ${textOfRuns(inner)}`;
		case 'bullet_list':
			return inner.map((item) => `- ${textOfItem(item)}`).join('\n');
		case 'ordered_list':
			return inner.map((item, place) => `${place + 1}. ${textOfItem(item)}`).join('\n');
		default:
			throw new TypeError(node.type);
	}
}

function textOfItem({ type, content: [paragraph, ...more] = [] }: RichNode): string {
	if (type !== 'list_item' || paragraph?.type !== 'paragraph' || more.length > 0) throw new TypeError(type);
	return textOfRuns(childrenOf(paragraph) ?? []);
}

const textOfRuns = (runs: readonly RichNode[]): string => runs.map(textOfRun).join('');

function textOfRun({ type, text = '', marks = [] }: RichNode): string {
	if (type === 'hard_break') return '\n';
	if (type !== 'text') throw new TypeError(type);
	const has = (name: string) => marks.some((mark) => mark.type === name);
	let written = has('code') ? `\`${text}\`` : text.replace(/[\\*~`[\]]|(?<!\w)_|_(?!\w)/g, '\\$&');
	for (const [name, sign] of [...signs].reverse()) if (has(name)) written = sign + written + sign;
	const link = marks.find((mark) => mark.type === 'link');
	return link ? `[${written}](${String(link.attrs?.['href'])})` : written;
}

function blockOf(block: string): RichNode {
	const heading = /^(#{1,6}) (.*)$/s.exec(block);
	if (heading) return withRuns('heading', heading[2], { level: heading[1]?.length });
	const lines = block.split('\n');
	for (const [type, start] of [
		['bullet_list', /^- /],
		['ordered_list', /^\d+\. /],
	] as const) {
		if (!lines.every((line) => start.test(line))) continue;
		const items = lines.map((line) => ({
			type: 'list_item',
			content: [withRuns('paragraph', line.replace(start, ''))],
		}));
		return { type, ...(type === 'ordered_list' ? { attrs: { order: 1 } } : {}), content: items };
	}
	return withRuns('paragraph', block.replace(/^\\(?=#{1,6} |- |\d+\. )/gm, ''));
}

function withRuns(type: string, text = '', attrs?: Record<string, unknown>): RichNode {
	const content = runsOf(text, []);
	return { type, ...(attrs ? { attrs } : {}), ...(content.length > 0 ? { content } : {}) };
}

/** The runs of a text. A marker that is not closed is plain text. */
function runsOf(text: string, outer: readonly Mark[]): RichNode[] {
	const runs: RichNode[] = [];
	let now = '';
	const end = () => {
		if (now !== '')
			runs.push({ type: 'text', text: now, ...(outer.length > 0 ? { marks: [...outer] } : {}) });
		now = '';
	};
	for (let at = 0; at < text.length; ) {
		const rest = text.slice(at);
		const found = markedAt(rest, text[at - 1]);
		if (found) {
			end();
			runs.push(...runsOf(found.inner, [...outer, found.mark]));
			at += found.length;
		} else if (rest.startsWith('`') && rest.indexOf('`', 1) > 1) {
			end();
			const close = rest.indexOf('`', 1);
			runs.push({ type: 'text', text: rest.slice(1, close), marks: [...outer, { type: 'code' }] });
			at += close + 1;
		} else if (rest.startsWith('\n')) {
			end();
			runs.push({ type: 'hard_break' });
			at += 1;
		} else {
			const isEscaped = /^\\[\\*~`[\]_]/.test(rest);
			now += rest[isEscaped ? 1 : 0];
			at += isEscaped ? 2 : 1;
		}
	}
	end();
	return runs;
}

function markedAt(text: string, before = ' '): { mark: Mark; inner: string; length: number } | undefined {
	const link = /^\[((?:\\.|[^\\[\]])+)\]\(([^()\s]+)\)/.exec(text);
	if (link) {
		const [all, inner = '', href = ''] = link;
		return { mark: { type: 'link', attrs: { href, linktype: 'url' } }, inner, length: all.length };
	}
	for (const [type, sign] of signs) {
		if (!text.startsWith(sign) || (sign === '_' && /\w/.test(before))) continue;
		const close = closeOf(text, sign);
		if (close < 0) continue;
		return { mark: { type }, inner: text.slice(sign.length, close), length: close + sign.length };
	}
	return undefined;
}

/** The index of the closing marker, ignoring escaped ones; -1 if there is none. */
function closeOf(text: string, sign: string): number {
	for (let at = sign.length; at < text.length; at++) {
		if (text[at] === '\\') at += 1;
		else if (text[at] === '`' && text.indexOf('`', at + 1) > 0) at = text.indexOf('`', at + 1);
		else if (
			at > sign.length &&
			text.startsWith(sign, at) &&
			!(sign === '_' && /\w/.test(text[at + 1] ?? ''))
		)
			return at;
	}
	return -1;
}

/** Removes empty attributes, and sorts the others by name. */
function plain(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value !== 'object' || value === null) return value;
	const fields = Object.entries(value)
		.map(([name, inner]) => [name, plain(inner)] as const)
		.filter(([name, inner]) => {
			const isEmpty = typeof inner === 'object' && inner !== null && Object.keys(inner).length === 0;
			return inner !== null && !(isEmpty && ['attrs', 'marks', 'content'].includes(name));
		})
		.sort(([one], [other]) => (one < other ? -1 : 1));
	return Object.fromEntries(fields);
}
