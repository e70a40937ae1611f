import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdownOf } from '../../packages/astro-slugline/src/shared/rich-text/markdown-of.js';
import { meaningOf } from '../../packages/astro-slugline/src/shared/rich-text/meaning.js';
import { richTextOf } from '../../packages/astro-slugline/src/shared/rich-text/rich-text.js';
import { isLong } from '../support/long.js';

const slugs = new Map([['blog/log', 'uuid-of-log']]);
const stories = {
	has: (slug: string) => slugs.has(slug),
	resolve(slug: string) {
		const uuid = slugs.get(slug);
		if (uuid === undefined) throw new Error(`There is no story ${slug}.`);
		return uuid;
	},
	slugOf: (uuid: unknown) => [...slugs].find(([, one]) => one === uuid)?.[0],
};

const text = (value: string, ...marks: object[]) => ({
	type: 'text',
	text: value,
	...(marks.length > 0 ? { marks } : {}),
});
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const item = (...content: object[]) => ({ type: 'list_item', content });
const hardBreak = { type: 'hard_break' };
const marked = (node: object, ...marks: object[]) => ({ ...node, marks });
const doc = (...content: object[]) => ({ type: 'doc', content });
const bold = { type: 'bold' };
const strike = { type: 'strike' };
const italic = { type: 'italic' };
const link = { type: 'link', attrs: { href: 'https://example.com/a', linktype: 'url' } };

