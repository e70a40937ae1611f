import { readFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { cleanly } from '../generator/try-site.js';
import { isLong } from '../support/long.js';
import { createSite, type Site } from '../support/site.js';
import { warmAstro } from '../support/warm-astro.js';

// The table of the README of astro-keep: ten situations, beside `experimental.incrementalBuild` with the cache keys that Astro's docs
// advise for collections, `String(entry.digest)`.

const post = (number: number, title = `Post ${number}`): Record<string, string> => ({
	[`src/posts/p${number}.md`]: `---\ntitle: ${title}\nauthor: ann\nrelated: p${(number % 6) + 1}\nphoto: ./${number === 1 ? 'a' : 'b'}.svg\n---\nText of ${number}.\n`,
});
const picture = (color: string) =>
	`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="${color}"/></svg>`;
const config = (more = '') => `
import keep from 'astro-keep';
const contender = process.env.SITE_CONTENDER;
export default {
	integrations: contender === 'keep' ? [keep()] : [],
	experimental: { incrementalBuild: contender === 'keys' },
	${more}
};`;
const title = (color: string) => `<h1><slot /></h1>\n<style>h1 { color: ${color} }</style>`;

const files: Record<string, string> = {
	'astro.config.mjs': config(),
	'src/content.config.ts': `
import { readFileSync } from 'node:fs';
import { defineCollection, reference, z } from 'astro:content';
import { file, glob } from 'astro/loaders';
export const collections = {
	menu: defineCollection({ loader: file('src/menu.json'), schema: z.object({ label: z.string() }) }),
	authors: defineCollection({ loader: () => JSON.parse(readFileSync('authors.json', 'utf8')), schema: z.object({ id: z.string(), name: z.string() }) }),
	posts: defineCollection({
		loader: glob({ pattern: '*.md', base: 'src/posts' }),
		schema: ({ image }) => z.object({ title: z.string(), author: reference('authors'), related: reference('posts'), photo: image() }),
	}),
};`,
	'src/menu.json': '[{ "id": "home", "label": "Home" }]',
	'authors.json': '[{ "id": "ann", "name": "Ann" }]',
	'src/posts/a.svg': picture('red'),
	'src/posts/b.svg': picture('green'),
	...Object.assign({}, ...[1, 2, 3, 4, 5, 6, 7].map((number) => post(number))),
	'node_modules/greeting/package.json': '{ "name": "greeting", "type": "module", "exports": "./index.js" }',
	'node_modules/greeting/index.js': `export const greeting = 'Hello';`,
	'src/components/Title.astro': title('red'),
	'src/components/Hero.astro': '<p>Hero</p>',
	'src/layouts/Layout.astro': `---
import { getCollection } from 'astro:content';
import { greeting } from 'greeting';
const menu = await getCollection('menu');
---
<html lang="en"><head><title>{greeting}</title></head><body data-site={Astro.site}><nav>{menu.map(({ data }) => data.label)}</nav><slot /></body></html>`,
	'src/pages/index.astro': `---
import { getCollection } from 'astro:content';
import Hero from '../components/Hero.astro';
import Layout from '../layouts/Layout.astro';
const posts = await getCollection('posts');
---
<Layout><Hero />{posts.map(({ data }) => <p>{data.title}</p>)}</Layout>`,
	'src/pages/about.astro': `---\nimport Layout from '../layouts/Layout.astro';\n---\n<Layout>About</Layout>`,
	'src/pages/posts/[id].astro': `---
import { Image } from 'astro:assets';
import { getCollection, getEntry, render } from 'astro:content';
import Layout from '../../layouts/Layout.astro';
import Title from '../../components/Title.astro';
export const getStaticPaths = async () => {
	const posts = (await getCollection('posts')).sort((one, other) => (one.id < other.id ? -1 : 1));
	return posts.map((post, at) => ({
		params: { id: post.id },
		props: { post, next: posts[at + 1]?.id },
		...(process.env.SITE_CONTENDER === 'keys' && { cacheKey: String(post.digest) }),
	}));
};
const { post, next } = Astro.props;
const { Content } = await render(post);
const [author, related] = [await getEntry(post.data.author), await getEntry(post.data.related)];
---
<Layout><Title>{post.data.title}</Title><Image src={post.data.photo} alt="" /><i>{author.data.name}</i><a>{related.data.title}</a><b>{next}</b><Content /></Layout>`,
};

/** What is edited, and removed. */
const situations: [name: string, edit: Record<string, string>, remove: string[]][] = [
	['a style of a component', { 'src/components/Title.astro': title('blue') }, []],
	['the menu', { 'src/menu.json': '[{ "id": "home", "label": "Start" }]' }, []],
	['the title of a related post', post(2, 'Another title'), []],
	['data of a loader', { 'authors.json': '[{ "id": "ann", "name": "Anna" }]' }, []],
	['a component of one page', { 'src/components/Hero.astro': '<p>Another hero</p>' }, []],
	['a package', { 'node_modules/greeting/index.js': `export const greeting = 'Hi';` }, []],
	['the config', { 'astro.config.mjs': config(`site: 'https://example.com',`) }, []],
	['a deleted post', {}, ['src/posts/p7.md']],
	['an image of a post', { 'src/posts/a.svg': picture('blue') }, []],
	['a new post between others', { 'src/posts/p3a.md': String(post(3)['src/posts/p3.md']) }, []],
];

const astro = warmAstro();
afterAll(() => astro.close());

/** The output of plain Astro after each edit. */
const right = new Map<string, Record<string, string>>();

/** How many pages are wrong after an edit. */
async function wrongAfter(site: Site, contender: string, [name, edit, remove]: (typeof situations)[number]) {
	const env = { SITE_CONTENDER: contender };
	await site.write(edit);
	await site.remove(...remove);
	await site.built(env);
	const made = await site.output();
	const output =
		right.get(name) ?? (await cleanly(site, () => site.build({ SITE_CONTENDER: 'none' }))).output;
	right.set(name, output);
	const paths = new Set([...Object.keys(made), ...Object.keys(output)]);
	const pages = [...paths].filter((path) => path.endsWith('.html'));
	const wrong = pages.filter((path) => made[path] !== output[path]).length;
	for (const path of Object.keys(edit)) if (!(path in files)) await site.remove(path);
	await site.write(files);
	await site.built(env);
	return wrong;
}

it.runIf(isLong)(
	'is right where cache keys are not, as the README says',
	{ timeout: 3_600_000 },
	async () => {
		const rows = new Map(situations.map(([name]) => [name, [] as string[]]));
		for (const contender of ['keys', 'keep']) {
			const site = await createSite(files, { runner: astro.run });
			await site.built({ SITE_CONTENDER: contender, KEEP_VERIFY: '1' });
			for (const situation of situations) {
				const wrong = await wrongAfter(site, contender, situation);
				rows.get(situation[0])?.push(wrong === 0 ? 'right' : `${wrong} stale`);
			}
		}
		const readme = await readFile(new URL('../../packages/astro-keep/README.md', import.meta.url), 'utf8');
		const table = [...rows].map(([name, [keys, keep]]) => `| ${name} | ${keys} | ${keep} |`);
		expect(readme).toContain(table.join('\n'));
	},
);
