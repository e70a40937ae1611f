import { expect, it } from 'vitest';
import { cleanly } from '../generator/try-site.js';
import { isLong } from '../support/long.js';
import { checking, config, createSite, type Site } from '../support/site.js';

// What a page uses of the entries that plain `getCollection()` and `render()` give it decides whether an edit renders it.

async function siteOf(files: Record<string, string>): Promise<Site> {
	const site = await createSite({
		'space/space.yaml': 'name: Empty\n',
		...files,
	});
	await build(site, checking);
	return site;
}

/** Builds a site. Returns how many pages it rendered, and what it logged. */
async function build(site: Site, env = {}): Promise<{ count: number; output: string }> {
	const output = await site.built({ SLUGLINE_EXPLAIN: '1', ...env });
	return { count: Number(/(\d+) pages? rendered/.exec(output)?.[1]), output };
}

/**
 * Edits a site and builds it. Returns how many pages were rendered. A short run compares the output with that of a clean build
 * after the last edit of a site, a long one after each.
 */
async function edited(site: Site, files: Record<string, string>, isLast = isLong): Promise<number> {
	await site.write(files);
	const { count, output } = await build(site);
	if (isLast) {
		const made = await site.output();
		const clean = await cleanly(site, () => site.build());
		expect({ ...made, 'slugline.json': '' }, output).toEqual({ ...clean.output, 'slugline.json': '' });
	}
	return count;
}

const note = (title: string, body = 'Text.', more = '') => `---\ntitle: ${title}\n${more}---\n${body}\n`;

const collection = (pattern: string) => `
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
export const collections = { notes: defineCollection({ loader: glob({ pattern: '${pattern}', base: './notes' }) }) };`;

it('renders only the page that shows the Content that getStaticPaths gave it', async () => {
	const site = await siteOf({
		'astro.config.mjs': `import mdx from '@astrojs/mdx';\n${config(`{ space: './space', incremental: { check: false } }`).replace('[', '[mdx(), ')}`,
		'src/content.config.ts': collection('*.{md,mdx}'),
		'notes/a.md': note('A'),
		'notes/b.md': note('B'),
		'notes/c.mdx': note('C', 'Three is {1 + 2}.'),
		'notes/d.mdx': note('D', 'Four is {2 + 2}.'),
		'src/pages/[id].astro': `---
import { getCollection, render } from 'astro:content';
export const getStaticPaths = async () => Promise.all((await getCollection('notes')).map(async (entry) => {
	const { Content } = await render(entry);
	return { params: { id: entry.id }, props: { Content } };
}));
const { Content } = Astro.props;
---
<Content />`,
	});
	if (isLong) expect(await edited(site, { 'notes/a.md': note('A', 'Another text.') })).toBe(1);
	expect(await edited(site, { 'notes/d.mdx': note('D', 'Five is {2 + 3}.') }, true)).toBe(1);
});

const square = (size: number) =>
	`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><rect width="${size}" height="${size}"/></svg>`;

const post = (order: number, { title = `Post ${order}`, body = 'Text.', more = '' } = {}) =>
	note(title, body, `order: ${order}\n${more}`);

const page = (code: string, shown: string) => `---
import { getCollection, getEntry } from 'astro:content';
${code}
---
${shown}`;

