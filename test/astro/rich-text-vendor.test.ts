import { readFile } from 'node:fs/promises';
import { renderRichText } from '@storyblok/richtext';
import { type RichTextField, type RichTextNode, richTextParts } from 'astro-slugline/rendering';
import { afterEach, expect, it, vi } from 'vitest';
import { uuids } from '../support/page-routes.js';

// Our output is that of the vendor's renderer. Where it differs on purpose, it is listed with the reasons.

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
afterEach(() => warn.mockClear());

const text = (words: string, ...marks: object[]) => ({ type: 'text', text: words, marks }) as RichTextNode;
const mark = (type: string, attrs?: Record<string, unknown>) => ({ type, ...(attrs && { attrs }) });
const link = (href: string | undefined, more: object = {}) =>
	mark('link', { href, linktype: 'url', target: null, anchor: null, uuid: null, ...more });
const node = (type: string, content: RichTextNode[] = [], attrs?: object) =>
	({ type, content, ...(attrs && { attrs }) }) as RichTextNode;
const p = (...content: RichTextNode[]) => node('paragraph', content);
const cell = (type: string, words: string, attrs: object) =>
	node(type, [p(text(words))], { colspan: 1, rowspan: 1, ...attrs });
const table = (...rows: RichTextNode[][]) =>
	node(
		'table',
		rows.map((cells) => node('tableRow', cells)),
	);

/** Why ours is different. */
const why = {
	emoji: 'an emoji is plain text, without an element around it',
	order:
		'marks are nested in a fixed order, links outermost, so neighbors with the same mark share one element',
	self: '`_self` is omitted, because links open there anyway',
	noopener: 'a link that opens a new window has `rel="noopener"`',
	attributes: 'attributes that HTML does not define are omitted',
	empty: 'empty elements are omitted',
	noHref: 'a link without a target becomes text',
	script: 'URLs that could run script are removed',
	head: 'rows of header cells at the top of a table become its `<thead>`',
	image: 'images have an `alt`, load lazily, and carry no id of the service',
	noFile: 'an image without a file is omitted',
	highlight: 'a highlight without a color is still marked',
	gone: 'a link to a story that is not on the site becomes text, with a warning',
	semantic: '`<b>` becomes `<strong>`',
	css: 'an image of an emoji is styled to fit the text',
} as const;

/** Output that differs on purpose, and the reasons. */
type Difference = [ours: string, ...reasons: (keyof typeof why)[]];
type Case = [of: string, input: RichTextField, difference?: Difference];

/** The reasons for differences from older versions of the vendor's renderers. */
const older: readonly string[] = ['semantic', 'head', 'highlight'] satisfies (keyof typeof why)[];

const image = (attrs: object) => node('image', [], { src: 'https://example.com/a.png', alt: 'a', ...attrs });
const emoji = (name: string, attrs: object) => node('emoji', [], { name, ...attrs });

const nodes: Case[] = [
	['nothing', null],
	['an empty list', []],
	['an empty document', node('doc')],
	['an empty paragraph', p()],
	['text alone', text('Just text')],
	['a list of nodes', [p(text('First')), p(text('Second'))]],
	['a quote', node('blockquote', [p(text('Q'))])],
	['a bullet list', node('bullet_list', [node('list_item', [p(text('L'))])])],
	['an ordered list', node('ordered_list', [], { order: 5 })],
	['an ordered list from one', node('ordered_list', [], { order: 1 })],
	['a break', node('hard_break')],
	['a rule', node('horizontal_rule')],
	...[1, 2, 3, 4, 5, 6].map((level): Case => {
		const heading = node('heading', [text('H')], { level, textAlign: 'right' });
		return [`a heading of level ${level}`, heading];
	}),
	...['center', 'left', 'right', 'justify'].map((textAlign): Case => {
		const paragraph = node('paragraph', [text('A')], { textAlign });
		return [`a paragraph, aligned ${textAlign}`, paragraph];
	}),
	[
		'an emoji',
		emoji('rocket', { emoji: '🚀', fallbackImage: 'https://cdn.example.com/r.png' }),
		['🚀', 'emoji'],
	],
	[
		'an emoji that is only an image',
		emoji('troll', { emoji: null, fallbackImage: 'https://cdn.example.com/t.png' }),
		[
			'<img src="https://cdn.example.com/t.png" style="width: 1.25em; height: 1.25em; vertical-align: text-top" alt="troll">',
			...(['emoji', 'css', 'image'] as const),
		],
	],
	[
		'an image',
		image({ id: 2, title: 'Title', source: 'Camera', copyright: '© 2024', meta_data: { alt: 'Photo' } }),
		['<img src="https://example.com/a.png" alt="a" loading="lazy" decoding="async" title="Title">', 'image'],
	],
	['an image without a file', node('image'), ['', 'noFile']],
	['text with HTML in it', text('<script>alert("x")</script>')],
];

const styledCell = { colwidth: [200], backgroundColor: '#F11F1F' };
const tables: Case[] = [
	['a width in a list', table([cell('tableCell', 'a', { colwidth: [200] })])],
	['a width and a color', table([cell('tableCell', 'a', styledCell)])],
	['a cell over several columns', table([cell('tableCell', 'a', { colspan: 2, rowspan: 3 })])],
	['a head', table([cell('tableHeader', 'H', { colwidth: [100] })], [cell('tableCell', 'c', {})])],
	[
		'a head, as version 3 gives it',
		table([cell('tableHeader', 'H', { colwidth: null })], [cell('tableCell', 'c', {})]),
		[
			'<table><thead><tr><th><p>H</p></th></tr></thead><tbody><tr><td><p>c</p></td></tr></tbody></table>',
			'head',
		],
	],
];

