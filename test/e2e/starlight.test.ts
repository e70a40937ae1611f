import { expect, it } from 'vitest';
import { cleanly, differenceOf } from '../generator/try-site.js';
import { checking, createSite, root } from '../support/site.js';

// Starlight copies all entries when it is loaded. A page of it still depends only on what it shows, and of a story that it links to only
// on the address.

const names = ['one', 'two', 'three', 'four', 'five', 'six'];

const config = `
import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';
import slugline from 'astro-slugline';
export default defineConfig({
	site: 'https://example.com',
	integrations: [
		slugline({ routes: { home: 'home' } }),
		starlight({ title: 'Docs', pagefind: false, sidebar: [{ label: 'Guides', items: [{ autogenerate: { directory: 'guides' } }] }] }),
	],
});`;

const content = (loader: string, imports: string) => `
import { defineCollection } from 'astro:content';
import { docsSchema } from '@astrojs/starlight/schema';
${imports}
export const collections = { docs: defineCollection({ loader: ${loader}, schema: docsSchema() }) };`;

const sites = {
	stories: {
		files: {
			'src/content.config.ts': content(
				`stories({
	id: ({ full_slug }) => full_slug.replace(/(^|\\/)home$/, '').replace(/\\/$/, '') || 'index',
	entry: ({ name, full_slug, content }) => ({
		data: { title: name },
		body: String(content.body),
		filePath: \`src/content/docs/\${full_slug}.md\`,
		trusted: true,
	}),
})`,
				`import { stories } from 'astro-slugline/loaders';`,
			),
		},
		path: (name: string) => (name === 'index' ? 'space/home.md' : `space/guides/${name}.md`),
		text: (title: string, body: string) =>
			`---\nname: ${title}\ncontent: { component: page }\n---\n${body}\n`,
	},
	files: {
		files: {
			'src/content.config.ts': content(
				'docsLoader()',
				`import { docsLoader } from '@astrojs/starlight/loaders';`,
			),
			'space/home.md': `---\nname: Home\ncontent: { component: page }\n---\n`,
		},
		path: (name: string) => `src/content/docs/${name === 'index' ? name : `guides/${name}`}.md`,
		text: (title: string, body: string) => `---\ntitle: ${title}\n---\n${body}\n`,
	},
};

it.each(Object.entries(sites))(
	'a page of Starlight depends only on what it shows: %s',
	{ timeout: 600_000 },
	async (_, { files, path, text }) => {
		const page = (name: string, title = name, body = `Text of ${name}`) => ({
			[path(name)]: text(title, body),
		});
		// Astro finds the styles of Starlight's components only if their path and that of the site begin with the same folder.
		const within = { within: root };
		const site = await createSite(
			{
				...files,
				// Astro bundles the packages that the site names.
				'package.json': '{ "type": "module", "dependencies": { "@astrojs/starlight": "*" } }',
				'astro.config.mjs': config,
				'space/space.yaml': 'name: Small\n',
				...Object.assign({}, ...['index', ...names].map((name) => page(name))),
				...page('two', 'two', 'See [three](/guides/three/).'),
			},
			within,
		);
		// Starlight asks for a collection that a site need not have.
		expect(await site.built(checking)).not.toContain('There is no collection');
		const steps: [Record<string, string>, string[], string][] = [
			[page('three', 'three', '## Edited\n\nagain'), [], '1 page rendered, 7 kept'],
			[{ ...page('three', 'Third'), ...page('seven') }, [], '9 pages rendered, 0 kept'],
			[{}, [path('seven')], '8 pages rendered, 0 kept'],
		];
		for (const [written, removed, said] of steps) {
			await site.write(written);
			await site.remove(...removed);
			const run = await site.build();
			expect(run.output).toContain(said);
			const clean = await cleanly(site, () => site.build());
			expect(differenceOf(run, await site.output(), clean.run, clean.output)).toBeUndefined();
		}
	},
);
