import { destinationOf } from './link-addresses.js';
import { type Mark, type RichNode, richTextOf, type StoryNames } from './rich-text.js';

/** What links in rich text need to know about other stories. */
export interface StorySlugs extends StoryNames {
	/** The full slug of the story with a uuid. */
	slugOf(uuid: unknown): string | undefined;
}

/**
 * The Markdown of a document; undefined if the document has more than `richTextOf` makes of Markdown, such as bloks.
 *
 * @example markdownOf(richTextOf('Read *more*.', stories), stories) // 'Read _more_.'
 */
export function markdownOf(doc: unknown, stories: StorySlugs): string | undefined {
	try {
		const text = blocksOf(doc as RichNode, stories);
		return text === '' || meaningOf(richTextOf(text, stories)) === meaningOf(doc) ? text : undefined;
	} catch {
		// A node or a mark that Markdown does not have.
		return undefined;
	}
}

/** Text that is equal for rich text that shows the same: empty attributes and the order of attributes do not matter. */
export const meaningOf = (value: unknown): string => JSON.stringify(plain(value));

function plain(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value !== 'object' || value === null) return value;
	const fields = Object.entries(value)
		.map(([name, inner]) => [name, plain(inner)] as const)
		.filter(([name, inner]) => {
			const isEmpty = typeof inner === 'object' && inner !== null && Object.keys(inner).length === 0;
			return inner !== null && !(isEmpty && ['attrs', 'marks', 'content'].includes(name));
		});
	return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const signs: Record<string, string> = { bold: '**', italic: '_', strike: '~~', code: '`' };

const blocksOf = ({ content = [] }: RichNode, stories: StorySlugs, gap = '\n\n'): string =>
	content.map((node) => blockOf(node, stories)).join(gap);

function blockOf(node: RichNode, stories: StorySlugs): string {
	const { type, attrs = {}, content = [] } = node;
	const list = (sign: (place: number) => string) =>
		content
			.map((item, place) => {
				const isTight = item.content?.slice(1).every((one) => one.type.endsWith('_list'));
				const text = blocksOf(item, stories, isTight ? '\n' : '\n\n');
				return sign(place) + text.replace(/\n(?!\n)/g, `\n${' '.repeat(sign(place).length)}`);
			})
			.join('\n');
	switch (type) {
		case 'paragraph':
			return inlineOf(content, stories)
				.replace(/^(?:#{1,6}(?= |$)|[-+](?=[- ]|$)|[=>])/gm, '\\$&')
				.replace(/^(\d+)(?=[.)] )/gm, '$1\\');
		case 'heading':
			return `${'#'.repeat(Number(attrs['level']))} ${inlineOf(content, stories)}`;
		case 'blockquote':
			return blocksOf(node, stories).replace(/^/gm, '> ');
		case 'bullet_list':
			return list(() => '- ');
		case 'ordered_list':
			return list((place) => `${Number(attrs['order'] ?? 1) + place}. `);
		case 'code_block':
			return `\`\`\`${String(attrs['class'] ?? '').replace('language-', '')}\n${content[0]?.text}\n\`\`\``;
		case 'horizontal_rule':
			return '---';
		case 'table': {
			const [head = '', ...rows] = content.map(
				(row) =>
					`|${row.content?.map((cell) => ` ${blocksOf(cell, stories).replaceAll('|', '\\|')} |`).join('')}`,
			);
			return [head, `|${' --- |'.repeat(content[0]?.content?.length ?? 0)}`, ...rows].join('\n');
		}
		default:
			throw new TypeError(type);
	}
}

/** The text of runs. A mark that neighbors share goes around all of them. */
function inlineOf(runs: readonly RichNode[], stories: StorySlugs): string {
	let text = '';
	let open: readonly Mark[] = [];
	for (const run of [...runs, { type: 'text', text: '' }]) {
		const { marks = [] }: RichNode = run;
		const differs = open.findIndex(
			(mark, place) => !marks[place] || meaningOf(mark) !== meaningOf(marks[place]),
		);
		const same = differs < 0 ? open.length : differs;
		for (const mark of open.slice(same).reverse())
			text += mark.type === 'link' ? `](${addressOf(mark.attrs, stories)})` : signs[mark.type];
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

function addressOf(attrs: Mark['attrs'] = {}, { slugOf }: StorySlugs): string {
	const { linktype, uuid, href, anchor, custom } = attrs;
	const address =
		linktype === 'story'
			? `${slugOf(uuid)}${anchor ? `#${anchor}` : ''}`
			: `${linktype === 'email' ? 'mailto:' : ''}${href}`;
	return destinationOf(address) + titleOf((custom as { title?: unknown } | undefined)?.title);
}

const titleOf = (title: unknown): string => (title ? ` "${title}"` : '');