const plainMarks = ['bold', 'italic', 'strike', 'underline', 'code', 'superscript', 'subscript', 'highlight'];
const styledMark = (attrs: object) => mark('textStyle', { color: 'red', id: null, class: null, ...attrs });
const marks: Case[] = [
	...plainMarks.map((type): Case => [type, text('a', mark(type))]),
	['bold in version 5', text('a', mark('bold')), ['<strong>a</strong>', 'semantic']],
	['a highlight in a color', text('a', mark('highlight', { color: 'rgb(204, 255, 204)' }))],
	[
		'a highlight without a color, in version 5',
		text('a', mark('highlight', { color: '' })),
		['<mark>a</mark>', 'highlight'],
	],
	['an anchor', text('a', mark('anchor', { id: 'here' }))],
	['a class', text('a', mark('styled', { class: 'big' }))],
	['a color', text('a', styledMark({}))],
	['an empty color', text('a', styledMark({ color: '' })), ['a', 'empty']],
	['two marks', text('a', mark('bold'), mark('italic')), ['<strong><em>a</em></strong>', 'order']],
	['two colors, the first one inside', text('a', styledMark({}), styledMark({ color: 'blue' }))],
	[
		'marks and alignment together',
		node('paragraph', [text('F', mark('styled', { class: 'lead' }), link('/f'))], { textAlign: 'right' }),
	],
];

const story = (href: string, more: object = {}) => text('a', link(href, { linktype: 'story', ...more }));
const target = { target: '_blank' };
const links: Case[] = [
	['an address', text('a', link('https://example.com'))],
	[
		'a new window',
		text('a', link('/x', target)),
		['<a href="/x" target="_blank" rel="noopener">a</a>', 'noopener'],
	],
	[
		'the same window',
		text('a', link('/other', { target: '_self', anchor: 'x' })),
		['<a href="/other#x">a</a>', 'self'],
	],
	['a story without a uuid', story('/about'), ['<a href="/base/about/">a</a>']],
	['an anchor in it', story('/about', { anchor: 'x' }), ['<a href="/base/about/#x">a</a>']],
	['a moved story', story('/old', { uuid: uuids.about }), ['<a href="/base/about/">a</a>']],
	['a story that the site does not have', story('/gone', { uuid: uuids.unpublished }), ['a', 'gone']],
	['a message', text('a', link('test@example.com', { linktype: 'email' }))],
	['a file', text('a', link('https://assets.example.com/file.pdf', { linktype: 'asset' }))],
	[
		'attributes of an editor',
		text('a', link('www.example.com', { ...target, custom: { rel: 'nofollow', title: 'nice' } })),
		[
			'<a href="www.example.com" target="_blank" rel="nofollow noopener" title="nice">a</a>',
			...(['attributes', 'noopener'] as const),
		],
	],
	['no address', text('a', link(undefined)), ['a', 'noHref']],
	['an empty address', text('a', link('')), ['a', 'noHref']],
	['a script', text('a', link('javascript:alert(1)')), ['a', 'script']],
	['neighbors', p(text('a ', link('/x')), text('b', mark('bold'), link('/x')), text(' c', link('/x')))],
	[
		'neighbors with other attributes',
		p(...['1', '2'].map((title) => text('a', link('/x', { custom: { title } })))),
	],
	['a break between links', p(text('a', link('/x')), node('hard_break'), text('b', link('/x')))],
];

/** The vendor's output, without the last `;` of a style, which makes no difference. */
const theirsOf = (input: RichTextField): string =>
	[input ?? []]
		.flat()
		.map((one) => renderRichText(one as never))
		.join('')
		.replace(/;"/g, '"');

/** The site of the unit tests has a base, which the vendor's renderer does not know. */
const withoutBase = (html: string): string => html.replaceAll('"/base/', '"/');

const cases = [...nodes, ...tables, ...marks, ...links];

it.each(cases)('renders as the vendor does, but for listed differences: %s', (_of, input, difference) => {
	const theirs = theirsOf(input);
	const [ours = theirs, ...reasons] = difference ?? [];
	expect(withoutBase(richTextParts(input).join(''))).toBe(withoutBase(ours));
	if (difference && !reasons.some((reason) => older.includes(reason))) expect(theirs).not.toBe(ours);
});

it('lists each difference in the docs', async () => {
	const docs = await readFile(new URL('../../playground/docs/space/bloks.md', import.meta.url), 'utf8');
	for (const reason of Object.values(why)) expect(docs.toLowerCase()).toContain(reason.toLowerCase());
});

it('uses every listed reason for a difference', () => {
	const used = cases.flatMap(([, , difference]) => difference?.slice(1) ?? []);
	expect([...new Set(used)].sort()).toEqual(Object.keys(why).sort());
});

it('reads the width of a column that is a number, as older content has it', () => {
	const [list, number] = [[200], 200].map((colwidth) =>
		richTextParts(table([cell('tableCell', 'a', { colwidth })])),
	);
	expect(number).toEqual(list);
});

it('reads the language of a code block whose class is only its name, as the vendor does', () => {
	expect(richTextParts(node('code_block', [text('a')], { class: 'js' }))).toEqual([
		{ kind: 'code', code: 'a', language: 'js' },
	]);
});

it('warns about a story link with neither a uuid nor a page at its address', () => {
	expect(richTextParts(text('a', link('/nowhere', { linktype: 'story' })), { from: '/base/about/' })).toEqual(
		['a'],
	);
	expect(warn.mock.calls.flat()).toMatchInlineSnapshot(`
		[
		  "[astro-slugline] A link leads nowhere: it has no uuid, and no page has the address \`/nowhere\`. Select the story again in the editor. Seen on /base/about/.",
		]
	`);
});
