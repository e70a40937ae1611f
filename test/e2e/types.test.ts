import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { config, createSite, type Site } from '../support/site.js';

const base = {
	'tsconfig.json': '{ "extends": "astro/tsconfigs/strict", "include": [".astro/types.d.ts", "**/*"] }',
	'astro.config.mjs': config('{ defaultLanguage: "en" }'),
	'space/space.yaml':
		'name: My site\nlanguages: [de]\ncontent_types: { article: { references: [author] } }\n',
	'space/blog/hello.md': `---
content:
  component: article
  title: Hello
  author: authors/jo
  body:
    - component: hero
      headline: Hi
      image: { fieldtype: asset, filename: /a.png, alt: A boat }
      link: { fieldtype: multilink, linktype: url, url: 'https://example.com' }
  text:
    type: doc
    content: [{ type: paragraph, content: [{ type: text, text: Hello }] }]
  seo: { plugin: seo_metatags, title: Hello, description: A greeting }
---
`,
	'space/blog/hello.de.md': '---\ncontent:\n  title: Hallo\n---\n',
	'space/authors/jo.md': '---\ncontent:\n  component: author\n  name: Jo\n---\n',
	'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { datasources, stories, storyCollections, storySchema } from 'astro-slugline/loaders';
export const collections = {
	...storyCollections({ types: ['article'], folders: ['authors'] }),
	pages: defineCollection({ loader: stories() }),
	own: defineCollection({
		loader: stories({ contentType: 'author' }),
		schema: storySchema({ content: z.object({ name: z.string().transform((name) => name.length) }) }),
	}),
	sources: defineCollection({ loader: datasources() }),
};`,
	'src/bloks/Hero.astro': `---
import type { Blok } from 'astro-slugline/types';
interface Props { blok: Blok<'hero'> }
const { blok } = Astro.props;
---
<h2>{blok.headline}</h2>`,
	'src/Heading.astro': `---
import type { RichTextProps } from 'astro-slugline/rendering';
type Props = RichTextProps;
const { tag: Tag = 'h2', attributes } = Astro.props;
---
<Tag {...attributes}><slot /></Tag>`,
	'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import { query, resolve, storyBySlug } from 'astro-slugline/content';
import { href, routeOf, storyPaths } from 'astro-slugline/paths';
import type { LinkField } from 'astro-slugline/types';
import Blok from 'astro-slugline/components/Blok.astro';
import Markdown from 'astro-slugline/components/Markdown.astro';
import RichText from 'astro-slugline/components/RichText.astro';
import StoryHead from 'astro-slugline/components/StoryHead.astro';
import StoryImage from 'astro-slugline/components/StoryImage.astro';
import StoryLink from 'astro-slugline/components/StoryLink.astro';
import Heading from '../Heading.astro';

export const getStaticPaths = async () => storyPaths(await getCollection('article'));

const { story } = Astro.props;
const { content } = story.data;
const [hero] = content.body;
const latest = await query({
	collection: 'article',
	where: { 'content.title': 'Hello', lang: 'de' },
	sort: ['-content.title', 'name'],
	fields: ['name', 'content.title'],
});
const titles: string[] = latest.map(({ data }) => data.content.title);
const mixed = await query({ collection: 'pages', where: { 'content.component': 'author' }, sort: '-content.name' });
const authors = await query({ collection: 'pages', contentType: 'author' });
const both = await query({ collection: 'pages', contentType: ['author', 'article'], fields: ['content.name'] });
const inFolder = await query({ collection: 'pages', startsWith: 'authors/' });
const namesInFolder: string[] = inFolder.map(({ data }) => data.content.name);
const own = await query({ collection: 'own', contentType: 'author', startsWith: 'authors/' });
const length: number | undefined = own[0]?.data.content.name;
const mixedBlog = await query({ collection: 'pages', startsWith: 'blog/', where: { 'content.title': 'Hello' } });
const titleOfFirst: string | undefined = mixedBlog[0]?.data.content.title;
const german = await query({ collection: 'pages', lang: 'de' });
const local = await query({ collection: 'pages', lang: Astro.currentLocale });
const jo = await storyBySlug('authors/jo', { collection: 'pages', contentType: 'author', locale: Astro.currentLocale });
const nameOfJo: string | undefined = jo?.data.content.name;
const names: string[] = authors.map(({ data }) => data.content.name);
const full = await resolve(story);
const { author } = full.data.content;
const nameOfAuthor: string | undefined = typeof author === 'object' ? author.content.name : undefined;
const address = (link?: LinkField) => href(link);
---
<html lang={routeOf(story)?.locale}>
<head><StoryHead story={full} /></head>
<body>
<Blok blok={content.body} /><Blok blok={content} lang="de" /><RichText doc={content.text} components={{ heading: Heading }} lang="de" tone="loud" /><Markdown text={content.title} inline />
{hero?.image && <StoryImage asset={hero.image} />}
{hero?.link && <StoryLink link={hero.link} class="x" data-y="z">{titles}{names}{nameOfJo}{namesInFolder}{titleOfFirst}{length}{[both, german, local].length}{routeOf(authors[0])?.href}{mixed.length}{full.data.name}{nameOfAuthor}{routeOf(full)?.href}</StoryLink>}
<a href={address(hero?.link)}>x</a>
</body></html>`,
	'src/pages/index.astro': `---
import { getCollection } from 'astro:content';
import type { Story } from 'astro-slugline/types';
import Hero from '../bloks/Hero.astro';
const articles = await getCollection('article');
const [author] = await getCollection('authors');
const [page] = await getCollection('pages');
const [own] = await getCollection('own');
const titles: string[] = articles.map(({ data }) => data.content.title);
const name: string | undefined = author?.data.content.name;
const maybe: string | undefined = page?.data.content.title;
const length: number | undefined = own?.data.content.name;
const nameOf = (story: Story<'author'>) => story.content.name;
const heroes = articles.flatMap(({ data }) => data.content.body);
---
<html lang="en"><head><title>{titles}{name}{maybe}{length}{author && nameOf(author.data)}</title></head>
<body>{heroes.map((blok) => <Hero blok={blok} />)}</body></html>`,
};

