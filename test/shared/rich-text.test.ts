import { type RichTextField, richTextParts } from 'astro-slugline/rendering';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { richTextOf } from '../../packages/astro-slugline/src/shared/rich-text/rich-text.js';
import { openSpace } from '../space/open-space.js';
import { isLong } from '../support/long.js';
import { uuids } from '../support/page-routes.js';

// Rich text that is written as Markdown: what the space serves, and what a page shows of it.

const spaceFile = `name: Harbor
languages: [de]
content_types: { article: { body: text, richtext: [text, teaser] }, card: { richtext: [words] } }
`;
const about = `---\nuuid: ${uuids.about}\nname: About\ncontent: { component: page }\n---\n`;

const htmlOf = (doc: RichTextField): string => richTextParts(doc, { page: '/' }).join('');

const served = async (markdown: string) => {
	const { story } = await openSpace({
		'space.yaml': spaceFile,
		'about.md': about,
		'post.md': `---\ncontent: { component: article }\n---\n${markdown}\n`,
	});
	return (await story('post')).content.text;
};

it('serves Markdown as the API’s nodes and marks', async () => {
	const bold = { type: 'bold' };
	const text = (text: string, ...marks: object[]) =>
		marks.length > 0 ? { type: 'text', text, marks } : { type: 'text', text };
	const attrs = { uuid: uuids.about, href: '/about', anchor: 'times', target: null, linktype: 'story' };
	const link = { type: 'link', attrs: { ...attrs, custom: { title: 'All' } } };
	const words = [text('Read '), text('the ', bold), text('log', bold, { type: 'italic' }), text(' in ')];
	expect(await served('# Tides\n\nRead **the _log_** in [the harbor](about#times "All").')).toEqual({
		type: 'doc',
		content: [
			{ type: 'heading', attrs: { level: 1 }, content: [text('Tides')] },
			{ type: 'paragraph', content: [...words, text('the harbor', link), text('.')] },
		],
	});
	const image = { type: 'image', attrs: { src: '/images/boat.jpg', alt: 'A boat', meta_data: {} } };
	expect(await served('![A boat](/images/boat.jpg)')).toMatchObject({
		content: [{ type: 'paragraph', content: [image] }],
	});
});

it.each([
	['one line\nand another  \nand a third', '<p>one line and another<br>and a third</p>'],
	[
		'- a\n- b\n  1. c\n  2. d',
		'<ul><li><p>a</p></li><li><p>b</p><ol><li><p>c</p></li><li><p>d</p></li></ol></li></ul>',
	],
	['3. c', '<ol start="3"><li><p>c</p></li></ol>'],
	['> said\n\n---', '<blockquote><p>said</p></blockquote><hr>'],
	['~~no~~ `a < b`', '<p><s>no</s> <code>a &lt; b</code></p>'],
	[
		'| a | b |\n|---|---|\n| 1 | *2* |',
		'<table><thead><tr><th><p>a</p></th><th><p>b</p></th></tr></thead><tbody><tr><td><p>1</p></td><td><p><em>2</em></p></td></tr></tbody></table>',
	],
	['<b>not</b> & <script>', '<p>&lt;b&gt;not&lt;/b&gt; &amp; &lt;script&gt;</p>'],
	['[here](/about/)', '<p><a href="/base/about/">here</a></p>'],
	[
		'[there](https://example.com/?a=1) <ann@example.com>',
		'<p><a href="https://example.com/?a=1">there</a> <a href="mailto:ann@example.com">ann@example.com</a></p>',
	],
	[
		'[a page of the site](/search/?q=x) [below](#more)',
		'<p><a href="/base/search/?q=x">a page of the site</a> <a href="#more">below</a></p>',
	],
	['[x](javascript:alert(1))', '<p>x</p>'],
	['مرحبا 👋 *שלום*', '<p>مرحبا 👋 <em>שלום</em></p>'],
	['', ''],
])('shows %j', async (markdown, html) => {
	const doc = await served(markdown);
	expect(htmlOf(doc)).toBe(html);
});

