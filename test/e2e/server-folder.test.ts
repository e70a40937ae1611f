import { expect, it } from 'vitest';
import { cleanly, differenceOf } from '../generator/try-site.js';
import { checking, config, createSite, nodeAdapter, plainSite } from '../support/site.js';

// What a server of Astro knows about the pages of its build is in `dist/server`. It may know no file of an earlier build.

const story = (title: string) => `---\nname: ${title}\ncontent: { component: page, title: ${title} }\n---\n`;

const feed = (prerender: boolean) => `
import { getCollection } from 'astro:content';
export const prerender = ${prerender};
export const GET = async () => new Response((await getCollection('posts')).map(({ id }) => id).join(' '));`;

const files = {
	...plainSite,
	'astro.config.mjs': config(
		`{ space: './space', defaultLanguage: 'en' }`,
		`${nodeAdapter}, base: '/site', build: { assetsPrefix: 'https://files.example.com' }`,
	),
	'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { stories } from 'astro-slugline/loaders';
export const collections = {
	pages: defineCollection({ loader: stories() }),
	posts: defineCollection({ loader: glob({ base: 'posts', pattern: '*.md' }) }),
};`,
	'src/pages/feed.xml.ts': feed(true),
	'src/pages/.well-known/about.txt.ts': `export const GET = () => new Response('About');`,
	'src/pages/about.astro': '<p>About</p>',
	'src/pages/live.astro': `---
import { getCollection } from 'astro:content';
export const prerender = false;
---
{(await getCollection('pages')).map(({ id }) => id)}<style>p { color: red }</style>`,
	'space/space.yaml': 'name: Small\n',
	...Object.fromEntries(
		['one', 'two', 'three', 'four'].flatMap((name) => [
			[`space/${name}.md`, story(name)],
			[`posts/${name}.md`, `---\ntitle: ${name}\n---\n${name}`],
		]),
	),
	'space/index.md': story('Home'),
};

it('has a server that knows what one of a clean build knows', { timeout: 600_000 }, async () => {
	const site = await createSite(files);
	const key = { ASTRO_KEY: Buffer.alloc(32, 7).toString('base64') };
	await site.built({ ...key, ...checking });
	const steps: [Record<string, string>, string[]][] = [
		[
			{ 'space/two.md': story('Zwei'), 'space/a.md': story('A'), 'posts/a.md': '---\ntitle: a\n---\na' },
			['space/three.md', 'posts/two.md'],
		],
		[{ 'src/pages/feed.xml.ts': feed(false), 'posts/two.md': '---\ntitle: two\n---\nagain' }, []],
		[{ 'public/about/index.html': 'a public file' }, ['src/pages/about.astro']],
		[{ 'src/pages/about.astro': '<p>About</p>', 'space/three.md': story('Three') }, ['public']],
	];
	for (const [written, removed] of steps) {
		await site.write(written);
		await site.remove(...removed);
		const run = await site.build(key);
		expect(run.output).toMatch(/ [1-9]\d* kept/);
		const made = await site.output();
		const clean = await cleanly(site, () => site.build(key));
		expect(differenceOf(run, made, clean.run, clean.output)).toBeUndefined();
	}
});
