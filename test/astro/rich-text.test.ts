import {
	type RichTextField,
	type RichTextNode,
	type RichTextOptions,
	richTextParts,
} from 'astro-slugline/rendering';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildChannel } from '../../packages/astro-keep/src/tracking/index.js';
import { isLong } from '../support/long.js';
import { uuids } from '../support/page-routes.js';

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
afterEach(() => warn.mockClear());

const html = (doc: RichTextField, options?: RichTextOptions) => {
	const parts = richTextParts(doc, options);
	expect(parts.every((part) => typeof part === 'string')).toBe(true);
	return parts.join('');
};

const text = (text: string, ...marks: (string | [string, object])[]): RichTextNode => ({
	type: 'text',
	text,
	marks: marks.map((mark) =>
		typeof mark === 'string' ? { type: mark } : { type: mark[0], attrs: { ...mark[1] } },
	),
});
const node = (type: string, attrs: object | null, ...content: RichTextNode[]): RichTextNode => ({
	type,
	attrs: attrs && { ...attrs },
	content,
});
const doc = (...content: RichTextNode[]) => node('doc', null, ...content);
const p = (...content: RichTextNode[]) => node('paragraph', null, ...content);

it('renders nothing for an empty document', () => {
	for (const empty of [null, undefined, '', { type: 'doc' }, { type: 'doc', content: null }])
		expect(richTextParts(empty)).toEqual([]);
	expect(html('a < b')).toBe('a &lt; b');
});

// What the vendor's renderers have, too, is in the file beside this one.
it.each<[RichTextNode, string]>([
	[node('heading', { level: 9 }, text('No such level')), '<h2>No such level</h2>'],
	[
		node('taskList', null, node('taskItem', { checked: true }, p(text('a'))), node('taskItem', null, p())),
		'<ul class="task-list"><li><input type="checkbox" disabled checked><p>a</p></li><li><input type="checkbox" disabled><p></p></li></ul>',
	],
	[node('emoji', { name: 'odd' }), ':odd:'],
	[
		node('image', { src: '//a.storyblok.com/f/1/320x240/ab/cat.jpg', alt: 'A "cat"', title: '' }),
		'<img src="https://a.storyblok.com/f/1/320x240/ab/cat.jpg/m/320x0/filters:format(webp)" width="320" height="240" alt="A &quot;cat&quot;" loading="lazy" decoding="async">',
	],
	[
		p(text('old', ['link', { href: 'mailto:x', linktype: 'email', email: 'ann@example.com' }])),
		'<p><a href="mailto:ann@example.com">old</a></p>',
	],
])('renders what the vendor does not: %#', (one, expected) => {
	expect(html(doc(one))).toBe(expected);
});

it('renders neighbors with the same mark in one element, and links outermost', () => {
	const link = { linktype: 'story', uuid: uuids.about, href: '/stale', anchor: 'x', target: '_blank' };
	const read = text('read ', 'bold', ['link', link]);
	const words = [
		read,
		text('this', ['link', link], 'bold', 'italic'),
		text('!', ['link', link]),
		text(' end'),
	];
	expect(html(p(...words), { lang: 'de' })).toBe(
		'<p><a href="/base/de/%C3%BCber/#x" target="_blank" rel="noopener"><strong>read <em>this</em></strong>!</a> end</p>',
	);
});

it('shows the content of unknown types, with a warning', () => {
	expect(html(doc(node('marquee', { x: 1 }, p(text('still here', 'blink')))), { page: '/a' })).toBe(
		'<p>still here</p>',
	);
	expect(warn.mock.calls.join('\n')).toMatchInlineSnapshot(`
		"[astro-slugline] Rich text has a node of the unknown type \`marquee\`, so only its content is shown. Pass a component for it to <RichText>: \`components={{ marquee: … }}\`. Seen on /a.
		[astro-slugline] Rich text has a mark of the unknown type \`blink\`, so only its content is shown. Pass a component for it to <RichText>: \`components={{ blink: … }}\`. Seen on /a."
	`);
});

it('passes bloks and code to Astro', () => {
	const lines = [text('let a;'), node('hard_break', null), text('a < 1;')];
	const code = node('code_block', { class: 'language-js' }, ...lines);
	const bloks = [{ component: 'hero', _uid: 'x' }];
	expect(
		richTextParts(doc(p(text('a')), node('blok', { id: 'i', body: bloks }), p(text('b')), code)),
	).toEqual([
		'<p>a</p>',
		{ kind: 'bloks', bloks },
		'<p>b</p>',
		{ kind: 'code', code: 'let a;\na < 1;', language: 'js' },
	]);
});

it('passes nodes and marks to components, with safe attributes and their content', () => {
	const Heading = () => 'x';
	const Link = () => 'y';
	const own = { components: { heading: Heading, link: Link }, props: { lang: 'de' } };
	const linked = text('b', ['link', { href: '/b' }]);
	const heading = node('heading', { level: 2, onclick: 'alert(1)' }, text('a'), linked);
	const gone = text('c', ['link', { href: 'javascript:alert(1)' }]);
	const [part, rest] = richTextParts(doc(heading, p(gone)), own);
	const link = {
		...{ kind: 'component', component: Link, children: ['b'] },
		props: { lang: 'de', tag: 'a', attributes: { href: '/base/b' }, mark: linked.marks?.[0] },
	};
	expect(part).toEqual({
		...{ kind: 'component', component: Heading, children: ['a', link] },
		props: { lang: 'de', tag: 'h2', attributes: { style: undefined }, node: heading },
	});
	expect(rest).toBe('<p>c</p>');
});

