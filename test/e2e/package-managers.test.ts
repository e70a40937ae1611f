import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { pageTicket } from '../preview/tickets.js';
import { liveCollections, startServer } from '../support/live-site.js';
import { isLong } from '../support/long.js';
import { createSite, plainSite, shellEnvironment, storyRoute } from '../support/site.js';

// A site as each package manager installs it, by the manager's own commands. A strict one gives a package only its own
// dependencies, and sets variables that Node heeds and Vite does not.

const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
const { astro, react, 'react-dom': reactDom } = manifest.devDependencies;
const { '@astrojs/node': node, '@astrojs/react': integration } = manifest.devDependencies;
const { tarball } = inject('packed');
const packages = { 'astro-slugline': `file:${tarball}`, astro };

const manifestOf = (rest: object) =>
	JSON.stringify({
		...{ name: 'site', private: true, type: 'module', scripts: { astro: 'astro' } },
		dependencies: {
			...packages,
			react,
			'react-dom': reactDom,
			'@astrojs/node': node,
			'@astrojs/react': integration,
		},
		...rest,
	});

const teaser = `---
import Markdown from 'astro-slugline/components/Markdown.astro';
---
<Markdown text={Astro.props.blok.text} />`;

const siteFiles = {
	'package.json': manifestOf({}),
	'astro.config.mjs': `
import node from '@astrojs/node';
import react from '@astrojs/react';
import slugline from 'astro-slugline';
export default {
	adapter: node({ mode: 'standalone' }),
	integrations: [react(), slugline({
		defaultLanguage: 'en',
		bloks: ['./src/storyblok', { teaser: './src/Teaser.astro' }],
		assets: { imageService: true },
		preview: { deployed: true },
	})],
};`,
	'src/content.config.ts': plainSite['src/content.config.ts'],
	'src/live.config.ts': liveCollections,
	'src/pages/[...path].astro': storyRoute(
		`<html lang="en"><head><title>Harbor</title></head><body><Blok blok={story.data.content} /></body></html>`,
		{ components: ['Blok'] },
	),
	'src/pages/live.astro': `---
import { getLiveEntry } from 'astro:content';
import Blok from 'astro-slugline/components/Blok.astro';
export const prerender = false;
const { entry } = await getLiveEntry('live', 'home');
---
<html lang="en"><head><title>Live</title></head><body><Blok blok={entry.data.content} /></body></html>`,
	'src/storyblok/Page.astro': `---
import { Image } from 'astro:assets';
import Blok from 'astro-slugline/components/Blok.astro';
import RichText from 'astro-slugline/components/RichText.astro';
import StoryImage from 'astro-slugline/components/StoryImage.astro';
import { useStoryblokApi } from 'astro-slugline/compat';
import Counter from '../Counter.jsx';
const { blok } = Astro.props;
const { data } = await useStoryblokApi().get('cdn/stories', {});
---
<h1>{data.stories.length} {blok.title}</h1>
<StoryImage asset={blok.photo} alt="" />
<Image src={blok.photo.filename} alt="" width={400} height={300} />
<RichText doc={blok.text} />
<Blok blok={blok.body} />
<Counter client:load />`,
	'src/Teaser.astro': teaser,
	'src/Counter.jsx': `
import { useState } from 'react';
export default function Counter() {
	const [count, setCount] = useState(3);
	return <button onClick={() => setCount(count + 1)}>{count}</button>;
}`,
};

const spaceFiles = {
	'space.yaml': 'name: Harbor\nid: 4711\ntokens: { public: the-public-token, preview: the-preview-token }\n',
	'home.md': `---
path: /
content:
  component: page
  title: Harbor
  photo: { fieldtype: asset, filename: 'https://a.storyblok.com/f/1/800x600/abc/boat.jpg', alt: '' }
  text: { type: doc, content: [{ type: paragraph, content: [{ type: text, text: Low tide }] }] }
  body: [{ component: teaser, text: "A **buoy**\\n\\n\`\`\`js\\nlet tide = 1;\\n\`\`\`" }]
---
`,
};

