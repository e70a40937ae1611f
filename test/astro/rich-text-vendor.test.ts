import { readFile } from 'node:fs/promises';
import { type RichTextField, type RichTextNode, richTextParts } from 'astro-slugline/rendering';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { uuids } from '../support/page-routes.js';

// The output of the vendor's own renderers (`richtext` 3 and 4, `storyblok-js-client` 5) for each input, as facts. Where ours
// differs on purpose, also our output and the reason.

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

interface Case {
	of: string;
	input: RichTextField;
	theirs: string;
	ours?: string;
	why?: (keyof typeof why)[];
}

const nodes: Case[] = [
	{ of: 'nothing', input: null, theirs: '' },
	{ of: 'an empty list', input: [], theirs: '' },
	{ of: 'an empty document', input: node('doc'), theirs: '' },
	{ of: 'a paragraph', input: p(text('Hello')), theirs: '<p>Hello</p>' },
	{ of: 'an empty paragraph', input: p(), theirs: '<p></p>' },
	{
		of: 'an empty aligned paragraph',
		input: node('paragraph', [], { textAlign: 'center' }),
		theirs: '<p style="text-align: center;"></p>',
	},
	{ of: 'text alone', input: text('Just text'), theirs: 'Just text' },
	{
		of: 'a list of nodes',
		input: [p(text('First')), p(text('Second'))],
		theirs: '<p>First</p><p>Second</p>',
	},
	{ of: 'a quote', input: node('blockquote', [p(text('Q'))]), theirs: '<blockquote><p>Q</p></blockquote>' },
	{
		of: 'a bullet list',
		input: node('bullet_list', [node('list_item', [p(text('L'))])]),
		theirs: '<ul><li><p>L</p></li></ul>',
	},
	{
		of: 'an ordered list',
		input: node('ordered_list', [node('list_item', [p(text('O'))])], { order: 5 }),
		theirs: '<ol start="5"><li><p>O</p></li></ol>',
	},
	{
		of: 'an ordered list from one',
		input: node('ordered_list', [node('list_item', [p(text('O'))])], { order: 1 }),
		theirs: '<ol><li><p>O</p></li></ol>',
	},
	{ of: 'a break', input: node('hard_break'), theirs: '<br>' },
	{ of: 'a rule', input: node('horizontal_rule'), theirs: '<hr>' },
	...[1, 2, 3, 4, 5, 6].map((level) => ({
		of: `a heading of level ${level}`,
		input: node('heading', [text('H')], { level, textAlign: 'right' }),
		theirs: `<h${level} style="text-align: right;">H</h${level}>`,
	})),
	...['center', 'left', 'right', 'justify'].map((textAlign) => ({
		of: `a paragraph with the alignment ${textAlign}`,
		input: node('paragraph', [text('A')], { textAlign }),
		theirs: `<p style="text-align: ${textAlign};">A</p>`,
	})),
	{
		of: 'an emoji',
		input: node('emoji', [], { name: 'rocket', emoji: '🚀', fallbackImage: 'https://cdn.example.com/r.png' }),
		theirs: '<span data-name="rocket" data-emoji="🚀">🚀</span>',
		ours: '🚀',
		why: ['emoji'],
	},
	{
		of: 'an emoji that is only an image',
		input: p(
			node('emoji', [], { name: 'troll', emoji: null, fallbackImage: 'https://cdn.example.com/t.png' }),
		),
		theirs:
			'<p><span data-type="emoji" data-name="troll"><img src="https://cdn.example.com/t.png" draggable="false" loading="lazy" align="absmiddle" /></span></p>',
		ours: '<p><img src="https://cdn.example.com/t.png" style="width: 1.25em; height: 1.25em; vertical-align: text-top" alt="troll"></p>',
		why: ['emoji', 'css', 'image'],
	},
	{
		of: 'an image',
		input: node('image', [], {
			...{ id: 2, src: 'https://example.com/photo.png', alt: 'Photo', title: 'Title' },
			...{ source: 'Camera', copyright: '© 2024', meta_data: { alt: 'Photo' } },
		}),
		theirs: '<img id="2" src="https://example.com/photo.png" alt="Photo" title="Title">',
		ours: '<img src="https://example.com/photo.png" alt="Photo" loading="lazy" decoding="async" title="Title">',
		why: ['image'],
	},
	{ of: 'an image without a file', input: node('image'), theirs: '<img>', ours: '', why: ['noFile'] },
	{
		of: 'text with HTML in it',
		input: text('<script>alert("x")</script>'),
		theirs: '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;',
	},
];

