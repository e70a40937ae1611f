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

/** Where the output differs on purpose: ours, and the reasons. */
type Difference = [ours: string, ...reasons: (keyof typeof why)[]];
type Case = [of: string, input: RichTextField, theirs: string, difference?: Difference];

const image = (attrs: object) => node('image', [], { src: 'https://example.com/a.png', alt: 'a', ...attrs });
const emoji = (name: string, attrs: object) => node('emoji', [], { name, ...attrs });

const nodes: Case[] = [
	['nothing', null, ''],
	['an empty list', [], ''],
	['an empty document', node('doc'), ''],
	['an empty paragraph', p(), '<p></p>'],
	['text alone', text('Just text'), 'Just text'],
	['a list of nodes', [p(text('First')), p(text('Second'))], '<p>First</p><p>Second</p>'],
	['a quote', node('blockquote', [p(text('Q'))]), '<blockquote><p>Q</p></blockquote>'],
	['a bullet list', node('bullet_list', [node('list_item', [p(text('L'))])]), '<ul><li><p>L</p></li></ul>'],
	[
		'an ordered list',
		node('ordered_list', [node('list_item')], { order: 5 }),
		'<ol start="5"><li></li></ol>',
	],
	['an ordered list from one', node('ordered_list', [], { order: 1 }), '<ol></ol>'],
	['a break', node('hard_break'), '<br>'],
	['a rule', node('horizontal_rule'), '<hr>'],
	...[1, 2, 3, 4, 5, 6].map((level): Case => {
		const heading = node('heading', [text('H')], { level, textAlign: 'right' });
		return [`a heading of level ${level}`, heading, `<h${level} style="text-align: right;">H</h${level}>`];
	}),
	...['center', 'left', 'right', 'justify'].map((textAlign): Case => {
		const paragraph = node('paragraph', [text('A')], { textAlign });
		return [`a paragraph, aligned ${textAlign}`, paragraph, `<p style="text-align: ${textAlign};">A</p>`];
	}),
	[
		'an emoji',
		emoji('rocket', { emoji: '🚀', fallbackImage: 'https://cdn.example.com/r.png' }),
		'<span data-name="rocket" data-emoji="🚀">🚀</span>',
		['🚀', 'emoji'],
	],
	[
		'an emoji that is only an image',
		emoji('troll', { emoji: null, fallbackImage: 'https://cdn.example.com/t.png' }),
		'<span data-type="emoji" data-name="troll"><img src="https://cdn.example.com/t.png" draggable="false" loading="lazy" align="absmiddle" /></span>',
		[
			'<img src="https://cdn.example.com/t.png" style="width: 1.25em; height: 1.25em; vertical-align: text-top" alt="troll">',
			...(['emoji', 'css', 'image'] as const),
		],
	],
	[
		'an image',
		image({ id: 2, title: 'Title', source: 'Camera', copyright: '© 2024', meta_data: { alt: 'Photo' } }),
		'<img id="2" src="https://example.com/a.png" alt="a" title="Title">',
		['<img src="https://example.com/a.png" alt="a" loading="lazy" decoding="async" title="Title">', 'image'],
	],
	['an image without a file', node('image'), '<img>', ['', 'noFile']],
	[
		'text with HTML in it',
		text('<script>alert("x")</script>'),
		'&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;',
	],
];

const styledCell = { colwidth: 200, backgroundColor: '#F11F1F' };
const tables: Case[] = [
	[
		'a width in a list',
		table([cell('tableCell', 'a', { colwidth: [200] })]),
		'<table><tbody><tr><td style="width: 200px;"><p>a</p></td></tr></tbody></table>',
	],
	[
		'a width as a number',
		table([cell('tableCell', 'a', styledCell)]),
		'<table><tbody><tr><td style="width: 200px; background-color: #F11F1F;"><p>a</p></td></tr></tbody></table>',
	],
	[
		'a cell over several columns',
		table([cell('tableCell', 'a', { colspan: 2, rowspan: 3 })]),
		'<table><tbody><tr><td colspan="2" rowspan="3"><p>a</p></td></tr></tbody></table>',
	],
	[
		'a head',
		table([cell('tableHeader', 'H', { colwidth: [100] })], [cell('tableCell', 'c', {})]),
		'<table><thead><tr><th style="width: 100px;"><p>H</p></th></tr></thead><tbody><tr><td><p>c</p></td></tr></tbody></table>',
	],
	[
		'a head, as version 3 gives it',
		table([cell('tableHeader', 'H', { colwidth: null })], [cell('tableCell', 'c', {})]),
		'<table><tbody><tr><th><p>H</p></th></tr><tr><td><p>c</p></td></tr></tbody></table>',
		[
			'<table><thead><tr><th><p>H</p></th></tr></thead><tbody><tr><td><p>c</p></td></tr></tbody></table>',
			'head',
		],
	],
];