it('works in fields of the front matter, nested bloks, and translations, and the short form anywhere', async () => {
	const { story } = await openSpace({
		'space.yaml': spaceFile,
		'about.md': about,
		'post.md': `---
content:
  component: article
  teaser: A *short* text
  body:
    - component: card
      words: |
        First.

        Second, with [a link](about).
    - { component: other, words: "*plain*", intro: { richtext: "*rich*" } }
---
`,
		'post.de.md': '---\ncontent:\n  teaser: Ein *kurzer* Text\n---\nDer **Text**.\n',
	});
	const { content } = await story('post');
	const [card, other] = content.body;
	expect(htmlOf(content.teaser)).toBe('<p>A <em>short</em> text</p>');
	expect(htmlOf(card.words)).toBe('<p>First.</p><p>Second, with <a href="/base/about/">a link</a>.</p>');
	expect(other.words).toBe('*plain*');
	expect(htmlOf(other.intro)).toBe('<p><em>rich</em></p>');
	const german = (await story('post', { language: 'de' })).content;
	expect(htmlOf(german.teaser)).toBe('<p>Ein <em>kurzer</em> Text</p>');
	expect(htmlOf(german.text)).toBe('<p>Der <strong>Text</strong>.</p>');
	// Nodes of the service stay as they are.
	expect(htmlOf({ type: 'paragraph', content: [] })).toBe('<p></p>');
});

it('takes nodes in place of the Markdown below the front matter', async () => {
	const { space, story } = await openSpace({
		'space.yaml': spaceFile,
		'post.md': '---\ncontent: { component: article }\n---\nThe **text**.\n',
	});
	const text = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Other' }] }] };
	await space.edit.write('post', { content: { text }, body: '' });
	expect((await story('post')).content.text).toEqual(text);
});

it('names a link to a missing story', async () => {
	const { space } = await openSpace({
		'space.yaml': spaceFile,
		'post.md': '---\ncontent:\n  component: article\n  teaser: See [this](blog/nothing).\n---\n',
	});
	await expect(space.ready()).rejects.toThrow(
		/^post\.md:4:.*No story has the slug `blog\/nothing`\. Correct it, or add the story\./,
	);
});

it('follows renamed stories', async () => {
	const { space, story } = await openSpace({
		'space.yaml': spaceFile,
		'about.md': about,
		'post.md':
			'---\ncontent:\n  component: article\n  more: { link: /about/ }\n  near: { link: about#x }\n  teaser: See [this](about#x).\n  intro: { richtext: "[i]\\n\\n[i]: about" }\n---\nIn [the text](</about/> "x") and about.\n',
	});
	await space.edit.rename('about', 'us');
	const { content } = await story('post');
	expect([content.more.cached_url, content.near.cached_url]).toEqual(['us', 'us']);
	expect(JSON.stringify(content).match(/"href":"[^"]*"/g)).toEqual(Array(3).fill('"href":"/us"'));
	expect(htmlOf(content.text)).toContain('and about.');
});

const wordsIn = (value: unknown): string => {
	if (Array.isArray(value)) return value.map(wordsIn).join('');
	if (typeof value !== 'object' || value === null) return '';
	return 'text' in value ? String(value.text) : wordsIn('content' in value ? value.content : []);
};
const noStories = { has: () => false, resolve: (slug: string) => `uuid of ${slug}` };

it('preserves every word, whatever surrounds it', () => {
	const signs = ['- ', '> ', '1. ', '*', '**', '`', '~~', ' ', '\n', '\n\n', '# ', '|', '\n|-|\n'];
	const part = fc.constantFrom(...signs, '[', '](', ')', '<b>', '\\', '    ', 'word', 'other', 'third');
	fc.assert(
		fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
			const text = parts.join('');
			const doc = richTextOf(text, noStories);
			// A link's address is not among the words that are read, nor is the language of code.
			const all = wordsIn(doc.content) + JSON.stringify(doc).match(/"(?:href|class)":"[^"]*"/g);
			// Markdown shows no text after the language of code, and no cell beyond the table's columns.
			const shown = new MarkdownIt().render(text);
			for (const word of shown.match(/\b(?:word|other|third)\b/g) ?? []) expect(all, text).toContain(word);
		}),
		{ seed: 18, numRuns: isLong ? 20_000 : 1000 },
	);
	for (const mark of ['> ', '- '])
		expect(wordsIn(richTextOf(`${mark.repeat(300)}deep`, noStories))).toBe('deep');
});