const tables: Case[] = [
	{
		of: 'a width in a list',
		input: table([cell('tableCell', 'a', { colwidth: [200] })]),
		theirs: '<table><tbody><tr><td style="width: 200px;"><p>a</p></td></tr></tbody></table>',
	},
	{
		of: 'a width as a number',
		input: table([cell('tableCell', 'a', { colwidth: 200, backgroundColor: '#F11F1F' })]),
		theirs:
			'<table><tbody><tr><td style="width: 200px; background-color: #F11F1F;"><p>a</p></td></tr></tbody></table>',
	},
	{
		of: 'a cell over several columns',
		input: table([cell('tableCell', 'a', { colspan: 2, rowspan: 3 })]),
		theirs: '<table><tbody><tr><td colspan="2" rowspan="3"><p>a</p></td></tr></tbody></table>',
	},
	{
		of: 'a head',
		input: table(
			[cell('tableHeader', 'H', { colwidth: [100] })],
			[cell('tableCell', 'c', { backgroundColor: 'rgb(204, 255, 204)' })],
		),
		theirs:
			'<table><thead><tr><th style="width: 100px;"><p>H</p></th></tr></thead><tbody><tr><td style="background-color: rgb(204, 255, 204);"><p>c</p></td></tr></tbody></table>',
	},
	{
		of: 'a head, as version 3 gives it',
		input: table([cell('tableHeader', 'H', { colwidth: null })], [cell('tableCell', 'c', {})]),
		theirs: '<table><tbody><tr><th><p>H</p></th></tr><tr><td><p>c</p></td></tr></tbody></table>',
		ours: '<table><thead><tr><th><p>H</p></th></tr></thead><tbody><tr><td><p>c</p></td></tr></tbody></table>',
		why: ['head'],
	},
];

const marks: Case[] = [
	...(
		[
			['bold', 'strong'],
			['italic', 'em'],
			['strike', 's'],
			['underline', 'u'],
			['code', 'code'],
			['superscript', 'sup'],
			['subscript', 'sub'],
			['highlight', 'mark'],
		] as const
	).map(([type, tag]) => ({
		of: type,
		input: text('a', mark(type)),
		theirs: `<${tag}>a</${tag}>`,
	})),
	{
		of: 'bold in version 5',
		input: p(text('a', mark('bold'))),
		theirs: '<p><b>a</b></p>',
		ours: '<p><strong>a</strong></p>',
		why: ['semantic'],
	},
	{
		of: 'a highlight in a color',
		input: text('a', mark('highlight', { color: 'rgb(204, 255, 204)' })),
		theirs: '<mark style="background-color: rgb(204, 255, 204);">a</mark>',
	},
	{
		of: 'a highlight without a color, in version 5',
		input: p(text('a', mark('highlight', { color: '' }))),
		theirs: '<p>a</p>',
		ours: '<p><mark>a</mark></p>',
		why: ['highlight'],
	},
	{ of: 'an anchor', input: text('a', mark('anchor', { id: 'here' })), theirs: '<span id="here">a</span>' },
	{
		of: 'an anchor over a text and an image',
		input: [
			p(text('a', mark('anchor', { id: 'here' }))),
			p({
				...node('image', [], { src: 'https://example.com/a.png', alt: 'a' }),
				marks: [mark('anchor', { id: 'here' })],
			}),
		],
		theirs: '<p><span id="here">a</span></p><p><img src="https://example.com/a.png" alt="a"></p>',
		ours: '<p><span id="here">a</span></p><p><img src="https://example.com/a.png" alt="a" loading="lazy" decoding="async"></p>',
		why: ['image'],
	},
	{ of: 'a class', input: text('a', mark('styled', { class: 'big' })), theirs: '<span class="big">a</span>' },
	{
		of: 'a color',
		input: text('a', mark('textStyle', { color: 'red', id: null, class: null })),
		theirs: '<span style="color: red;">a</span>',
	},
	{
		of: 'an empty color',
		input: p(text('a', mark('textStyle', { color: '' }))),
		theirs: '<p><span>a</span></p>',
		ours: '<p>a</p>',
		why: ['empty'],
	},
	{
		of: 'two marks',
		input: text('a', mark('bold'), mark('italic')),
		theirs: '<em><strong>a</strong></em>',
		ours: '<strong><em>a</em></strong>',
		why: ['order'],
	},
	{
		of: 'two colors, the first one inside',
		input: p(text('a', mark('styled', { color: 'red' }), mark('styled', { color: 'blue' }))),
		theirs: '<p><span style="color: blue"><span style="color: red">a</span></span></p>',
	},
	{
		of: 'marks and alignment together',
		input: [
			node(
				'heading',
				[text('F', mark('highlight', { color: '#cfc' }), link('/feature', { target: '_blank' }))],
				{ level: 4, textAlign: 'right' },
			),
			node('paragraph', [text('Intro', mark('bold'), mark('styled', { class: 'lead' }))], {
				textAlign: 'center',
			}),
		],
		theirs:
			'<h4 style="text-align: right;"><a href="/feature" target="_blank"><mark style="background-color: #cfc;">F</mark></a></h4><p style="text-align: center;"><span class="lead"><strong>Intro</strong></span></p>',
		ours: '<h4 style="text-align: right"><a href="/feature" target="_blank" rel="noopener"><mark style="background-color: #cfc">F</mark></a></h4><p style="text-align: center"><span class="lead"><strong>Intro</strong></span></p>',
		why: ['noopener'],
	},
];