const tags = {
	...{ bold: 'strong', italic: 'em', strike: 's', underline: 'u', code: 'code' },
	...{ superscript: 'sup', subscript: 'sub', highlight: 'mark' },
};
const styledMark = (attrs: object) => mark('textStyle', { color: 'red', id: null, class: null, ...attrs });
const marks: Case[] = [
	...Object.entries(tags).map(([type, tag]): Case => [type, text('a', mark(type)), `<${tag}>a</${tag}>`]),
	['bold in version 5', text('a', mark('bold')), '<b>a</b>', ['<strong>a</strong>', 'semantic']],
	[
		'a highlight in a color',
		text('a', mark('highlight', { color: 'rgb(204, 255, 204)' })),
		'<mark style="background-color: rgb(204, 255, 204);">a</mark>',
	],
	[
		'a highlight without a color, in version 5',
		text('a', mark('highlight', { color: '' })),
		'a',
		['<mark>a</mark>', 'highlight'],
	],
	['an anchor', text('a', mark('anchor', { id: 'here' })), '<span id="here">a</span>'],
	['a class', text('a', mark('styled', { class: 'big' })), '<span class="big">a</span>'],
	['a color', text('a', styledMark({})), '<span style="color: red;">a</span>'],
	['an empty color', text('a', styledMark({ color: '' })), '<span>a</span>', ['a', 'empty']],
	[
		'two marks',
		text('a', mark('bold'), mark('italic')),
		'<em><strong>a</strong></em>',
		['<strong><em>a</em></strong>', 'order'],
	],
	[
		'two colors, the first one inside',
		text('a', mark('styled', { color: 'red' }), mark('styled', { color: 'blue' })),
		'<span style="color: blue"><span style="color: red">a</span></span>',
	],
	[
		'marks and alignment together',
		node('paragraph', [text('F', mark('highlight', { color: '#cfc' }), link('/f'))], { textAlign: 'right' }),
		'<p style="text-align: right;"><a href="/f"><mark style="background-color: #cfc;">F</mark></a></p>',
	],
];

const story = (href: string, more: object = {}) => text('a', link(href, { linktype: 'story', ...more }));
const target = { target: '_blank' };
const links: Case[] = [
	['an address', text('a', link('https://example.com')), '<a href="https://example.com">a</a>'],
	[
		'a new window',
		text('a', link('/x', target)),
		'<a href="/x" target="_blank">a</a>',
		['<a href="/x" target="_blank" rel="noopener">a</a>', 'noopener'],
	],
	[
		'the same window',
		text('a', link('/other', { target: '_self', anchor: 'x' })),
		'<a target="_self" href="/other#x">a</a>',
		['<a href="/other#x">a</a>', 'self'],
	],
	['a story without a uuid', story('/about'), '<a href="/base/about/">a</a>'],
	['an anchor in it', story('/about', { anchor: 'intro' }), '<a href="/base/about/#intro">a</a>'],
	['a story that was moved since', story('/old', { uuid: uuids.about }), '<a href="/base/about/">a</a>'],
	[
		'a story that the site does not have',
		story('/gone', { uuid: uuids.unpublished }),
		'<a href="/gone">a</a>',
		['a', 'gone'],
	],
	[
		'a message',
		text('a', link('test@example.com', { linktype: 'email' })),
		'<a href="mailto:test@example.com">a</a>',
	],
	[
		'a file',
		text('a', link('https://assets.example.com/file.pdf', { linktype: 'asset' })),
		'<a href="https://assets.example.com/file.pdf">a</a>',
	],
	[
		'attributes of an editor',
		text('a', link('www.example.com', { ...target, custom: { rel: 'nofollow', title: 'nice' } })),
		'<a href="www.example.com" target="_blank" linktype="url" rel="nofollow" title="nice">a</a>',
		[
			'<a href="www.example.com" target="_blank" rel="nofollow noopener" title="nice">a</a>',
			...(['attributes', 'noopener'] as const),
		],
	],
	['no address', text('a', link(undefined)), '<a>a</a>', ['a', 'noHref']],
	['an empty address', text('a', link('')), '<a>a</a>', ['a', 'noHref']],
	[
		'a script',
		text('a', link('javascript:alert(1)')),
		'<a href="javascript:alert(1)">a</a>',
		['a', 'script'],
	],
	[
		'neighbors',
		p(text('a ', link('/x')), text('b', mark('bold'), link('/x')), text(' c', link('/x'))),
		'<p><a href="/x">a <strong>b</strong> c</a></p>',
	],
	[
		'neighbors with other attributes',
		p(...['1', '2'].map((title) => text('a', link('/x', { custom: { title } })))),
		'<p><a href="/x" title="1">a</a><a href="/x" title="2">a</a></p>',
	],
	[
		'a break between links',
		p(text('a', link('/x')), node('hard_break'), text('b', link('/x'))),
		'<p><a href="/x">a</a><br><a href="/x">b</a></p>',
	],
];

/** HTML without the last `;` of a style, which makes no difference. */
const plain = (html: string) => html.replace(/;"/g, '"');

describe.each([
	['nodes', nodes],
	['tables', tables],
	['marks', marks],
	['links', links],
])('rich text with %s', (_what, cases) => {
	it.each(cases)(
		'matches the vendor’s output, except for listed differences: %s',
		(_of, input, theirs, [ours] = [theirs]) => {
			expect(richTextParts(input).join('')).toBe(plain(ours));
		},
	);
});

it('lists each difference in the docs', async () => {
	const docs = await readFile(new URL('../../playground/docs/space/bloks.md', import.meta.url), 'utf8');
	for (const reason of Object.values(why)) expect(docs.toLowerCase()).toContain(reason.toLowerCase());
});

it('uses every listed reason for a difference', () => {
	const used = [...nodes, ...tables, ...marks, ...links].flatMap(
		([, , , difference]) => difference?.slice(1) ?? [],
	);
	expect([...new Set(used)].sort()).toEqual(Object.keys(why).sort());
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
