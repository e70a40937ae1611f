import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docOfText, textOfDoc } from '../../packages/astro-slugline/src/editor/browser/rich-text.js';

const text = (value: string, ...marks: object[]) => ({
	type: 'text',
	text: value,
	...(marks.length > 0 ? { marks } : {}),
});
const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const doc = (...content: object[]) => ({ type: 'doc', content });
const bold = { type: 'bold' };
const italic = { type: 'italic' };
const link = { type: 'link', attrs: { href: 'https://example.com/a', linktype: 'url' } };

describe('rich text as text', () => {
	it.each<[string, object, string]>([
		['paragraphs', doc(paragraph(text('One')), paragraph(text('Two'))), 'One\n\nTwo'],
		['a heading', doc({ type: 'heading', attrs: { level: 2 }, content: [text('Title')] }), '## Title'],
		[
			'marks',
			doc(paragraph(text('a '), text('b', bold), text(' c '), text('d', bold, italic), text('.'))),
			'a **b** c **_d_**.',
		],
		['a link', doc(paragraph(text('Go '), text('there', link))), 'Go [there](https://example.com/a)'],
		['signs', doc(paragraph(text('2 * 3 _ [x] snake_case `'))), '2 \\* 3 \\_ \\[x\\] snake_case \\`'],
		['what looks like a heading', doc(paragraph(text('# 1'))), '\\# 1'],
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
		['a line break', doc(paragraph(text('One'), { type: 'hard_break' }, text('Two'))), 'One\nTwo'],
		['attributes that say nothing', doc({ ...paragraph(text('One')), attrs: { textAlign: null } }), 'One'],
	])('has %s', (_name, given, written) => {
		expect(textOfDoc(given)).toBe(written);
	});

	it.each<[string, object]>([
		['a blok', doc({ type: 'blok', attrs: { body: [] } })],
		['an image', doc(paragraph({ type: 'image', attrs: { src: 'x' } }))],
		[
			'a link to a story',
			doc(paragraph(text('x', { type: 'link', attrs: { linktype: 'story', uuid: 'u' } }))),
		],
		['alignment', doc({ ...paragraph(text('One')), attrs: { textAlign: 'center' } })],
		['a color', doc(paragraph(text('x', { type: 'textStyle', attrs: { color: 'red' } })))],
	])('has none for %s', (_name, given) => {
		expect(textOfDoc(given)).toBeUndefined();
	});

	it('takes a sign that is not closed for a character', () => {
		expect(docOfText('2 * 3 ** 4 and [x')).toEqual(doc(paragraph(text('2 * 3 ** 4 and [x'))));
	});

	it('begins a link at the last opening bracket, so that it is looked for once', () => {
		const written = docOfText('[a [there](https://example.com/a)');
		expect(written).toEqual(doc(paragraph(text('[a '), text('there', link))));
	});

	it('loses nothing, whatever is written', () => {
		fc.assert(
			fc.property(fc.array(fc.constantFrom(...'ab *_~`[]()#-1.\\\n ')), (characters) => {
				const written = docOfText(characters.join(''));
				const again = textOfDoc(written);
				// What has no text is shown as JSON; what has one has the same document.
				if (again !== undefined) expect(docOfText(again)).toEqual(written);
			}),
			{ seed: 20, numRuns: process.env['SLUGLINE_LONG'] ? 50_000 : 1000 },
		);
	});
});