describe('extreme rich text', () => {
	const nested = (depth: number, type: string) => {
		let inner = p(text('deep'));
		for (let level = 0; level < depth; level += 1) inner = node(type, null, inner);
		return doc(inner);
	};

	it('is rendered at any depth', () => {
		const rendered = html(nested(100_000, 'blockquote'));
		expect(rendered.length).toBe(100_000 * '<blockquote></blockquote>'.length + '<p>deep</p>'.length);
	});

	it('is rejected if components are nested too deep', () => {
		expect(() =>
			richTextParts(nested(1001, 'blockquote'), { components: { blockquote: () => '' } }),
		).toThrowErrorMatchingInlineSnapshot(
			`[SluglinePageError: Components in rich text are nested more than 1000 levels deep.]`,
		);
		expect(richTextParts(nested(1000, 'blockquote'), { components: { blockquote: () => '' } })).toHaveLength(
			1,
		);
	});

	it('is rendered with a limited number of marks', () => {
		const marks = Array.from(
			{ length: 50_000 },
			(_, at) => ['highlight', { color: `#${at}` }] as [string, object],
		);
		expect(html(doc(text('x', ...marks))).split('<mark').length).toBe(33);
	});
});

/** Values that try to break out of their attribute, or to run. */
const hostile = fc.oneof(
	fc.constantFrom(
		'"><script>alert(1)</script>',
		"' onerror='alert(1)",
		'javascript:alert(1)',
		'red;background:url(javascript:alert(1))',
		'expression(alert(1))',
		'</style><script>alert(1)</script>',
		'__proto__',
		'constructor',
	),
	fc.string(),
	fc.integer(),
	fc.constantFrom(null, undefined, [], {}, true, Number.NaN),
);
const words = (text: string) => fc.constantFrom(...text.split(' '));
const types = words(
	'doc paragraph heading blockquote bullet_list ordered_list list_item task_item hard_break horizontal_rule image emoji table tableRow tableCell tableHeader text constructor __proto__ <script>',
);
const names = words(
	'level textAlign order src alt title emoji fallbackImage name colspan rowspan colwidth backgroundColor color class id href uuid target anchor rel custom linktype onclick style',
);
const markTypes = words('bold link anchor styled textStyle highlight constructor <script>');
const attrs = fc.oneof(
	hostile,
	fc.dictionary(names, fc.oneof(hostile, fc.array(hostile), fc.dictionary(fc.string(), hostile))),
);
const marks = fc.oneof(hostile, fc.array(fc.record({ type: markTypes, attrs })));
const { tree } = fc.letrec((tie) => ({
	tree: fc.record({
		type: fc.oneof({ weight: 9, arbitrary: types }, { weight: 1, arbitrary: hostile }),
		attrs,
		marks,
		text: hostile,
		content: fc.oneof({ maxDepth: 5 }, hostile, fc.array(tie('tree'), { maxLength: 4 })),
	}),
}));

const runs = /(?:href|src)="\s*javascript|style="[^"]*(?:url\(|expression)/i;

/** Elements that are not closed in their order. */
function unclosed(html: string): string[] {
	const open: string[] = [];
	for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z0-9]+)/g)) {
		if (!slash && !['br', 'hr', 'img', 'input'].includes(tag)) open.push(tag);
		if (slash && open.at(-1) === tag) open.pop();
		else if (slash) return [...open, `/${tag}`];
	}
	return open;
}

it('renders any editor input as well-formed HTML that runs nothing', () => {
	const allowed =
		/^<\/?(?:p|h[1-6]|blockquote|ul|ol|li|br|hr|img|table|thead|tbody|tr|td|th|a|span|mark|strong|input|em)(?: (?:style|start|class|src|srcset|sizes|width|height|title|loading|decoding|alt|colspan|rowspan|href|target|rel|id|type|disabled|checked|download|hreflang|(?:data|aria)-[a-z0-9-]+)(?:="[^"<>]*")?)*>$/;
	fc.assert(
		fc.property(tree, (any) => {
			const rendered = richTextParts(any as RichTextField).join('');
			const tags = rendered.match(/<[^>]*>/g) ?? [];
			expect(tags.filter((tag) => !allowed.test(tag))).toEqual([]);
			expect(rendered.replace(/<[^>]*>/g, '')).not.toMatch(/[<>]/);
			expect(tags.join('')).not.toMatch(runs);
			expect(unclosed(rendered)).toEqual([]);
		}),
		{ numRuns: isLong ? 20_000 : 500, seed: 7 },
	);
});

it('says of a text, of bloks, and of a prop with another name that they are no rich text', () => {
	const said: string[] = [];
	buildChannel().takeNotice = ({ sentence }) => void said.push(sentence);
	for (const empty of ['', null, undefined, []]) richTextParts(empty, {}, { doc: empty });
	expect(said).toEqual([]);
	richTextParts('**bold**');
	richTextParts([{ component: 'hero' }] as never);
	buildChannel().takeNotice = undefined;
	expect(said).toEqual([
		'`<RichText>` was given a text, which it shows as it is. Show Markdown with `<Markdown text={…} />`.',
		'`<RichText>` was given something other than rich text, which it leaves out. Show bloks with `<Blok blok={blok.body} />`, and Markdown with `<Markdown text={blok.text} />`.',
	]);
	expect(() => richTextParts(undefined, {}, { text: 'a' } as never)).toThrow('given no `doc`, but `text`');
});