describe('rich text as Markdown', () => {
	it.each<[string, object, string]>([
		['paragraphs', doc(paragraph(text('One')), paragraph(text('Two'))), 'One\n\nTwo'],
		[
			'a link to a story whose address has changed',
			doc(
				paragraph(
					text('log', {
						type: 'link',
						attrs: { href: '/old/log', linktype: 'story', uuid: 'uuid-of-log', anchor: null },
					}),
				),
			),
			'[log](blog/log)',
		],
		['a heading', doc({ type: 'heading', attrs: { level: 2 }, content: [text('Title')] }), '## Title'],
		[
			'marks',
			doc(paragraph(text('a '), text('b', bold), text(' c '), text('d', bold, italic), text('.'))),
			'a **b** c **_d_**.',
		],
		[
			'marks that neighbors share',
			doc(paragraph(text('a ', bold), text('b', bold, italic), text(' c', bold))),
			'**a _b_ c**',
		],
		['a link', doc(paragraph(text('Go '), text('there', link))), 'Go [there](https://example.com/a)'],
		...[
			['https://example.com/a?b=1&c=2', 'https://example.com/a?b=1&c=2'],
			['https://example.com/a_(b)', 'https://example.com/a_(b)'],
			['/a b', '</a b>'],
			['/a(b', '</a(b>'],
			['/a)b', '</a)b>'],
			['/a&amp;b\\<>', '</a\\&amp;b\\\\\\<\\>>'],
		].map(([href = '', written = '']): [string, object, string] => [
			`a link to ${href}`,
			doc(paragraph(text('Go', { type: 'link', attrs: { ...link.attrs, href } }))),
			`[Go](${written})`,
		]),
		['signs', doc(paragraph(text('2 * 3 _ [x] snake_case `'))), '2 \\* 3 \\_ \\[x\\] snake_case \\`'],
		['what looks like a heading', doc(paragraph(text('# 1'))), '\\# 1'],
		['what looks like a list', doc(paragraph(text('- 1')), paragraph(text('2. 3'))), '\\- 1\n\n2\\. 3'],
		['what looks like HTML', doc(paragraph(text('<b>&amp;</b>'))), '\\<b>\\&amp;\\</b>'],
		[
			'a list',
			doc({
				type: 'bullet_list',
				content: [
					{ type: 'list_item', content: [paragraph(text('One'))] },
					{ type: 'list_item', content: [paragraph(text('Two'))] },
				],
			}),
			'- One\n- Two',
		],
		['a line break', doc(paragraph(text('One'), { type: 'hard_break' }, text('Two'))), 'One\\\nTwo'],
		['attributes that say nothing', doc({ ...paragraph(text('One')), attrs: { textAlign: null } }), 'One'],
		['no text', doc({ type: 'paragraph' }), ''],
		['spaces around lines', doc(paragraph(text(' a '), hardBreak, text(' b\t'))), 'a\\\nb'],
		['spaces around marks', doc(paragraph(text('a'), text(' b ', bold, italic), text('c'))), 'a **_b_** c'],
		[
			'spaces between marks',
			doc(paragraph(text('a ', bold), text(' b ', bold, italic), text(' ', italic), text('c', italic))),
			'**a  _b_**  _c_',
		],
		['a marked space', doc(paragraph(text('a'), text(' ', bold), text('b'))), 'a b'],
		[
			'a line break in bold',
			doc(paragraph(text('a ', bold), marked(hardBreak, bold), text('b', bold))),
			'**a**\\\n**b**',
		],
		['a line break at the end', doc(paragraph(text('a '), hardBreak)), 'a'],
		['a space in code', doc(paragraph(text('a', { type: 'code' }), text(' ', { type: 'code' }))), '`a `'],
		['a space that is seen', doc(paragraph(text('a\u00a0'))), 'a\u00a0'],
		[
			'empty paragraphs at the end',
			doc(
				{ type: 'blockquote', content: [paragraph(text('a')), paragraph(text(' '))] },
				{ type: 'bullet_list', content: [item(paragraph(text('b')), paragraph()), item(paragraph())] },
				paragraph(),
				{ type: 'paragraph', attrs: { textAlign: null } },
			),
			'> a\n\n- b\n- ',
		],
	])('has %s', (_name, given, written) => {
		expect(markdownOf(given, stories)).toBe(written);
	});

	it.each([
		'- One\n  - Two\n  - Three\n- Four',
		'3. One\n4. Two\n\n   More.',
		'> Said.\n> \n> - A list',
		'```js\nlet a = 1;\n\nlet b;\n```\n\n---\n\n![A boat](/boat.jpg "Ours")',
		'| a | b |\n| --- | --- |\n| `c` | d \\| e |',
		'[the log](blog/log#times "All") and [mail](mailto:a@example.com)',
		'**[a](blog/log)** ~~gone~~ ``',
	])('writes what it reads: %j', (written) => {
		expect(markdownOf(richTextOf(written, stories), stories)?.replaceAll('\\`', '`')).toBe(written);
	});

	it.each(['* One *two* __three__\n* Five', '3) One\n4) *Two*', '+ __*One* two__'])(
		'has the signs of another text: %j',
		(written) => {
			expect(markdownOf(richTextOf(written, stories), stories)).not.toBe(written);
			expect(markdownOf(richTextOf(written, stories), stories, written)).toBe(written);
		},
	);

	it.each<[string, object]>([
		['a blok', doc({ type: 'blok', attrs: { body: [] } })],
		[
			'a link to an unknown story',
			doc(paragraph(text('x', { type: 'link', attrs: { linktype: 'story', uuid: 'u' } }))),
		],
		[
			'a link to a new tab',
			doc(paragraph(text('x', { ...link, attrs: { ...link.attrs, target: '_blank' } }))),
		],
		['alignment', doc({ ...paragraph(text('One')), attrs: { textAlign: 'center' } })],
		['a color', doc(paragraph(text('x', { type: 'textStyle', attrs: { color: 'red' } })))],
		['a mark that ends with a space that is seen', doc(paragraph(text('a ', strike), text('b')))],
		[
			'an empty paragraph between others',
			doc(paragraph(text('a')), { type: 'paragraph' }, paragraph(text('b'))),
		],
		['anything else', { type: 'doc', content: 1 }],
	])('has none for %s', (_name, given) => {
		expect(markdownOf(given, stories)).toBeUndefined();
	});

	it('loses nothing, whatever is written', () => {
		let converted = 0;
		const runs = isLong ? 50_000 : 1000;
		fc.assert(
			fc.property(fc.array(fc.constantFrom(...'ab *_~`[]()#-1.\\\n <&|>=')), (characters) => {
				const read = richTextOf(characters.join(''), { ...stories, resolve: (slug) => slug });
				const written = markdownOf(read, { ...stories, resolve: (slug) => slug, slugOf: String });
				if (written === undefined) return;
				converted += 1;
				expect(meaningOf(richTextOf(written, { ...stories, resolve: (slug) => slug }))).toBe(meaningOf(read));
			}),
			{ seed: 20, numRuns: runs },
		);
		// Nearly all that Markdown expresses is written again.
		expect(converted / runs).toBeGreaterThan(0.95);
	});
});
