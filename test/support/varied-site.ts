import { config } from './site.js';

const story = (title: string, more = '') =>
	`---\nname: ${title}\ncontent:\n  component: article\n  title: ${title}\n${more}---\nText of ${title}.\n`;

/** The space of the varied site: articles with relations, sections, settings, two languages and a datasource. */
export const variedSpace = {
	'space/space.yaml': `name: Varied
languages: [de]
content_types: { article: { references: [author, related] }, settings: { references: [menu] } }
`,
	'space/index.md': story('Home').replace('article', 'section'),
	'space/blog/index.md': story('Blog').replace('article', 'section'),
	'space/blog/one.md': story('One', '  author: authors/ada\n  related: [blog/two]\n'),
	'space/blog/one.de.md': '---\nslug: eins\ncontent:\n  title: Eins\n---\n',
	'space/blog/two.md': story('Two', '  author: authors/ada\n  related: [blog/one, blog/three]\n'),
	'space/blog/three.md': story('Three', '  author: authors/bob\n'),
	'space/blog/three.de.md': '---\nslug: drei\ncontent:\n  title: Drei\n---\n',
	'space/authors/ada.md': story('Ada').replace('article', 'author'),
	'space/authors/bob.md': story('Bob').replace('article', 'author'),
	'space/settings.md':
		'---\nname: Settings\ncontent:\n  component: settings\n  title: Site\n  menu: [home, blog]\n---\n',
	'space/datasources/labels.yaml':
		'name: Labels\ndimensions: [{ name: German, entry_value: de }]\nentries:\n  - { name: more, value: more, dimensions: { de: mehr } }\n',
};

/**
 * A site whose pages read in every way that there is: lists by `query()` and by `getCollection()`, a menu of links,
 * relations, entries, a stateful module, props, a collection of another loader, an endpoint, middleware.
 */
export const variedSite = {
	'package.json': '{ "type": "module" }',
	'astro.config.mjs': config(
		`{ space: './space', defaultLanguage: 'en', routes: { exclude: ['authors/**', 'settings'] } }`,
	),
	'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { datasource, links, stories } from 'astro-slugline/loaders';
export const collections = {
	pages: defineCollection({ loader: stories() }),
	links: defineCollection({ loader: links() }),
	labels: defineCollection({ loader: datasource('labels') }),
	notes: defineCollection({ loader: glob({ pattern: '*.md', base: './notes' }) }),
};`,
	'notes/first.md': '---\ntitle: First\n---\nA **note**.\n',
	'notes/second.md': '---\ntitle: Second\n---\nAnother note.\n',
	'public/plain.txt': 'plain\n',
	'src/middleware.js': `
export const onRequest = async (context, next) => {
	context.locals.greeting = 'hello';
	return next();
};`,
	// A stateful module: the first page to ask for labels reads them for all pages.
	'src/lib/labels.ts': `
import { getCollection } from 'astro:content';
let kept: Map<string, string> | undefined;
export async function labels() {
	kept ??= new Map((await getCollection('labels')).map(({ id, data }) => [id, data.value]));
	return kept;
}`,
	'src/lib/menu.ts': `
import { getEntry } from 'astro:content';
import { routeOf } from 'astro-slugline/paths';
import { resolve } from 'astro-slugline/content';
export async function menu() {
	const settings = await getEntry('pages', 'settings');
	if (!settings) return { title: 'no settings', items: [] };
	const { data } = await resolve(settings);
	const items = data.content.menu.filter((item) => typeof item === 'object').map((item) => ({ name: item.name, href: routeOf(item)?.href }));
	return { title: data.content.title, items };
}`,
	'src/components/Frame.astro': `---
import { labels } from '../lib/labels';
import { menu } from '../lib/menu';
const { title } = Astro.props;
const { title: site, items } = await menu();
---
<html><head><title>{title}</title></head><body>
<nav>{site}: {items.map(({ name, href }) => <a {href}>{name}</a>)}</nav>
<main><slot /></main>
<footer>{Astro.locals.greeting} {(await labels()).get('more')} v1</footer>
</body></html>`,
	'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import { routeOf, storyPaths } from 'astro-slugline/paths';
import { query, resolve } from 'astro-slugline/content';
import Frame from '../components/Frame.astro';
export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
const { story } = Astro.props;
const { data } = await resolve(story);
const { component, title, author, related = [] } = data.content;
const children = component === 'section'
	? await query({ collection: 'pages', lang: data.lang, contentType: 'article', sort: 'name', fields: ['name', 'content.title'] })
	: [];
---
<Frame title={title}>
	<h1>{title}</h1>
	<p>{author?.content?.title ?? author ?? 'nobody'}</p>
	<ul>{related.map((other) => <li>{typeof other === 'string' ? other : <a href={routeOf(other)?.href}>{other.content.title}</a>}</li>)}</ul>
	<ol>{children.map((child) => <li><a href={routeOf(child)?.href}>{child.data.content.title}</a></li>)}</ol>
	{routeOf(story).alternates.map(({ hreflang, href }) => <link rel="alternate" {hreflang} {href} />)}
</Frame>`,
	'src/pages/all.astro': `---
import { getCollection, render } from 'astro:content';
import Frame from '../components/Frame.astro';
const pages = await getCollection('pages');
const notes = await Promise.all((await getCollection('notes')).map(async (note) => ({ note, ...(await render(note)) })));
---
<Frame title="All">
	{pages.map((page) => <p>{page.id} {page.data.content.title}</p>)}
	{notes.map(({ note, Content }) => <section>{note.data.title} <Content /></section>)}
</Frame>`,
	'src/pages/map.json.ts': `
import { query } from 'astro-slugline/content';
export const GET = async () => Response.json(await query({ collection: 'links', sort: 'slug', fields: ['slug', 'name', 'published', 'is_folder'] }));`,
	'src/pages/by/[letter].astro': `---
import { getCollection } from 'astro:content';
export async function getStaticPaths() {
	const pages = await getCollection('pages', ({ data }) => data.content.component === 'article');
	const letters = Map.groupBy(pages, ({ data }) => data.content.title[0].toLowerCase());
	return [...letters].map(([letter, ofLetter]) => ({ params: { letter }, props: { ofLetter, count: ofLetter.length } }));
}
const { ofLetter, count } = Astro.props;
---
<p>{count}</p>{ofLetter.map(({ data }) => <p>{data.content.title}</p>)}`,
	'src/pages/fixed.astro': '<p>Nothing of the space.</p>',
};