/** Each line after the imports gives a component props that it does not take. */
const wrongProps = `---
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
<StoryLink to="/x">x</StoryLink>`;

/** The errors that `astro check` reports, as `file:line message`. */
const errorsIn = (output: string): string[] =>
	[...stripVTControlCharacters(output).matchAll(/^(\S+?):(\d+):\d+ - error ts\(\d+\): (.*)$/gm)].map(
		([, file, line, message]) => `${file}:${line} ${message}`,
	);

const declarations = (site: Site) => join(site.folder, '.astro/integrations/astro-slugline/content.d.ts');
const written = (site: Site) => readFile(declarations(site), 'utf8');

const site = await createSite(base);

it('accepts correct code, and reports a wrong field, blok, filter, and prop at their lines in `astro check`', async () => {
	await site.write({
		'src/bloks/Quote.astro': `---
import type { Blok } from 'astro-slugline/types';
interface Props { blok: Blok<'hero'> }
const { blok } = Astro.props;
---
<h2>{blok.headlin}</h2>`,
		'src/pages/wrong.astro': `---
import { getCollection } from 'astro:content';
import Hero from '../bloks/Hero.astro';
const [article] = await getCollection('article');
const [author] = await getCollection('authors');
const [page] = await getCollection('pages');
---
<p>{article?.data.content.titel}</p>
<p>{article?.data.nmae}</p>
<p>{author?.data.content.title}</p>
<p>{page?.data.content.titel}</p>
{author && <Hero blok={author.data.content} />}`,
		'src/pages/filter.astro': `---
import { query, storyBySlug } from 'astro-slugline/content';
await query({ collection: 'article', where: { 'content.titel': 'Hello' } });
await query({ collection: 'article', sort: '-content.titel' });
await query({ collection: 'article', fields: ['nmae'] });
await query({ collection: 'pages', where: { 'content.titel': 'Hello' } });
await query({ collection: 'pages', contentType: 'autor' });
await query({ collection: 'pages', lang: 'fr' });
await storyBySlug('authors/jo', { collection: 'pages', contentType: 'autor' });
await storyBySlug('authors/jo', { collection: 'pages', lang: 'fr' });
const titles: string[] = (await query({ collection: 'pages', startsWith: 'authors/' })).map(({ data }) => data.content.title);
---`,
		'src/loaders.ts': `
import { stories, storyCollections } from 'astro-slugline/loaders';
stories({ contentType: 'autor' });
stories({ languages: ['fr'] });
storyCollections({ types: ['autor'] });
`,
	});
	await site.write({ 'src/pages/props.astro': wrongProps });
	const { code, output } = await site.astro(['check']);
	await site.remove(
		...[
			'src/loaders.ts',
			'src/pages/wrong.astro',
			'src/pages/filter.astro',
			'src/pages/props.astro',
			'src/bloks/Quote.astro',
		],
	);
	expect(code).toBe(1);
	const [props = [], others = []] = [true, false].map((isOfProps) =>
		errorsIn(output).filter((error) => error.startsWith('src/pages/props.astro') === isOfProps),
	);
	expect([...new Set(props.map((error) => error.split(' ')[0]))].sort()).toEqual(
		[7, 8, 9, 10, 11, 12].map((line) => `src/pages/props.astro:${line}`).sort(),
	);
	expect(others.map((error) => error.replace(/ (on|in|to|from) type '.*/, ''))).toMatchInlineSnapshot(`
		[
		  "src/loaders.ts:5 Type '"autor"' is not assignable",
		  "src/loaders.ts:4 Type '"fr"' is not assignable",
		  "src/loaders.ts:3 Type '"autor"' is not assignable",
		  "src/bloks/Quote.astro:6 Property 'headlin' does not exist",
		  "src/pages/filter.astro:11 Type 'undefined[]' is not assignable",
		  "src/pages/filter.astro:10 Type '"fr"' is not assignable",
		  "src/pages/filter.astro:9 Type '"autor"' is not assignable",
		  "src/pages/filter.astro:8 Type '"fr"' is not assignable",
		  "src/pages/filter.astro:7 Type '"autor"' is not assignable",
		  "src/pages/filter.astro:6 Object literal may only specify known properties, and ''content.titel'' does not exist",
		  "src/pages/filter.astro:5 Type '"nmae"' is not assignable",
		  "src/pages/filter.astro:4 Type '"-content.titel"' is not assignable",
		  "src/pages/filter.astro:3 Object literal may only specify known properties, and ''content.titel'' does not exist",
		  "src/pages/wrong.astro:12 Type '{ _uid: string; component: "author"; _editable?: string | undefined; name: string; }' is missing the following properties",
		  "src/pages/wrong.astro:11 Property 'titel' does not exist",
		  "src/pages/wrong.astro:10 Property 'title' does not exist",
		  "src/pages/wrong.astro:9 Property 'nmae' does not exist",
		  "src/pages/wrong.astro:8 Property 'titel' does not exist",
		]
	`);
});

it('updates types when content changes, to the types of a clean build', async () => {
	const story = `---\ncontent:\n  component: article\n  title: Second\n  price: 3.50\n  author: authors/jo\n---\n`;
	const before = await written(site);
	const { mtimeMs } = await stat(declarations(site));
	await site.astro(['sync']);
	expect((await stat(declarations(site))).mtimeMs).toBe(mtimeMs);

	await site.write({ 'space/blog/second.md': story });
	await site.astro(['sync']);
	const grown = await written(site);
	expect(grown).toContain('price?: string;');
	expect(grown).toContain("body?: Bloks['hero'][];");
	await rm(join(site.folder, 'node_modules/.astro'), { recursive: true });
	await rm(join(site.folder, '.astro'), { recursive: true });
	await site.astro(['sync']);
	expect(await written(site)).toBe(grown);

	await site.remove('space/blog/second.md');
	await site.astro(['sync']);
	expect(await written(site)).toBe(before);
	// The types are cached with the content, not with the declaration file.
	await rm(join(site.folder, '.astro'), { recursive: true });
	await site.astro(['sync']);
	expect(await written(site)).toBe(before);
});

it('validates cached types before it uses them', async () => {
	const before = await written(site);
	await site.write({ 'node_modules/.astro/slugline/types-default.json': '{' });
	await site.astro(['sync']);
	expect(await written(site)).toBe(before);
});

it.runIf(isLong)('adds a new field to the types in dev without a restart', async () => {
	const other = await createSite(base);
	await other.dev();
	expect(await written(other)).not.toContain('subtitle');
	const edited = base['space/blog/hello.md'].replace('  title', '  subtitle: New\n  title');
	for (let tries = 0; tries < 300 && !(await written(other)).includes('subtitle'); tries++) {
		// Written repeatedly, because dev prints its address before it watches files.
		if (tries % 50 === 0) await other.write({ 'space/blog/hello.md': `${edited}${'\n'.repeat(tries / 50)}` });
		await delay(100);
	}
	expect(await written(other)).toContain('subtitle: string;');
});

it('rejects two collections with the same name', async () => {
	const other = await createSite({
		...base,
		'src/content.config.ts': `
import { storyCollections } from 'astro-slugline/loaders';
export const collections = storyCollections({ types: ['blog'], folders: ['blog'] });`,
	});
	const { code, output } = await other.build();
	expect(code).toBe(1);
	expect(output).toContain(
		'storyCollections() would define two collections named `blog`: one for the content type and one for the folder.',
	);
});

it('takes the types from a components file, and rejects content that does not match it', async () => {
	const field = (type: string, required = false) => ({ type, required });
	const topic = { type: 'option', source: 'internal', datasource_slug: 'topics' };
	const components = [
		{ name: 'article', is_root: true, schema: { title: field('text', true), body: field('bloks'), topic } },
		{ name: 'author', is_root: true, schema: { name: field('text', true) } },
		{ name: 'hero', schema: { headline: field('text', true) } },
	];
	const other = await createSite({
		...base,
		'astro.config.mjs': config(`{ defaultLanguage: 'en', componentsFile: './components.json' }`),
		'components.json': JSON.stringify(components),
		'space/datasources/topics.yaml': 'entries:\n  - { name: Boats, value: boats }\n',
	});
	const sync = async () => {
		const { code, output } = await other.astro(['sync']);
		return code === 0 ? 'right' : /(A story does|\d+ stories do|The file)[\s\S]*?(?=\n$)/.exec(output)?.[0];
	};
	expect(await sync()).toBe('right');
	expect(await written(other)).toContain("body?: Bloks['hero'][] | null;");
	expect(await written(other)).toContain("topic?: '' | 'boats' | null;");
	await other.write({ 'space/datasources/topics.yaml': 'entries:\n  - { name: Nets, value: nets }\n' });
	expect(await sync()).toBe('right');
	expect(await written(other)).toContain("topic?: '' | 'nets' | null;");

	await other.write({
		'space/blog/second.md':
			'---\ncontent:\n  component: article\n  title: Second\n  body: [{ component: heroo }]\n---\n',
		'space/blog/second.de.md': '---\ncontent:\n  body: false\n---\n',
	});
	expect(await sync()).toMatchInlineSnapshot(`
		"2 stories do not match the components that ./components.json defines:
		- blog/second: \`body.0\` is a \`heroo\`, which ./components.json does not define
		- blog/second (de): \`body\` must be a list of bloks, but is false
		  Hint:
		    Change the stories in the editor, or create the file again if it is outdated. More: docs/errors.md of astro-slugline."
	`);
	// The error is repeated until the content is fixed.
	expect(await sync()).toContain('2 stories do not match');
	await other.write({ 'components.json': JSON.stringify([...components, { name: 'heroo', schema: {} }]) });
	expect(await sync()).toMatchInlineSnapshot(`
		"A story does not match the components that ./components.json defines:
		- blog/second (de): \`body\` must be a list of bloks, but is false
		  Hint:
		    Change the stories in the editor, or create the file again if it is outdated. More: docs/errors.md of astro-slugline."
	`);
	await other.remove('space/blog/second.de.md');
	expect(await sync()).toBe('right');
	await other.remove('components.json');
	expect(await sync()).toMatchInlineSnapshot(`
		"The file ./components.json does not exist. The option \`componentsFile\` of slugline() names it.
		  Hint:
		    The path is relative to the site's folder. Create the file with \`npx storyblok components pull --space <id>\`, or remove the option, so that types come from the content. More: docs/errors.md of astro-slugline."
	`);
});
