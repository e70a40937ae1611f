import { expect, it } from 'vitest';
import { cleanly, differenceOf } from '../generator/try-site.js';
import { docFiles } from '../support/readme.js';
import { checking, createSite, root } from '../support/site.js';

// Starlight copies all entries when it is loaded. A page of it still depends only on what it shows, and of a story that it links to only
// on the address.

// Astro finds the styles of Starlight's components only if their path and that of the site begin with the same folder.
const within = { within: root };

// Astro bundles the packages that the site names.
const manifest = '{ "type": "module", "dependencies": { "@astrojs/starlight": "*" } }';

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
	id: (_story, path) => path || 'index',
	entry: ({ name, content }, id) => ({
		data: { title: name },
		body: String(content.body),
		filePath: \`src/content/docs/\${id}.md\`,
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
		const site = await createSite(
			{
				...files,
				'package.json': manifest,
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

it('the site of the docs has its languages below prefixes, or the default one at the root', {
	timeout: 600_000,
}, async () => {
	const shown = await docFiles('starlight.md');
	const story = (name: string, text: string) => `---\nname: ${name}\n---\n${text}\n`;
	const page = (name: string, text: string) =>
		story(name, text).replace('\n---\n', '\ncontent: { component: page }\n---\n');
	const site = await createSite(
		{
			...shown,
			'package.json': manifest,
			'public/boat.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"></svg>',
			'space/space.yaml': 'name: Harbor\nlanguages: [de]\n',
			'space/index.de.md': story('Hafen', '[Anleitung](guides/install.md)'),
			'space/guides/index.md': page('Guides', '[install](install.md)'),
			'space/guides/index.de.md': story('Anleitungen', '[Anleitung](./install)'),
			'space/guides/install.md': page(
				'Install\npublished_at: 2026-05-01T10:00:00.000Z',
				':::tip\nWait.\n:::',
			),
			'space/guides/install.de.md': story('Einrichten', 'Warten.'),
			'space/guides/sail.md': page('Sail', 'See [install](install.md).'),
			'src/pages/compare.astro': `---
import { TabItem, Tabs } from '@astrojs/starlight/components';
import StarlightPage from '@astrojs/starlight/components/StarlightPage.astro';
---
<StarlightPage frontmatter={{ title: 'Compare' }}><Tabs><TabItem label="npm">npm install</TabItem></Tabs></StarlightPage>`,
		},
		within,
	);
	for (const front of ['', 'en/']) {
		if (front !== '') {
			const config = shown['astro.config.mjs'] ?? '';
			const prefixed = config.replace("'root'", "'en'").replace('root: {', 'en: {');
			const redirects = "redirects: { '/': '/en/' },\n";
			const listing = prefixed.replace(/sidebar: .*\n/, '').replace('integrations:', `${redirects}$&`);
			await site.write({ 'astro.config.mjs': listing });
		}
		const log = await site.built();
		expect(log).not.toContain('WARN] [astro-slugline');
		const files = await site.output();
		const html = (path: string) => files[`${path}index.html`] ?? '';
		expect(html(front)).toContain('<img src=/boat.svg alt="A boat"');
		expect(html(front)).toContain(`href="/${front}guides/install/">how to`);
		expect(html('de/')).toContain('href="/de/guides/install/">Anleitung');
		expect(html('de/guides/')).toContain('href="/de/guides/install/">Anleitung');
		for (const path of [front, 'de/']) {
			const install = html(`${path}guides/install/`);
			expect(install).toMatch(
				new RegExp(`<a href="/${path}guides/"[^>]*>\\s*<span[^>]*>(Guides|Anleitungen)<`),
			);
			expect(install).toContain(`<a href="/${path}guides/" rel="prev"`);
			expect(install).toContain('<time datetime="2026-05-01T10:00:00.000Z"');
			// Without an option `sidebar`, it has the start page of the site, too.
			if (front !== '') expect(html(`${path}guides/`)).toContain(`<a href="/${path}" rel="prev"`);
		}
		expect(html('de/guides/')).toContain('harbor/docs/edit/main/space/guides/index.de.md"');
		expect(html(`${front}guides/`)).toContain('harbor/docs/edit/main/space/guides/index.md"');
		expect(html(`${front}guides/install/`)).toContain('aria-label="Tip"');
		// The fallback page.
		expect(html('de/guides/sail/')).toContain(`href="/${front}guides/install/">install`);
		expect(html('de/guides/sail/')).toContain('noch nicht in deiner Sprache verfügbar');
		expect(html('compare/')).toContain('role="tablist"');
	}
});
