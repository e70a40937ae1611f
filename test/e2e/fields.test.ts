import { afterEach, expect, it } from 'vitest';
import { cleanly } from '../generator/try-site.js';
import { config, createSite, type Site } from '../support/site.js';
import { useWarmAstro } from '../support/warm-astro.js';

useWarmAstro();

// What a page uses of the entries that plain `getCollection()` and `render()` give it decides whether an edit renders it.

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const cleanup of cleanups.splice(0)) await cleanup();
});

async function siteOf(files: Record<string, string>): Promise<Site> {
	const site = await createSite({
		'package.json': '{ "type": "module" }',
		'space/space.yaml': 'name: Empty\n',
		...files,
	});
	cleanups.push(site.delete);
	await build(site);
	return site;
}

/** Builds a site. Returns how many pages it rendered, and what it logged. */
async function build(site: Site): Promise<{ count: number; output: string }> {
	const { code, output } = await site.build({ SLUGLINE_EXPLAIN: '1' });
	expect(code, output).toBe(0);
	return { count: Number(/(\d+) pages? rendered/.exec(output)?.[1]), output };
}

/** Edits a site and builds it. Returns how many pages were rendered. The output must be that of a clean build. */
async function edited(site: Site, files: Record<string, string>): Promise<number> {
	await site.write(files);
	const { count, output } = await build(site);
	const made = await site.output();
	const clean = await cleanly(site, () => site.build());
	expect({ ...made, 'slugline.json': '' }, output).toEqual({ ...clean.output, 'slugline.json': '' });
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
	expect((await build(site)).count).toBe(0);
	expect(await edited(site, { 'notes/a.md': note('A', 'Another text.') })).toBe(1);
	expect(await edited(site, { 'notes/d.mdx': note('D', 'Five is {2 + 3}.') })).toBe(1);
});