// What themes do with plain `getCollection()`, and what is hard to track.
const theme = {
	'package.json': '{ "type": "module", "dependencies": { "@astrojs/preact": "*", "preact": "*" } }',
	'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "preact" } }',
	'astro.config.mjs': `import preact from '@astrojs/preact';\n${config(`{ space: './space', incremental: { check: false } }`).replace('[', '[preact(), ')}`,
	'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
const schema = ({ image }) => z.object({ title: z.string(), order: z.number(), draft: z.boolean().optional(), cover: image().optional(), seo: z.object({ text: z.string() }).default({ text: 'none' }) });
export const collections = { posts: defineCollection({ loader: glob({ pattern: '*.md', base: './posts' }), schema }) };`,
	...Object.fromEntries(Array.from({ length: 8 }, (_, order) => [`posts/p${order}.md`, post(order)])),
	'posts/p7.md': post(7, { more: 'cover: ./one.svg\n', body: '![drawn](./one.svg)' }),
	'posts/one.svg': square(10),
	'posts/two.svg': square(20),
	'node_modules/keeps/package.json': '{ "name": "keeps", "type": "module", "exports": "./index.js" }',
	'node_modules/keeps/index.js':
		'const held = new WeakMap();\nexport const words = (post) => { if (!held.has(post.data)) held.set(post.data, post.body.split(" ").length); return held.get(post.data); };',
	'src/components/Nav.astro': page(
		`const first = (await getCollection('posts', ({ data }) => !data.draft)).sort((a, b) => a.data.order - b.data.order).slice(0, 2);`,
		'<nav>{first.map(({ id, data }) => <a href={"/" + id}>{data.title}</a>)}</nav>',
	),
	'src/components/Card.jsx':
		'export default function Card({ post, title }) { return <b>{post.data.title} {title} {Object.keys(post.data).join()}</b>; }',
	'src/components/Note.jsx': 'export default ({ title }) => <i>{title}</i>;',
	'src/pages/[id].astro': page(
		`import { render } from 'astro:content';
import Nav from '../components/Nav.astro';
export const getStaticPaths = async () => (await getCollection('posts')).map((post) => ({ params: { id: post.id }, props: { post } }));
const { post } = Astro.props;
const all = (await getCollection('posts')).sort((a, b) => a.data.order - b.data.order);
const at = all.findIndex(({ id }) => id === post.id);
const { Content } = await render(post);`,
		'<Nav /><h1>{post.data.title}</h1><Content />{post.data.cover && <img src={post.data.cover.src} />}{[all[at - 1], all[at + 1]].map((one) => one && <a href={"/" + one.id}>{one.data.title}</a>)}',
	),
	'src/pages/words.astro': page(
		`import { words } from 'keeps';\nconst posts = await getCollection('posts');`,
		'{posts.map((post) => words(post))}',
	),
	'src/pages/islands.astro': page(
		`import Card from '../components/Card.jsx';\nimport Note from '../components/Note.jsx';\nconst post = await getEntry('posts', 'p0');`,
		'<Card client:load post={post} title="x" /><Note client:load {...post.data} />',
	),
};

it('renders what an edit changes in a theme with plain getCollection()', { timeout: 240_000 }, async () => {
	const site = await siteOf(theme);
	// The page itself, and the one that counts the words of all posts.
	if (isLong) expect(await edited(site, { 'posts/p5.md': post(5, { body: 'Another text.' }) })).toBe(2);
	// The page itself, and its neighbors.
	expect(await edited(site, { 'posts/p4.md': post(4, { title: 'Edited' }) })).toBe(3);
	// The page itself, and the one that counts words, though no page has shown this picture.
	const pictured = { 'posts/p7.md': post(7, { more: 'cover: ./two.svg\n', body: '![drawn](./two.svg)' }) };
	if (isLong) expect(await edited(site, pictured)).toBe(2);
	// In a field that no entry had before: all pages, because of their navigation.
	if (isLong)
		expect(await edited(site, { 'posts/p0.md': post(0, { more: 'draft: true\n' }) })).toBeGreaterThan(8);
	// A package that remembers what it has made of an entry hides from one page what another one has read.
	await site.write({
		'posts/p9.md': post(9),
		'src/pages/words-again.astro': page(
			`import { words } from 'keeps';`,
			`{words(await getEntry('posts', 'p0'))}`,
		),
	});
	await build(site);
	expect(await edited(site, { 'posts/p0.md': post(0, { body: 'Three more words.' }) }, true)).toBeGreaterThan(
		2,
	);
});

it('warns of pages that compare the clock with a date of their content', async () => {
	const dated = (code: string, shown: string) =>
		page(`const notes = await getCollection('notes');\n${code}`, shown);
	const site = await createSite({
		'space/space.yaml': 'name: Empty\n',
		'astro.config.mjs': config(`{ space: './space' }`),
		'src/content.config.ts': collection('*.md'),
		'notes/past.md': note('Past', 'Text.', 'date: 2001-05-01T12:00:00Z\n'),
		'notes/later.md': note('Later', 'Text.', 'date: 2998-05-01T12:00:00Z\n'),
		'src/now.js': 'export const now = Date.now();',
		'src/pages/index.astro': dated('', '{notes.filter(({ data }) => data.date <= new Date()).length}'),
		'src/pages/held.astro': dated(
			`import { now } from '../now.js';`,
			'{notes.filter(({ data }) => data.date < now).length}',
		),
		// A copyright beside dates that are yet to come.
		'src/pages/year.astro': dated(
			'',
			'{notes.map(({ data }) => data.date.toISOString())} © {new Date().getFullYear()}',
		),
		'src/pages/[id].astro': page(
			`export const getStaticPaths = async () => (await getCollection('notes')).filter(({ data }) => data.date <= new Date()).map((post) => ({ params: { id: post.id }, props: { post } }));`,
			'{Astro.props.post.data.date.getFullYear()}',
		),
	});
	const { output } = await build(site, checking);
	expect(output.split('\n').filter((line) => line.includes('will change'))).toEqual([
		expect.stringMatching(/\] \/ and \/held will change around 2998-05-01, because /),
	]);
});
