import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { liveCollections, liveConfig, serveContent, startServer } from '../support/live-site.js';
import { readTree } from '../support/read-tree.js';
import { createSite, plainSite } from '../support/site.js';

const page = (rest: string) => `---
import { getCollection } from 'astro:content';
import Blok from 'astro-slugline/components/Blok.astro';
import RichText from 'astro-slugline/components/RichText.astro';
import StoryImage from 'astro-slugline/components/StoryImage.astro';
import { resolve } from 'astro-slugline/content';
import { href, routeOf, storyPaths } from 'astro-slugline/paths';
${rest}
export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
const { data } = await resolve(Astro.props.story);
const route = routeOf(Astro.props.story);
---
<html lang={route.locale}><head><title>{data.name}</title>
{route.alternates.map(({ hreflang, href }) => <link rel="alternate" hreflang={hreflang} href={href} />)}
</head><body data-lang={data.lang} data-id={Astro.props.story.id}><h1>{data.content.title}</h1>
<a href={href({ linktype: 'story', id: '00000000-0000-4000-8000-000000000002' }, { from: Astro.url })}>Other</a>
<p>{data.content.author?.content?.title}</p>
{data.content.body?.map((blok) => <Blok blok={blok} />)}
<RichText doc={data.content.text} />
{data.content.image && <StoryImage asset={data.content.image} width={400} />}
<code>{JSON.stringify(Astro.props.story.data)}</code>
</body></html>`;

const files = {
	'astro.config.mjs': liveConfig(),
	'src/content.config.ts': plainSite['src/content.config.ts'],
	'src/bloks/Hero.astro': '---\nconst { blok } = Astro.props;\n---\n<section>{blok.headline}</section>',
	'content/space.yaml': 'name: Small\nlanguages: [de]\n',
	'content/home.md': `---
name: Home
uuid: 00000000-0000-4000-8000-000000000001
path: /
content:
  component: page
  title: Welcome
  author: 00000000-0000-4000-8000-000000000002
  body:
    - component: hero
      headline: Big
  image: { fieldtype: asset, id: 1, filename: "https://a.storyblok.com/f/1/800x600/abc/harbour.jpg", alt: Harbour }
  text: { type: doc, content: [{ type: paragraph, content: [{ type: text, text: Rich }] }] }
---
`,
	'content/blog/hello.md': `---
name: Hello
uuid: 00000000-0000-4000-8000-000000000002
content:
  component: page
  title: Hello
  title__i18n__de: Hallo
---
`,
};

it('gives the same HTML, and makes no other page, when one line makes a page live', async () => {
	const site = await createSite({ ...files, 'src/pages/[...path].astro': page('') });
	const service = await serveContent(site);
	await site.built(service.env);
	const pages = (await site.pages()).map((path) => path.replace(/^\/client/, ''));
	expect(pages).toContain('/blog/hello/');
	const folder = join(site.folder, 'dist/client');
	const textOf = (path: string) => readFile(join(folder, path, 'index.html'), 'utf8');
	const before = new Map(await Promise.all(pages.map(async (path) => [path, await textOf(path)] as const)));
	const tree = await readTree(folder);

	// A live collection alone changes nothing of static pages.
	await site.write({ 'src/live.config.ts': liveCollections });
	await site.built(service.env);
	expect(await readTree(folder)).toEqual(tree);

	await site.write({ 'src/pages/[...path].astro': page('export const prerender = false;') });
	await site.built(service.env);
	const server = await startServer(site, service.env);
	for (const path of pages) expect((await server.ask(path)).text).toBe(before.get(path));
	expect((await server.ask('/nothing/')).status).toBe(404);
});
