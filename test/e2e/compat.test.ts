import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createSite, type Run } from '../support/site.js';

// The site from the guide of the vendor's integration, with only an import in the config changed. It builds without a content
// config, and later builds render what changed.

const story = (content: string) => `---\ncontent:\n${content.replace(/^(?=.)/gm, '  ')}---\n`;
const article = (title: string, more = '') =>
	story(
		`component: article\ntitle: ${title}\nauthor: people/ada\ntext: { type: doc, content: [{ type: paragraph, content: [{ type: text, text: "Text of ${title}" }] }] }\n${more}`,
	);

const files = {
	'astro.config.mjs': `
import { defineConfig } from 'astro/config';
import { storyblok } from 'astro-slugline/compat/config';
export default defineConfig({
	redirects: { '/home': '/' },
	integrations: [
		storyblok({
			accessToken: process.env.STORYBLOK_TOKEN,
			components: { page: 'storyblok/Page', article: 'storyblok/Article', teaser: 'storyblok/Teaser' },
			apiOptions: { region: 'eu' },
			bridge: false,
		}),
	],
});`,
	'src/lib/api.js': `
import { useStoryblokApi } from 'astro-slugline/compat';
const api = useStoryblokApi();
export const settings = async () => (await api.get('cdn/stories/settings', { version: 'published' })).data.story.content;`,
	'src/layouts/Layout.astro': `---
import { settings } from '../lib/api.js';
const { name } = await settings();
---
<html lang="en"><head><title>{Astro.props.title}</title></head><body><nav>{name}</nav><slot /></body></html>`,
	'src/pages/[...slug].astro': `---
import { useStoryblokApi } from '@storyblok/astro';
import StoryblokComponent from '@storyblok/astro/StoryblokComponent.astro';
import Layout from '../layouts/Layout.astro';
export async function getStaticPaths() {
	const { data } = await useStoryblokApi().get('cdn/links', { version: 'published', per_page: 1000 });
	return Object.values(data.links)
		.filter((link) => !link.is_folder && !/^(people|settings)/.test(link.slug))
		.map((link) => ({ params: { slug: link.slug === 'home' ? undefined : link.slug } }));
}
const { slug } = Astro.params;
const { data } = await useStoryblokApi().get('cdn/stories/' + (slug ?? 'home'), {
	version: import.meta.env.DEV ? 'draft' : 'published',
	resolve_relations: ['article.author'],
});
---
<Layout title={data.story.name}><StoryblokComponent blok={data.story.content} /></Layout>`,
	'src/pages/latest.astro': `---
import { useStoryblokApi } from '@storyblok/astro';
const stories = await useStoryblokApi().getAll('cdn/stories', { version: 'published', starts_with: 'blog/', sort_by: 'content.title:asc' });
---
<ul>{stories.map(({ content }) => <li>{content.title}</li>)}</ul>`,
	'src/pages/version.txt.js': `
import { useStoryblokApi } from '@storyblok/astro';
export const GET = async () => new Response(String((await useStoryblokApi().get('cdn/stories/home')).data.cv > 0));`,
	'src/pages/about.txt.js': `
import { storyblokApi } from '@storyblok/astro/client';
export const GET = async () => {
	const { name } = (await storyblokApi.get('cdn/spaces/me')).data.space;
	const { data } = await storyblokApi.get('cdn/datasource_entries', { datasource: 'colors' });
	return new Response(name + ': ' + data.datasource_entries.map(({ value }) => value));
};`,
	'src/storyblok/Page.astro': `---
import { storyblokEditable } from '@storyblok/astro';
import StoryblokComponent from '@storyblok/astro/StoryblokComponent.astro';
const { blok } = Astro.props;
---
<main {...storyblokEditable(blok)}>{blok.body?.map((one) => <StoryblokComponent blok={one} color="red" />)}</main>`,
	'src/pages/outside.astro': `---
import { storyblokEditable, renderRichText } from '@storyblok/astro';
const text = renderRichText({ type: 'doc', content: [] });
---
<p {...storyblokEditable({})}>{text}</p>
<script>
import { loadStoryblokBridge, storyblokEditable, toCamelCase } from '@storyblok/astro';
await loadStoryblokBridge();
document.title = toCamelCase('in-a-browser') + Object.keys(storyblokEditable({})).length;
</script>`,
	'src/storyblok/Teaser.astro': '<h2 class={Astro.props.color}>{Astro.props.blok.headline}</h2>',
	'src/storyblok/Article.astro': `---
import { renderRichText, storyblokEditable } from '@storyblok/astro';
const { blok } = Astro.props;
---
<article {...storyblokEditable(blok)}>
	<h1>{blok.title}</h1><i>{blok.author.content.name}</i><div set:html={renderRichText(blok.text)} />
</article>`,
	'space/space.yaml': 'name: Harbour\ncontent_types:\n  article: { references: [author] }\n',
	'space/datasources/colors.yaml': 'entries: [{ name: sea, value: blue }]\n',
	'space/settings.md': story('component: settings\nname: Harbour\n'),
	'space/home.md': story('component: page\nbody: [{ component: teaser, headline: Hello }]\n'),
	'space/people/ada.md': story('component: person\nname: Ada\n'),
	'space/people/bob.md': story('component: person\nname: Bob\n'),
	'space/blog/one.md': article('One'),
	'space/blog/two.md': article('Two'),
	'space/blog/three.md': article('Three').replace('people/ada', 'people/bob'),
};