const links: Case[] = [
	{
		of: 'an address',
		input: text('a', link('https://example.com')),
		theirs: '<a href="https://example.com">a</a>',
	},
	{
		of: 'a new window',
		input: text('a', link('https://example.com', { target: '_blank' })),
		theirs: '<a href="https://example.com" target="_blank">a</a>',
		ours: '<a href="https://example.com" target="_blank" rel="noopener">a</a>',
		why: ['noopener'],
	},
	{
		of: 'the same window',
		input: text('a', link('/other', { target: '_self', anchor: 'x' })),
		theirs: '<a target="_self" href="/other#x">a</a>',
		ours: '<a href="/other#x">a</a>',
		why: ['self'],
	},
	{
		of: 'a story without a uuid',
		input: text('a', link('/about', { linktype: 'story' })),
		theirs: '<a href="/base/about/">a</a>',
	},
	{
		of: 'a story without a uuid, with an anchor',
		input: text('a', link('/about', { linktype: 'story', anchor: 'intro' })),
		theirs: '<a href="/base/about/#intro">a</a>',
	},
	{
		of: 'a story that was moved since',
		input: text('a', link('/old', { linktype: 'story', uuid: uuids.about })),
		theirs: '<a href="/base/about/">a</a>',
	},
	{
		of: 'a story that the site does not have',
		input: text('a', link('/gone', { linktype: 'story', uuid: uuids.unpublished })),
		theirs: '<a href="/gone">a</a>',
		ours: 'a',
		why: ['gone'],
	},
	{
		of: 'a message',
		input: text('a', link('test@example.com', { linktype: 'email' })),
		theirs: '<a href="mailto:test@example.com">a</a>',
	},
	{
		of: 'a file',
		input: text('a', link('https://assets.example.com/file.pdf', { linktype: 'asset' })),
		theirs: '<a href="https://assets.example.com/file.pdf">a</a>',
	},
	{
		of: 'attributes of an editor',
		input: p(
			text('a', link('www.example.com', { target: '_blank', custom: { rel: 'nofollow', title: 'nice' } })),
		),
		theirs:
			'<p><a href="www.example.com" target="_blank" linktype="url" rel="nofollow" title="nice">a</a></p>',
		ours: '<p><a href="www.example.com" target="_blank" rel="nofollow noopener" title="nice">a</a></p>',
		why: ['attributes', 'noopener'],
	},
	{ of: 'no address', input: text('a', link(undefined)), theirs: '<a>a</a>', ours: 'a', why: ['noHref'] },
	{ of: 'an empty address', input: text('a', link('')), theirs: '<a>a</a>', ours: 'a', why: ['noHref'] },
	{
		of: 'a script',
		input: text('a', link('javascript:alert("xss")')),
		theirs: '<a href="javascript:alert(&quot;xss&quot;)">a</a>',
		ours: 'a',
		why: ['script'],
	},
	{
		of: 'neighbors',
		input: p(text('a ', link('/x')), text('b', mark('bold'), link('/x')), text(' c', link('/x'))),
		theirs: '<p><a href="/x">a <strong>b</strong> c</a></p>',
	},
	{
		of: 'neighbors with other attributes',
		input: p(
			text('a', link('/x', { custom: { title: '1' } })),
			text('b', link('/x', { custom: { title: '2' } })),
		),
		theirs: '<p><a href="/x" title="1">a</a><a href="/x" title="2">b</a></p>',
	},
	{
		of: 'a break between links',
		input: p(text('a', link('/x')), node('hard_break'), text('b', link('/x'))),
		theirs: '<p><a href="/x">a</a><br><a href="/x">b</a></p>',
	},
];

/** HTML without the last `;` of a style, which makes no difference. */
const plain = (html: string) => html.replace(/;"/g, '"');

describe.each([
	['nodes', nodes],
	['tables', tables],
	['marks', marks],
	['links', links],
])('rich text with %s', (_what, cases) => {
	it.each(cases.map((one) => [one.of, one] as const))(
		'matches the vendor’s output, except for listed differences: %s',
		(_of, { input, theirs, ours, why: reasons }) => {
			expect(richTextParts(input).join('')).toBe(plain(ours ?? theirs));
			expect(reasons !== undefined).toBe(ours !== undefined);
		},
	);
});

it('lists each difference in the docs', async () => {
	const docs = await readFile(new URL('../../playground/docs/space/bloks.md', import.meta.url), 'utf8');
	for (const reason of Object.values(why)) expect(docs.toLowerCase()).toContain(reason.toLowerCase());
});

it('uses every listed reason for a difference', () => {
	const used = new Set([...nodes, ...tables, ...marks, ...links].flatMap((one) => one.why ?? []));
	expect([...used].sort()).toEqual(Object.keys(why).sort());
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