const within = (folder: string, files: Record<string, string>) =>
	Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));

const oneProject = { ...siteFiles, ...within('space', spaceFiles) };

interface Manager {
	/** The command, with the options that it always takes. */
	command: string[];
	files?: Record<string, string>;
	/** The folder of the site, and that of its space. */
	folders?: [site: string, space: string];
}

const pnpm = ['npx', '--yes', 'pnpm@10'];
const yarn = ['npx', '--yes', '--package=@yarnpkg/cli-dist@4', 'yarn'];
const yarnFiles = {
	...oneProject,
	// Yarn resolves this package for Windows on every system, and not every registry has it.
	'package.json': manifestOf({ resolutions: { 'napi-windows-process-start-time': 'npm:is-windows@1' } }),
	'.yarnrc.yml': 'nodeLinker: node-modules\nenableImmutableInstalls: false\nenableTelemetry: false\n',
	'yarn.lock': '',
};

const managers: Record<string, Manager> = {
	npm: { command: ['npm'] },
	pnpm: { command: [...pnpm, '--ignore-workspace'] },
	'pnpm, in a workspace with the content and a component in another package': {
		command: pnpm,
		folders: ['site', 'content/space'],
		files: {
			'package.json': '{ "private": true }',
			'pnpm-workspace.yaml': 'packages: [site, content]\n',
			...within('site', siteFiles),
			'site/package.json': manifestOf({}),
			'site/astro.config.mjs': siteFiles['astro.config.mjs'].replace('./src/Teaser', '../content/Teaser'),
			'content/package.json': JSON.stringify({ name: 'content', type: 'module', dependencies: packages }),
			'content/Teaser.astro': teaser,
			...within('content/space', spaceFiles),
		},
	},
	// Without node_modules, with archives alone, no site of Astro builds: its toolbar imports what Yarn then refuses.
	yarn: { command: yarn, files: yarnFiles },
	bun: { command: ['npx', '--yes', 'bun@1'] },
};

it.runIf(isLong).each(Object.entries(managers))(
	'installs and builds a site by %s, and serves live pages and preview',
	async (_, { command: [program = '', ...given], files = oneProject, folders }) => {
		const [siteFolder, spaceFolder] = folders ?? ['.', 'space'];
		const site = await createSite(files);
		await site.remove('node_modules');
		const space = site.space(spaceFolder);
		const { url: service, tokens } = await space.listen();
		const folder = join(site.folder, siteFolder);
		const env = { ...shellEnvironment(), SLUGLINE_BASE_URL: service, SLUGLINE_TOKEN: tokens.public };
		const run = async (cwd: string, ...args: string[]) =>
			(await promisify(execFile)(program, [...given, ...args], { cwd, env })).stdout;
		await run(site.folder, 'install');
		await run(folder, 'run', 'astro', 'build');
		const page = await readFile(join(folder, 'dist/client/index.html'), 'utf8');
		const parts = ['<h1>1 Harbor</h1>', '<p>Low tide</p>', '<strong>buoy</strong>', '<button>3</button>'];
		for (const part of [...parts, 'boat.jpg/m/', 'astro-code']) expect(page).toContain(part);
		expect(await run(folder, 'run', 'astro', 'build')).toContain('0 pages rendered, 1 kept');

		const server = await startServer(
			{ ...site, folder },
			{
				...{ SLUGLINE_BASE_URL: service, SLUGLINE_TOKEN: tokens.public },
				SLUGLINE_PREVIEW_TOKEN: 'the-preview-token',
			},
		);
		const live = await server.ask('/live');
		const preview = await server.ask(`/_slugline/preview/?${await pageTicket(server.url, '/')}`);
		for (const { status, text } of [live, preview]) {
			expect([status, text]).toEqual([200, expect.stringContaining('<h1>1 Harbor</h1>')]);
			for (const part of parts) expect(text).toContain(part);
		}
	},
);
