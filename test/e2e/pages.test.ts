import { expect, it } from 'vitest';
import { cleanly } from '../generator/try-site.js';
import { checking, config, createSite, storyRoute } from '../support/site.js';

// One site with all that pages may read. Each edit renders the pages that show it, and no others, and the log says why.

const story = (title: string, more = '') =>
	`---\nname: ${title}\ncontent:\n  component: article\n  title: ${title}\n${more}---\nText of ${title}.\n`;

/** The space of the varied site: articles with relations, sections, settings, two languages and a datasource. */
const variedSpace = {
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

/** An image service whose images say what made them, and `process.env.MARK`, which it reads after all pages. */
const imageService = `
import sharp from 'astro/assets/services/sharp';
import { made } from './made';
export default { ...sharp, transform: async (input, { format }, { service }) => {
	const data = [made, process.env.MARK, service.config.mark, input.length].join();
	return { data: new TextEncoder().encode(data), format };
} };`;

const picture = (name: string) => `---
import { Image } from 'astro:assets';
import source from '../images/${name}.gif';
---
<Image src={source} alt="" />`;

/** The header of a GIF of that width. */
const gif = (width: number): string => `GIF89a${String.fromCharCode(width, 0, 1, 0, 0, 0, 0)};`;

/**
 * A site whose pages read in every way that there is: lists by `query()` and by `getCollection()`, a menu of links,
 * relations, entries, a stateful module, props, bloks, a collection of another loader, an endpoint, middleware. Some are
 * rendered in every build: rewrites, what cannot be compared, and what makes an image again.
 */
const variedSite = {
	'astro.config.mjs': config(
		`{ space: './space', defaultLanguage: 'en', missingBlok: 'warn', routes: { exclude: ['authors/**', 'settings'] } }`,
		`image: { service: { entrypoint: './src/images/service.ts', config: { mark: 'of config' } } }`,
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
	return next(context.url.pathname.startsWith('/passed') ? '/fixed' : undefined);
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
	'src/pages/[...path].astro': storyRoute(
		`<Frame title={title}>
	<h1>{title}</h1>
	<p>{author?.content?.title ?? author ?? 'nobody'}</p>
	<ul>{related.map((other) => <li>{typeof other === 'string' ? other : <a href={routeOf(other)?.href}>{other.content.title}</a>}</li>)}</ul>
	<ol>{children.map((child) => <li><a href={routeOf(child)?.href}>{child.data.content.title}</a></li>)}</ol>
	{routeOf(story).alternates.map(({ hreflang, href }) => <link rel="alternate" {hreflang} {href} />)}
</Frame>`,
		{
			code: `import { query, resolve } from 'astro-slugline/content';
import Frame from '../components/Frame.astro';
const { data } = await resolve(story);
const { component, title, author, related = [] } = data.content;
const children = component === 'section'
	? await query({ collection: 'pages', lang: data.lang, contentType: 'article', sort: 'name', fields: ['name', 'content.title'] })
	: [];`,
		},
	),
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
	'src/pages/passed.astro': '<p>never seen</p>',
	'src/pages/rewritten.astro': `---\nreturn Astro.rewrite('/fixed');\n---\n`,
	'src/pages/opaque/[id].astro': `---
export const getStaticPaths = () => [['f', () => 'f'], ['p', Promise.resolve('p')], ['c', new (class { #text = 'c'; get text() { return this.#text; } })()]].map(([id, one]) => ({ params: { id }, props: { one } }));
const { one } = Astro.props;
---
<p>{typeof one === 'function' ? one() : ((await one).text ?? one)}</p>`,
	'src/pages/bloks/[id].astro': `---
import Blok from 'astro-slugline/components/Blok.astro';
export const getStaticPaths = () => Object.entries({ both: ['hero', 'text'], hero: ['hero'], text: ['text'], none: ['newsletter'] }).map(([id, names]) => ({ params: { id }, props: { bloks: names.map((component) => ({ component, _uid: component })) } }));
---
<Blok blok={Astro.props.bloks} />`,
	'src/lib/words.ts': `export const shout = (text: string) => text.toUpperCase() + '!';`,
	'src/bloks/Hero.astro': `---\nimport { shout } from '../lib/words';\n---\n<h1>{shout('hero')}</h1>`,
	'src/bloks/Text.astro': '<p>text</p>',
	'src/images/service.ts': imageService,
	'src/images/made.ts': `export const made = 'made';`,
	'src/images/red.gif': gif(5),
	'src/images/blue.gif': gif(6),
	'src/pages/blue.astro': picture('blue'),
	'src/pages/red.astro': picture('red'),
};

const site = await createSite({ ...variedSite, ...variedSpace });
const space = site.space();
await site.built(checking);

/** What a build logs about pages. */
async function said(): Promise<string[]> {
	const output = await site.built({ SLUGLINE_EXPLAIN: '1', MARK: 'set' });
	return [...output.matchAll(/\[astro-slugline\] (\d+ pages? rendered, \d+ kept|rendered .*)/g)].map(
		([, line = '']) => line,
	);
}

/** The files of the output that an edit changes, and what the build logs, but for pages that every build renders. */
async function changed(edit: () => Promise<unknown>): Promise<{ files: string[]; lines: string[] }> {
	const before = await site.output();
	await edit();
	const lines = (await said()).filter((line) => !/^rendered \/(?:opaque|passed)/.test(line));
	const after = await site.output();
	const files = [...new Set([...Object.keys(before), ...Object.keys(after)])]
		.filter((file) => before[file] !== after[file] && file !== 'slugline.json')
		.sort();
	return { files, lines };
}

it('renders only what no build can keep, and makes images anew, if nothing changed', async () => {
	expect(await said()).toMatchInlineSnapshot(`
		[
		  "6 pages rendered, 18 kept",
		  "rendered /blue: Astro makes the image src/images/blue.gif again, and loads the image service with the page",
		  "rendered /opaque/f, /opaque/p, /opaque/c: \`getStaticPaths\` gives it the prop \`one\`, which cannot be compared, such as a function, a promise, a getter (as in the result of \`getImage()\`), or an instance of a class",
		  "rendered /passed, /rewritten: it is a rewrite to src/pages/fixed.astro",
		]
	`);
	const images = Object.entries(await site.output()).filter(([name]) => name.endsWith('.webp'));
	expect(images.map(([, text]) => text)).toEqual(Array(2).fill('made,set,of config,14'));
});

it('renders only the pages that show a changed article', async () => {
	expect(
		await changed(() =>
			space.edit.write('blog/three', { content: { component: 'article', title: 'Third' } }),
		),
	).toMatchInlineSnapshot(`
		{
		  "files": [
		    "all/index.html",
		    "blog/index.html",
		    "blog/three/index.html",
		    "blog/two/index.html",
		    "by/t/index.html",
		    "index.html",
		  ],
		  "lines": [
		    "11 pages rendered, 13 kept",
		    "rendered /all, /by/t, /blog, /blog/three, /blog/two and 1 other page: \`data.content.title\` of \`blog/three\` in \`pages\` changed",
		  ],
		}
	`);
});

it('renders only the pages that show a changed author', async () => {
	expect(
		await changed(() =>
			space.edit.write('authors/ada', { content: { component: 'author', title: 'Ada L.' } }),
		),
	).toMatchInlineSnapshot(`
		{
		  "files": [
		    "all/index.html",
		    "blog/one/index.html",
		    "blog/two/index.html",
		    "de/blog/eins/index.html",
		  ],
		  "lines": [
		    "9 pages rendered, 15 kept",
		    "rendered /all, /blog/one, /blog/two, /de/blog/eins: \`data.content.title\` of \`authors/ada\` in \`pages\` changed",
		  ],
		}
	`);
});

it('renders every page that may show what a stateful module read', async () => {
	expect(
		await changed(() => space.edit.setEntry('labels', { name: 'more', value: 'further' })),
	).toMatchInlineSnapshot(`
		{
		  "files": [
		    "all/index.html",
		    "blog/index.html",
		    "blog/one/index.html",
		    "blog/three/index.html",
		    "blog/two/index.html",
		    "de/blog/drei/index.html",
		    "de/blog/eins/index.html",
		    "index.html",
		  ],
		  "lines": [
		    "24 pages rendered, 0 kept",
		    "rendered /all, /bloks/both, /bloks/hero, /bloks/text, /bloks/none and 15 other pages: \`data.value\` of \`more\` in \`labels\` changed, and all pages may show what src/lib/labels.ts has read of it",
		  ],
		}
	`);
});

it('renders only the pages that show a new story', async () => {
	expect(
		await changed(() =>
			space.edit.write('blog/zoo', {
				frontmatter: { name: 'Zoo' },
				content: { component: 'article', title: 'Zoo' },
			}),
		),
	).toMatchInlineSnapshot(`
		{
		  "files": [
		    "all/index.html",
		    "blog/index.html",
		    "blog/zoo/index.html",
		    "by/z/index.html",
		    "index.html",
		    "map.json",
		  ],
		  "lines": [
		    "10 pages rendered, 16 kept",
		    "rendered /all: \`blog/zoo\` was added to \`pages\`",
		    "rendered /by/z, /blog/zoo: it is new",
		    "rendered /map.json: a query() of \`links\` now finds \`47b01d63-e62f-546e-86e4-a6ec9dfd4642\`",
		    "rendered /blog, /: a query() of \`pages\` now finds \`blog/zoo\`",
		  ],
		}
	`);
});

it('renders only the pages that show a blok whose code was changed, added, or removed', async () => {
	expect(
		await changed(() =>
			site.write({
				'src/bloks/Text.astro': '<p>other text</p>',
				'src/bloks/Newsletter.astro': '<form>newsletter</form>',
			}),
		),
	).toMatchInlineSnapshot(`
		{
		  "files": [
		    "bloks/both/index.html",
		    "bloks/none/index.html",
		    "bloks/text/index.html",
		  ],
		  "lines": [
		    "8 pages rendered, 18 kept",
		    "rendered /bloks/both, /bloks/text: the blok \`text\` changed: src/bloks/Text.astro",
		    "rendered /bloks/none: the blok \`newsletter\` was added",
		  ],
		}
	`);
	expect(
		await changed(async () => {
			await site.remove('src/bloks/Newsletter.astro');
			await site.write({ 'src/lib/words.ts': `export const shout = (text: string) => text + '?';` });
		}),
	).toMatchInlineSnapshot(`
		{
		  "files": [
		    "bloks/both/index.html",
		    "bloks/hero/index.html",
		    "bloks/none/index.html",
		  ],
		  "lines": [
		    "8 pages rendered, 18 kept",
		    "rendered /bloks/both, /bloks/hero: the blok \`hero\` changed: src/lib/words.ts",
		    "rendered /bloks/none: the blok \`newsletter\` was removed",
		  ],
		}
	`);
});

it('has the output of a clean build after all of this', async () => {
	const { output } = await cleanly(site, () => site.build({ MARK: 'set' }));
	expect(await site.output()).toEqual(output);
});
