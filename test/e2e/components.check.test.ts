import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { config, createSite, type Site } from '../support/site.js';

const content = {
	component: 'page',
	title: 'Home',
	text: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x' }] }] },
	link: { fieldtype: 'multilink', linktype: 'url', id: '', url: 'https://example.com', cached_url: '' },
	image: { fieldtype: 'asset', id: 1, filename: 'https://a.storyblok.com/f/1/2x3/a/a.jpg', alt: 'A' },
	body: [{ component: 'hero', _uid: 'h', headline: 'Hi' }],
};

const files = {
	'package.json': '{ "type": "module" }',
	'tsconfig.json': '{ "extends": "astro/tsconfigs/strict", "include": [".astro/types.d.ts", "**/*"] }',
	'astro.config.mjs': config('{ defaultLanguage: "en" }'),
	'space/space.yaml': 'name: Typed\n',
	'space/index.md': `---\ncontent: ${JSON.stringify(content)}\n---\n`,
	'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { stories } from 'astro-slugline/loaders';
export const collections = { pages: defineCollection({ loader: stories() }) };`,
	'src/bloks/Hero.astro': `---
import type { Blok } from 'astro-slugline/types';
import { editable, type RichTextProps } from 'astro-slugline/rendering';
interface Props { blok: Blok<'hero'>; lang?: string }
const { blok, lang } = Astro.props;
const level: RichTextProps['tag'] = 'h2';
---
<h2 {...editable(blok)} lang={lang}>{blok.headline}{level}</h2>`,
	'src/Heading.astro': `---
import type { RichTextProps } from 'astro-slugline/rendering';
type Props = RichTextProps;
const { tag: Tag = 'h2', attributes } = Astro.props;
---
<Tag {...attributes}><slot /></Tag>`,
	'src/pages/index.astro': `---
import { getEntry } from 'astro:content';
import { href, routeOf } from 'astro-slugline/paths';
import Blok from 'astro-slugline/components/Blok.astro';
import Markdown from 'astro-slugline/components/Markdown.astro';
import RichText from 'astro-slugline/components/RichText.astro';
import StoryLink from 'astro-slugline/components/StoryLink.astro';
import Heading from '../Heading.astro';
const story = await getEntry('pages', 'index');
const content = story?.data.content;
if (content?.component !== 'page') throw new Error('no page');
const address: string | undefined = href(content.link, { from: Astro.url });
---
<html lang={story && routeOf(story)?.locale}><head><title>{address}</title></head><body>
<Blok blok={content} lang="de" />
<Blok blok={content.body} />
<RichText doc={content.text} components={{ heading: Heading }} lang="de" tone="loud" />
<Markdown text={content.title} inline />
<StoryLink link={content.link} class="x" data-y="z">x</StoryLink>
</body></html>`,
};

const errorsIn = (output: string): string[] =>
	[...stripVTControlCharacters(output).matchAll(/^(\S+?):(\d+):\d+ - error ts\(\d+\): (.*)$/gm)].map(
		([, file, line, message]) => `${file}:${line} ${message}`,
	);

let site: Site;
beforeAll(async () => {
	site = await createSite(files);
});
afterAll(() => site?.delete());

it('accepts correct component props, and reports wrong and unknown props in `astro check`', async () => {
	await site.write({
		'src/pages/wrong.astro': `---
import Blok from 'astro-slugline/components/Blok.astro';
import Markdown from 'astro-slugline/components/Markdown.astro';
import RichText from 'astro-slugline/components/RichText.astro';
import StoryLink from 'astro-slugline/components/StoryLink.astro';
---
<Blok />
<Blok blok={7} />
<RichText doc={{ content: [] }} />
<Markdown txt="x" />
<StoryLink link="/x" target={7}>x</StoryLink>
<StoryLink to="/x">x</StoryLink>`,
	});
	const { code, output } = await site.astro(['check']);
	expect(code).toBe(1);
	expect([...new Set(errorsIn(output).map((error) => error.split(' ')[0]))].sort()).toEqual(
		[7, 8, 9, 10, 11, 12].map((line) => `src/pages/wrong.astro:${line}`).sort(),
	);
});
