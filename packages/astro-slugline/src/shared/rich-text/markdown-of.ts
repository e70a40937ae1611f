import { destinationOf } from './link-addresses.js';
import { meaningOf, sharedMarks, shownOf } from './meaning.js';
import { type Mark, type RichNode, richTextOf, type StoryNames, signsIn } from './rich-text.js';

/** What links in rich text need to know about other stories. */
export interface StorySlugs extends StoryNames {
	/** The full slug of the story with a uuid. */
	slugOf(uuid: unknown): string | undefined;
}

/** What a text is written with. */
type Writing = StorySlugs & { readonly signs: Readonly<Record<string, string>> };

const usual = { bold: '**', italic: '_', strike: '~~', code: '`', bullet_list: '-', ordered_list: '.' };

/**
 * The Markdown of a document; undefined if the document has more than `richTextOf` makes of Markdown, such as bloks.
 *
 * @param like Markdown whose signs it has where they say the same, such as `*` instead of `_`
 * @example markdownOf(richTextOf('Read *more*.', stories), stories) // 'Read _more_.'
 */
export const markdownOf = (doc: unknown, stories: StorySlugs, like = ''): string | undefined =>
	write(doc, { ...stories, signs: { ...usual, ...signsIn(like) } }) ??
	write(doc, { ...stories, signs: usual });

function write(doc: unknown, writing: Writing): string | undefined {
	try {
		const text = blocksOf(shownOf(doc as RichNode), writing);
		return text === '' || meaningOf(richTextOf(text, writing)) === meaningOf(doc) ? text : undefined;
	} catch {
		// A node or a mark that Markdown does not have.
		return undefined;
	}
}

const blocksOf = ({ content = [] }: RichNode, writing: Writing, gap = '\n\n'): string =>
	content.map((node) => blockOf(node, writing)).join(gap);

function blockOf(node: RichNode, writing: Writing): string {
	const { type, attrs = {}, content = [] } = node;
	const { signs } = writing;
	const list = (sign: (place: number) => string) =>
		content
			.map((item, place) => {
				const isTight = item.content?.slice(1).every((one) => one.type.endsWith('_list'));
				const text = blocksOf(item, writing, isTight ? '\n' : '\n\n');
				return sign(place) + text.replace(/\n(?!\n)/g, `\n${' '.repeat(sign(place).length)}`);
			})
			.join('\n');
	switch (type) {
		case 'paragraph':
			return inlineOf(content, writing)
				.replace(/^(?:#{1,6}(?= |$)|[-+](?=[- ]|$)|[=>])/gm, '\\$&')
				.replace(/^(\d+)(?=[.)] )/gm, '$1\\');
		case 'heading':
			return `${'#'.repeat(Number(attrs['level']))} ${inlineOf(content, writing)}`;
		case 'blockquote':
			return blocksOf(node, writing).replace(/^/gm, '> ');
		case 'bullet_list':
			return list(() => `${signs['bullet_list']} `);
		case 'ordered_list':
			return list((place) => `${Number(attrs['order'] ?? 1) + place}${signs['ordered_list']} `);
		case 'code_block':
			return `\`\`\`${String(attrs['class'] ?? '').replace('language-', '')}\n${content[0]?.text}\n\`\`\``;
		case 'horizontal_rule':
			return '---';
		case 'table': {
			const [head = '', ...rows] = content.map(
				(row) =>
					`|${row.content?.map((cell) => ` ${blocksOf(cell, writing).replaceAll('|', '\\|')} |`).join('')}`,
			);
			return [head, `|${' --- |'.repeat(content[0]?.content?.length ?? 0)}`, ...rows].join('\n');
		}
		default:
			throw new TypeError(type);
	}
}

/** The text of runs. A mark that neighbors share goes around all of them. */
function inlineOf(runs: readonly RichNode[], writing: Writing): string {
	const { signs } = writing;
	let text = '';
	let open: readonly Mark[] = [];
	for (const run of [...runs, { type: 'text', text: '' }]) {
		const { marks = [] }: RichNode = run;
		const same = sharedMarks(open, marks);
		for (const mark of open.slice(same).reverse())
			text += mark.type === 'link' ? `](${addressOf(mark.attrs, writing)})` : signs[mark.type];
		for (const { type } of marks.slice(same)) text += type === 'link' ? '[' : signs[type];
		open = marks;
		text += runOf(run, marks.at(-1)?.type === 'code');
	}
	return text;
}

function runOf({ type, text = '', attrs }: RichNode, isCode: boolean): string {
	if (type === 'hard_break') return '\\\n';
	if (type === 'image')
		return `![${attrs?.['alt']}](${destinationOf(String(attrs?.['src']))}${titleOf(attrs?.['title'])})`;
	if (type !== 'text') throw new TypeError(type);
	return isCode ? text : text.replace(/[\\`*[\]]|~~|(?<!\w)_|_(?!\w)|<(?=[a-z/!])|&(?=#?\w+;)/gi, '\\$&');
}

function addressOf(attrs: Mark['attrs'] = {}, { slugOf }: Writing): string {
	const { linktype, uuid, href, anchor, custom } = attrs;
	const address =
		linktype === 'story'
			? `${slugOf(uuid)}${anchor ? `#${anchor}` : ''}`
			: `${linktype === 'email' ? 'mailto:' : ''}${href}`;
	return destinationOf(address) + titleOf((custom as { title?: unknown } | undefined)?.title);
}

const titleOf = (title: unknown): string => (title ? ` "${title}"` : '');
