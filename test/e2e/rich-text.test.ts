import { expect, it } from 'vitest';
import { config, createSite, plainSite, storyRoute } from '../support/site.js';

const text = (text: string, ...marks: object[]) => ({ type: 'text', text, marks });
const p = (...content: object[]) => ({ type: 'paragraph', content });
const uuid = '11111111-1111-4111-8111-111111111111';

const doc = {
	type: 'doc',
	content: [
		{ type: 'heading', attrs: { level: 2 }, content: [text('Title')] },
		p(
			text('See '),
			text('about', { type: 'link', attrs: { linktype: 'story', uuid, href: '/old', anchor: null } }),
			text('.'),
		),
		{ type: 'blok', attrs: { id: 'x', body: [{ component: 'quote', _uid: 'q', text: 'Row!' }] } },
		{ type: 'code_block', attrs: { class: 'language-js' }, content: [text('let a = 1 < 2;')] },
		{ type: 'code_block', attrs: { class: 'language-nosuch' }, content: [text('x')] },
		{ type: 'code_block', content: [text('y')] },
		{ type: 'bullet_list', content: [{ type: 'list_item', content: [p(text('a'))] }] },
	],
};

const files = {
	...plainSite,
	'astro.config.mjs': config(`{ space: './space' }`),
	'src/pages/[...path].astro': storyRoute(
		`<div id="plain"><RichText doc={text} /></div>
<div id="own"><RichText doc={text} components={{ heading: Heading, list_item: Item }} tone="loud" /></div>
<div id="none"><RichText doc={null} /></div>`,
		{
			components: ['RichText'],
			code: `import Heading from '../Heading.astro';
import Item from '../Item.astro';
const { text, name } = Astro.props.story.data.content;`,
		},
	),
	'src/Heading.astro': `---
const { tag: Tag, attributes, node, tone } = Astro.props;
---
<Tag {...attributes} class={tone} data-level={node.attrs.level}><slot /></Tag>`,
	'src/Item.astro': '<li class="own"><slot /></li>',
	'src/bloks/Quote.astro': `---
const { blok, tone } = Astro.props;
---
<q class={tone}>{blok.text}</q>`,
	'space/space.yaml': 'name: Rich\nlanguages: [de]\n',
	'space/index.md': `---\nname: Home\ncontent: ${JSON.stringify({ component: 'page', text: doc })}\n---\n`,
	'space/index.de.md': '---\nname: Start\n---\n',
	'space/about.md': `---\nname: About\nuuid: ${uuid}\ncontent: { component: page }\n---\n`,
	'space/about.de.md': '---\nslug: ueber\n---\n',
};

const site = await createSite(files);
await site.built();
const output = await site.output();

const part = (path: string, id: string) =>
	new RegExp(`<div id="${id}">(.*?)</div>(?=\\s*(?:<div id|$))`, 's').exec(output[path] ?? '')?.[1]?.trim();

it('renders rich text with bloks, highlighted code, and links in the language of the page', () => {
	expect(part('index.html', 'plain')).toMatchInlineSnapshot(
		`"<h2>Title</h2><p>See <a href="/about/">about</a>.</p><q>Row!</q><pre class="astro-code github-dark" style="background-color:#24292e;color:#e1e4e8; overflow-x: auto;" tabindex="0" data-language="js"><code><span class="line"><span style="color:#F97583">let</span><span style="color:#E1E4E8"> a </span><span style="color:#F97583">=</span><span style="color:#79B8FF"> 1</span><span style="color:#F97583"> &#x3C;</span><span style="color:#79B8FF"> 2</span><span style="color:#E1E4E8">;</span></span></code></pre><pre class="astro-code github-dark" style="background-color:#24292e;color:#e1e4e8; overflow-x: auto;" tabindex="0" data-language="plaintext"><code><span class="line"><span>x</span></span></code></pre><pre class="astro-code github-dark" style="background-color:#24292e;color:#e1e4e8; overflow-x: auto;" tabindex="0" data-language="plaintext"><code><span class="line"><span>y</span></span></code></pre><ul><li><p>a</p></li></ul>"`,
	);
	expect(part('de/index.html', 'plain')).toContain('<a href="/de/ueber/">about</a>');
	expect(part('index.html', 'none')).toBe('');
});

it('renders nodes with custom components', () => {
	const html = part('index.html', 'own');
	expect(html).toContain('<h2 class="loud" data-level="2">Title</h2>');
	expect(html).toContain('<q class="loud">Row!</q>');
	expect(html).toContain('<ul><li class="own"><p>a</p></li></ul>');
});
