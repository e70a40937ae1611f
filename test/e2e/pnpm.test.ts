import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { isLong } from '../support/long.js';
import { createSite, inOwnProcess, plainSite, storyRoute } from '../support/site.js';

// pnpm gives a package only its own dependencies, so an import that resolves elsewhere by accident fails here.

const run = promisify(execFile);

const files = {
	'astro.config.mjs': `
import react from '@astrojs/react';
import slugline from 'astro-slugline';
export default { integrations: [react(), slugline({ bloks: './src/storyblok', assets: { imageService: true } })] };`,
	'src/content.config.ts': plainSite['src/content.config.ts'],
	'src/pages/[...path].astro': storyRoute(
		`<html lang="en"><head><title>Harbor</title></head><body><Blok blok={Astro.props.story.data.content} /></body></html>`,
		{ components: ['Blok'] },
	),
	'src/storyblok/Page.astro': `---
import { Image } from 'astro:assets';
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
<Counter client:load />`,
	'src/Counter.jsx': `
import { useState } from 'react';
export default function Counter() {
	const [count, setCount] = useState(3);
	return <button onClick={() => setCount(count + 1)}>{count}</button>;
}`,
	'space/space.yaml': 'name: Harbor\n',
	'space/home.md': `---
path: /
content:
  component: page
  title: Harbor
  photo: { fieldtype: asset, filename: 'https://a.storyblok.com/f/1/800x600/abc/boat.jpg', alt: '' }
  text: { type: doc, content: [{ type: paragraph, content: [{ type: text, text: Low tide }] }] }
---
`,
};

it.runIf(isLong)('builds a site whose dependencies pnpm installed', async () => {
	const manifest = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
	const { astro, react, 'react-dom': reactDom, '@astrojs/react': integration } = manifest.devDependencies;
	const site = await createSite(
		{
			...files,
			'package.json': JSON.stringify({
				type: 'module',
				dependencies: {
					astro,
					react,
					'react-dom': reactDom,
					'@astrojs/react': integration,
					'astro-slugline': `file:${inject('packed').tarball}`,
				},
			}),
		},
		{ runner: inOwnProcess },
	);
	await site.remove('node_modules');
	await run('npx', ['--yes', 'pnpm@10', 'install', '--prefer-offline', '--ignore-workspace'], {
		cwd: site.folder,
	});
	const environment = { PATH: `${join(site.folder, 'node_modules/.bin')}:${process.env['PATH']}` };
	const built = await site.astro(['build'], environment);
	expect(built.code, built.output).toBe(0);
	const { 'index.html': page } = await site.output();
	expect(page).toContain('<h1>1 Harbor</h1>');
	expect(page).toContain('a.storyblok.com/f/1/800x600/abc/boat.jpg/m/');
	expect(page).toContain('<p>Low tide</p>');
	expect(page).toContain('<button>3</button>');
	const again = await site.astro(['build'], environment);
	expect(again.output).toContain('0 pages rendered, 1 kept');
});