const site = await createSite(files);

const textOf = (pages: Record<string, string>) =>
	Object.fromEntries(
		Object.entries(pages).flatMap(([path, text]) =>
			path.endsWith('.html') ? [[path, text.replace(/>\s+</g, '><')]] : [],
		),
	);

let texts: Record<string, string>;

/** Builds, and returns the numbers of rendered and cached pages, and of rendered and cached endpoints. */
async function build(built: Promise<Run> = site.build()): Promise<{ counts: number[]; output: string }> {
	const { code, output } = await built;
	expect(code, output).toBe(0);
	const summary = /(\d+) pages? rendered, (\d+) kept.*; endpoints and redirects: (\d+) rendered, (\d+) kept/;
	const counts = summary.exec(output)?.slice(1).map(Number) ?? [];
	// Astro counts the same pages.
	expect(output).toContain(` ${(counts[0] ?? 0) + (counts[1] ?? 0)} page(s) built`);
	return { counts, output };
}

it('builds a site of the vendor’s integration from synced content, and renders only what changed', async () => {
	const first = await build();
	expect(first.output).toContain('all 7 stories');
	expect(first.output).not.toContain('is asked of the service');
	// The page / shows the story that is at /home.
	expect(first.output).toContain(
		'3 stories have no page (/people/ada in space/people/ada.md, /people/bob in space/people/bob.md, /settings in space/settings.md): no page calls storyPaths(). Call it in getStaticPaths, or exclude them with `routes.exclude` if they are not pages.',
	);
	expect(first.counts).toEqual([6, 0, 3, 0]);
	const pages = await site.output();
	texts = textOf(pages);
	expect(pages['index.html']).toContain('<nav>Harbour</nav><main><h2 class="red">Hello</h2></main>');
	expect(pages['blog/one/index.html']).toContain('<i>Ada</i><div><p>Text of One</p></div>');
	expect(pages['latest/index.html']).toContain('<li>One</li><li>Three</li><li>Two</li>');
	expect(pages['version.txt']).toBe('true');
	expect(pages['about.txt']).toBe('Harbour: blue');
	// A browser gets the part of compat that needs no content.
	const ofBrowser = Object.entries(pages).flatMap(([path, text]) =>
		/^_astro\/.*\.js$/.test(path) ? [text] : [],
	);
	expect(ofBrowser.join('\n') + pages['outside/index.html']).toContain('in-a-browser');
	expect(ofBrowser.join('\n')).not.toMatch(/Harbour|blog\/one|cdn\/stories/);

	expect((await build()).counts).toEqual([0, 6, 1, 2]);

	// First the article, the list, and the endpoint that reads the cv. Then the two articles of an author, and that endpoint.
	await site.write({ 'space/blog/one.md': article('Uno') });
	expect((await build()).counts).toEqual([2, 4, 2, 1]);
	await site.write({ 'space/people/ada.md': story('component: person\nname: Ada L.\n') });
	expect((await build()).counts).toEqual([2, 4, 2, 1]);

	const incremental = await site.output();
	expect(incremental['blog/two/index.html']).toContain('<i>Ada L.</i>');
	await site.remove('dist', 'node_modules/.astro');
	await build();
	expect(await site.output()).toEqual(incremental);
});

it('builds the same pages after `create-slugline migrate`', async () => {
	const original = Object.fromEntries(
		Object.entries(files).map(([path, text]) => [
			path,
			text
				.replaceAll('astro-slugline/compat/config', '@storyblok/astro')
				.replaceAll('astro-slugline/compat', '@storyblok/astro'),
		]),
	);
	const manifest = JSON.stringify({ type: 'module', dependencies: { '@storyblok/astro': '^10.2.0' } });
	const moved = await createSite({ ...original, 'package.json': manifest, '.gitignore': 'node_modules' });
	const run = (command: string, ...args: string[]) =>
		promisify(execFile)(command, args, { cwd: moved.folder, env: { PATH: process.env['PATH'] } });
	await run('git', 'init', '-q');
	await run('git', 'add', '.');
	await run('git', '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'a');
	const create = fileURLToPath(new URL('../../packages/create-slugline/dist/main.js', import.meta.url));
	const { stdout } = await run(process.execPath, create, 'migrate', '--write');
	expect(stdout).not.toContain('Left to do by hand');
	expect((await build(moved.build())).counts).toEqual([6, 0, 3, 0]);
	expect(textOf(await moved.output())).toEqual(texts);
	expect((await run('git', 'diff')).stdout).not.toMatch(/^\+.*@storyblok/m);
});
