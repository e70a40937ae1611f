import { appendFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSite, plainSite, type Site } from '../../support/site.js';
import { paragraphOf } from '../service/content.js';

const tokens = 'tokens: { public: the-public-token, preview: the-preview-token }\n';

/** What the addresses of the editor are signed with. */
export const signer = { space: 4711, token: 'the-preview-token' };

/** A site whose pages show their story, and a list of the first ten. */
const listSite = {
	...plainSite,
	'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import Blok from 'astro-slugline/components/Blok.astro';
import { query } from 'astro-slugline/content';
import { storyPaths } from 'astro-slugline/paths';
export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
const { story } = Astro.props;
const list = await query({ collection: 'pages', sort: 'name', limit: 10, fields: ['name'] });
---
<html><head><title>{story.data.name}</title></head><body><h1>{story.data.name}</h1><Blok blok={story.data.content} /><ul>{list.map((entry) => <li>{entry.data.name}</li>)}</ul></body></html>`,
	'src/bloks/Article.astro': `---
const { blok } = Astro.props;
---
<article><h2>{blok.title}</h2><p>{blok.body}</p></article>`,
};

/** A site of so many stories, each with a page. */
export async function largeSite(stories: number, editor: string): Promise<Site> {
	const site = await createSite({
		...listSite,
		'astro.config.mjs': `import slugline from 'astro-slugline';
export default { integrations: [slugline({ space: './space', preview: { editors: ['${editor}'] } })] };`,
	});
	await writeBenchSpace(join(site.folder, 'space'), stories);
	return site;
}

/** The same site as it is deployed: built from a service, and served by `@astrojs/node`. */
export async function deployedSite(stories: number, editor: string, preview = true): Promise<Site> {
	const option = preview ? `preview: { deployed: true, editors: ['${editor}'] }` : '';
	const site = await createSite({
		...listSite,
		'package.json': '{ "type": "module", "dependencies": { "@astrojs/node": "*" } }',
		'astro.config.mjs': `import node from '@astrojs/node';
import slugline from 'astro-slugline';
export default { adapter: node({ mode: 'standalone' }), integrations: [slugline({ ${option} })] };`,
	});
	await writeBenchSpace(join(site.folder, 'space'), stories);
	return site;
}

const perFolder = 100;

/** Writes a space of so many stories, in folders of 100, with the tokens that the editor signs with. */
export async function writeBenchSpace(folder: string, stories: number): Promise<void> {
	await mkdir(folder, { recursive: true });
	await writeFile(
		join(folder, 'space.yaml'),
		`name: Bench\nid: 4711\n${tokens}content_types:\n  article: { body: text }\n`,
	);
	for (let first = 1; first <= stories; first += perFolder) {
		const section = join(folder, `section-${(first - 1) / perFolder}`);
		await mkdir(section);
		const ids = Array.from({ length: Math.min(perFolder, stories - first + 1) }, (_, n) => first + n);
		await Promise.all(ids.map((id) => writeFile(join(section, `story-${id}.md`), storyFile(id))));
	}
}

const storyFile = (id: number) => `---
name: Story ${id}
content:
  component: article
  title: "Story ${id}"
  price: "${(id % 500) + 0.5}"
  topics: [ropes, tides]
  seo:
    plugin: seo_metatags
    title: "Story ${id}"
    description: The story with the number ${id}.
---
${[1, 2, 3, 4, 5, 6].map((part) => `## Part ${part}\n\n${paragraphOf(id * 6 + part)}\n`).join('\n')}`;

/** The site of the playground. */
export async function playgroundSite(editor: string): Promise<Site> {
	const site = await createSite({});
	const blog = fileURLToPath(new URL('../../../playground/blog/', import.meta.url));
	for (const part of ['package.json', 'tsconfig.json', 'src', 'space', 'public'])
		await cp(join(blog, part), join(site.folder, part), { recursive: true });
	await appendFile(join(site.folder, 'space/space.yaml'), `\n${tokens}`);
	await site.write({
		'astro.config.mjs': `import slugline from 'astro-slugline';
export default {
	site: 'https://example.com',
	i18n: { locales: ['en', 'de', 'fr'], defaultLocale: 'en' },
	integrations: [slugline({ space: './space', defaultLanguage: 'en', routes: { exclude: ['authors/**', 'categories/**', 'settings/**'] }, preview: { editors: ['${editor}'] } })],
};`,
	});
	return site;
}
