import { expect, it } from 'vitest';
import { sessionHeaders } from '../preview/tickets.js';
import { serveBuilt } from '../support/built-server.js';
import { createSite } from '../support/site.js';

// A site that moves from the vendor's integration: its pages ask the API themselves, and it has no content config.

const story = (fields: string) => `---\n${fields}\n---\n`;

const files = {
	'package.json': '{ "type": "module", "dependencies": { "@astrojs/node": "*" } }',
	'astro.config.mjs': `import node from '@astrojs/node';
import { storyblok } from 'astro-slugline/compat/config';
// As if the variable had a name of the site's own.
const { SLUGLINE_TOKEN: accessToken } = process.env;
delete process.env.SLUGLINE_TOKEN;
export default {
	adapter: node({ mode: 'standalone' }),
	integrations: [storyblok({ accessToken, components: { article: 'storyblok/Article' }, slugline: { preview: { deployed: true } } })],
};`,
	'src/pages/[...slug].astro': `---
import { useStoryblokApi } from '@storyblok/astro';
import StoryblokComponent from '@storyblok/astro/StoryblokComponent.astro';
import { getLiveStory } from '@storyblok/astro';
export async function getStaticPaths() {
	const { data } = await useStoryblokApi().get('cdn/links', { version: 'published' });
	return Object.values(data.links).filter(({ slug }) => slug !== 'ada').map(({ slug }) => ({ params: { slug } }));
}
const { data } = await useStoryblokApi().get('cdn/stories/' + Astro.params.slug, { version: 'published', resolve_relations: 'article.author' });
const story = (await getLiveStory(Astro)) ?? data.story;
---
<html><head><title>{story.name}</title></head><body><StoryblokComponent blok={story.content} /></body></html>`,
	'src/pages/latest.js': `import { useStoryblokApi } from '@storyblok/astro';
export const prerender = false;
export const GET = async () => {
	const stories = await useStoryblokApi().get('cdn/stories', { version: 'published' }).catch(() => undefined);
	return new Response('', { status: stories ? 200 : 404 });
};`,
	'src/storyblok/Article.astro': `---
import { storyblokEditable } from '@storyblok/astro';

const { blok } = Astro.props;
---
<article {...storyblokEditable(blok)}><h1>{blok.title}</h1><i>{blok.author.name}</i></article>`,
	'space/space.yaml': `name: Small
id: 4711
tokens: { public: the-public-token, preview: the-preview-token }
content_types: { article: { references: [author] } }`,
	'space/ada.md': story('id: 3\nname: Ada\ncontent: { component: person }'),
	'space/one.md': story('id: 1\nname: One\ncontent: { component: article, title: Published, author: ada }'),
	'space/one.draft.md': story('content: { component: article, title: Saved, author: ada }'),
	'space/new.draft.md': story(
		'id: 2\nname: New\ncontent: { component: article, title: Unpublished, author: ada }',
	),
};

const site = await createSite(files);
const server = await serveBuilt(site);

/** A page as the client of preview gets it, in a session of a story. */
async function shown(path: string, storyId: number, story?: object): Promise<string> {
	const response = await fetch(`${server.url}/_slugline/preview/`, {
		method: 'POST',
		headers: await sessionHeaders(server.url, { storyId }),
		body: JSON.stringify({ do: 'render', path, story }),
	});
	const { page, message } = await response.json();
	return page?.html ?? message;
}

it('shows drafts, typed changes, and related stories in pages that ask the API themselves', async () => {
	expect(await shown('/one', 1)).toMatch(/<h1>Saved<\/h1><i>Ada<\/i>/);
	expect(await shown('/new', 2)).toContain('<h1>Unpublished</h1>');
	const content = { component: 'article', title: 'Typed', author: (await uuids()).get('ada') };
	expect(await shown('/one', 1, { id: 1, name: 'One', content })).toMatch(
		/data-blok-c.*<h1>Typed<\/h1><i>Ada<\/i>/s,
	);
	expect(await shown('/one', 3, { id: 3, name: 'Augusta', content: { component: 'person' } })).toContain(
		'<i>Augusta</i>',
	);
});

it('shows visitors what is published', async () => {
	const page = await fetch(`${server.url}/one`);
	expect(await page.text()).toContain('<h1>Published</h1>');
	expect((await fetch(`${server.url}/new`)).status).toBe(404);
});

it('says once which variable a server without a token reads', async () => {
	const built =
		'This build has its token from astro.config, and does not put it into the server. Set SLUGLINE_TOKEN where';
	expect(server.output().split(built)).toHaveLength(2);
	for (const _ of [1, 2]) expect((await fetch(`${server.url}/latest`)).status).toBe(404);
	expect(server.output().split('but the server has no token. Set SLUGLINE_TOKEN where')).toHaveLength(2);
});

async function uuids(): Promise<Map<string, string>> {
	const response = await fetch(`${server.service}/v2/cdn/links?token=the-public-token`);
	const { links } = (await response.json()) as { links: Record<string, { slug: string; uuid: string }> };
	return new Map(Object.values(links).map(({ slug, uuid }) => [slug, uuid]));
}
