import { expect, it } from 'vitest';
import { checking, createSite } from '../support/site.js';

const pluginOf = (word: string) => `export const shout = {
	name: 'shout',
	text(node, { data: { astro: { frontmatter } } }) {
		frontmatter.words = (frontmatter.words ?? 0) + node.value.split(' ').length;
		return node.value.includes('ahoy') ? { type: 'text', value: node.value.replace('ahoy', '${word}') } : undefined;
	},
};`;

const files = {
	'node_modules/a-plugin/package.json': '{ "type": "module", "exports": "./index.js" }',
	'node_modules/a-plugin/index.js': pluginOf('AHOY'),
	'astro.config.mjs': `
import { satteri } from '@astrojs/markdown-satteri';
import { shout } from 'a-plugin';
import { defineConfig } from 'astro/config';
import slugline from 'astro-slugline';
export default defineConfig({
	integrations: [slugline({ space: './space' })],
	markdown: { processor: satteri({ mdastPlugins: [shout] }) },
});`,
	'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { stories } from 'astro-slugline/loaders';
export const collections = {
	docs: defineCollection({
		loader: stories({
			entry: ({ name, content, full_slug, published_at }) => ({
				data: { title: name, order: content.order, date: published_at },
				body: String(content.text),
				filePath: \`src/content/docs/\${full_slug}.md\`,
			}),
		}),
		schema: z.object({ title: z.string(), order: z.coerce.number(), date: z.string().nullable() }),
	}),
};`,
	'src/pages/[...path].astro': `---
import { getCollection, render } from 'astro:content';
import { storyPaths } from 'astro-slugline/paths';
export const getStaticPaths = async () => storyPaths(await getCollection('docs'));
const { story } = Astro.props;
const { Content, headings, remarkPluginFrontmatter } = await render(story);
---
<h1>{story.data.order + 1}. {story.data.title}</h1>
<nav>{headings.map(({ slug, text }) => <a href={\`#\${slug}\`}>{text}</a>)}</nav>
<main><Content /></main>
<footer>{story.filePath}, {remarkPluginFrontmatter.words} words, {story.data.date ?? 'no date'}</footer>`,
	'space/space.yaml': 'name: Docs\ncontent_types: { page: { body: text } }\n',
	'space/one.md':
		'---\nname: One\ncontent: { component: page, order: 1 }\n---\n## Parts\n\nOne says ahoy.<script>1</script>\n',
	'space/two.md':
		'---\nname: Two\npublished_at: 2024-05-01\ncontent: { component: page, order: 2 }\n---\nTwo says nothing.\n',
};

const site = await createSite(files);

const build = async (env?: Record<string, string>) => {
	const output = await site.built(env);
	return { output, pages: await site.output() };
};

it('creates entries that Astro renders, and renders them again when a Markdown plugin changes', async () => {
	const first = await build(checking);
	const one = first.pages['one/index.html'];
	expect(one).toContain('<h1>2. One</h1>');
	expect(one).toContain('<a href="#parts">Parts</a>');
	expect(one).toContain('<h2 id="parts">Parts</h2>\n<p>One says AHOY.</p>');
	expect(one).toContain('<footer>src/content/docs/one.md, 5 words, no date</footer>');

	// A date that no file has is not the story's.
	expect(first.pages['two/index.html']).toContain(', 2024-05-01T00:00:00.000Z</footer>');

	expect((await build()).output).toContain('0 pages rendered, 2 kept');

	await site.write({ 'node_modules/a-plugin/index.js': pluginOf('hello') });
	const changed = await build();
	expect(changed.pages['one/index.html']).toContain('One says hello.');
	expect(changed.output).toContain('1 page rendered, 1 kept');
	expect(changed.output).not.toContain('comes out differently');

	// A plugin that counts across texts, as heading ids of @astrojs/markdown-satteri 0.3 do.
	const counting = pluginOf('').replace("''", "'a' + ++count");
	await site.write({ 'node_modules/a-plugin/index.js': `let count = 0;\n${counting}` });
	const warning = 'the same Markdown comes out differently';
	expect((await build()).output).toContain(warning);
	expect((await build()).output).not.toContain(warning);
	await site.write({ 'space/two.md': files['space/two.md'].replace('nothing', 'more') });
	expect((await build()).output).toContain(warning);
});

it('renders a page without storyPaths() only for its own text, also if it links to another story', async () => {
	const story = (text: string) =>
		`---\ncontent: { component: page, order: 1, text: ${JSON.stringify(text)} }\n---\n`;
	const site = await createSite({
		...files,
		'astro.config.mjs': `
import { defineConfig } from 'astro/config';
import slugline from 'astro-slugline';
export default defineConfig({ integrations: [slugline({ space: './space', explain: true })] });`,
		'src/pages/[...path].astro': `---
import { getCollection, render } from 'astro:content';
export const getStaticPaths = async () =>
	(await getCollection('docs')).map((entry) => ({ params: { path: entry.id }, props: { entry } }));
const { Content } = await render(Astro.props.entry);
---
<Content />`,
		'space/space.yaml': 'name: Small\n',
		'space/one.md': story('See [two](/two).'),
		'space/two.md': story('Two'),
		'space/three.md': story('See [one](/one).'),
	});
	await site.built(checking);
	await site.write({ 'space/two.md': story('Two, edited') });
	expect(await site.built()).toContain('1 page rendered, 2 kept');
	// A story that moves renders the page that links to it.
	await site.write({ 'space/two.md': story('Two, edited').replace('---\n', '---\nslug: zwei\n') });
	const { output } = await site.build();
	expect(output).toContain('rendered /one: there is no longer a page at /two/');
	expect(output).toContain('2 pages rendered, 1 kept');
});
