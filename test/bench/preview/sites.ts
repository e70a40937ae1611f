import { appendFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { config, createSite, plainSite, root, type Site } from '../../support/site.js';
import { paragraphOf } from '../space.js';

/** What the addresses of the editor are signed with. */
export const signer = { space: 4711, token: 'the-preview-token' };

const tokens = `tokens: { public: the-public-token, preview: ${signer.token} }\n`;

/** A site that runs. */
export interface Running {
	url: string;
	/** Address of the API that it reads. */
	api: string;
	/** Ends it and deletes its folder. */
	close(): Promise<void>;
}

async function runInDev(site: Site, api?: string): Promise<Running> {
	const { url } = await site.dev();
	return { url, api: api ?? `${url}/_slugline`, close: site.delete };
}

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
export async function largeSite(editor: string, stories: number): Promise<Running> {
	const site = await createSite({
		...listSite,
		'astro.config.mjs': config(`{ space: './space', preview: { editors: ['${editor}'] } }`),
	});
	await writeSpace(site, stories);
	return runInDev(site);
}

const perFolder = 100;

/** Writes a space of so many stories, in folders of 100, with the tokens that the editor signs with. */
async function writeSpace({ folder }: Site, stories: number): Promise<void> {
	const space = join(folder, 'space');
	await mkdir(space);
	await writeFile(
		join(space, 'space.yaml'),
		`name: Bench\nid: ${signer.space}\n${tokens}content_types:\n  article: { body: text }\n`,
	);
	for (let first = 1; first <= stories; first += perFolder) {
		const section = join(space, `section-${(first - 1) / perFolder}`);
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
export async function playgroundSite(editor: string): Promise<Running> {
	const site = await createSite({});
	for (const part of ['package.json', 'tsconfig.json', 'src', 'space', 'public'])
		await cp(join(root, 'playground/blog', part), join(site.folder, part), { recursive: true });
	await appendFile(join(site.folder, 'space/space.yaml'), `\n${tokens}`);
	await site.write({
		'astro.config.mjs': `import slugline from 'astro-slugline';
export default {
	site: 'https://example.com',
	i18n: { locales: ['en', 'de', 'fr'], defaultLocale: 'en' },
	integrations: [slugline({ space: './space', defaultLanguage: 'en', routes: { exclude: ['authors/**', 'categories/**', 'settings/**'] }, preview: { editors: ['${editor}'] } })],
};`,
	});
	return runInDev(site);
}

/**
 * The page of `largeSite` as the vendor's integration previews it: rendered on demand, each time with the API's response. The
 * API is a space in this process, so neither the network nor a rate limit matters.
 */
export async function vendorSite(editor: string, stories: number): Promise<Running> {
	const site = await createSite({
		'src/pages/[...path].astro': `---
import { getLiveStory, useStoryblokApi } from '@storyblok/astro';
import StoryblokComponent from '@storyblok/astro/StoryblokComponent.astro';
const api = useStoryblokApi();
const live = await getLiveStory(Astro);
const story = live ?? (await api.get('cdn/stories/' + Astro.params.path, { version: 'draft' })).data.story;
const list = (await api.get('cdn/stories', { version: 'draft', per_page: 10 })).data.stories;
---
<html><head><title>{story.name}</title></head><body><h1>{story.name}</h1><StoryblokComponent blok={story.content} /><ul>{list.map((entry) => <li>{entry.name}</li>)}</ul></body></html>`,
		'src/storyblok/Article.astro': `---
import { storyblokEditable } from '@storyblok/astro';
const { blok } = Astro.props;
---
<article {...storyblokEditable(blok)}><h2>{blok.title}</h2><p>{blok.body}</p></article>`,
	});
	await writeSpace(site, stories);
	const { url: api } = await site.space().listen();
	const options = {
		...{ accessToken: signer.token, livePreview: true, bridge: { customParent: editor } },
		apiOptions: { endpoint: `${api}/v2`, rateLimit: 1000 },
	};
	await site.write({
		'astro.config.mjs': `import { storyblok } from '@storyblok/astro';
export default { output: 'server', vite: { server: { fs: { strict: false } } }, integrations: [storyblok(${JSON.stringify(options)})] };`,
	});
	return runInDev(site, api);
}
