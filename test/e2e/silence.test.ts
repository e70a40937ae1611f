import { expect, it } from 'vitest';
import { config, createSite, nodeAdapter, plainSite } from '../support/site.js';

// A site with many small mistakes. It builds, and warns about each.
let pages: string[];

const slugPage = `---
import { getCollection } from 'astro:content';
import Blok from 'astro-slugline/components/Blok.astro';
import StoryImage from 'astro-slugline/components/StoryImage.astro';
import { query, storyBySlug } from 'astro-slugline/content';
import { routeOf, storyPaths } from 'astro-slugline/paths';
export const getStaticPaths = async () => {
	const pages = await getCollection('pages');
	return storyPaths(pages.filter(({ id }) => !id.startsWith('boats')));
};
const { story } = Astro.props;
const hello = await storyBySlug('/blog/hello/', { collection: 'pages', contentType: ['article', 'page'], from: Astro.url });
await storyBySlug('footer', { collection: 'pages' });
await storyBySlug('blog/hello', { collection: 'pages', contentType: 'page' });
const german = await query({ collection: 'pages', contentType: 'article', lang: 'de', fallback: true, sort: 'name', fields: ['name'] });
const french = await query({ collection: 'pages', lang: 'fr', contenttype: 'article' });
---
<html lang={routeOf(story).locale}><body><h1>{story.data.name}</h1><i>{hello?.data.name}</i><b>{german.map(({ data }) => data.name).join()}</b>
<a href={routeOf(undefined)?.href}>{french.length}</a><Blok blok={[story]} /><StoryImage asset={story.data.content.photo} />
</body></html>`;

const site = await createSite({
	'astro.config.mjs': config(
		`{ space: './space', defaultLanguage: 'en', languages: ['de', 'it'], routes: { exclude: ['settings', 'drafts/**'] } }`,
	),
	'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { filter } from 'astro-slugline/client';
import { datasources, links, stories, storyCollections } from 'astro-slugline/loaders';
export const collections = {
pages: defineCollection({ loader: stories() }),
posts: defineCollection({ loader: stories({ starts_with: 'blog/', contentType: 'Post' }) }),
docs: defineCollection({ loader: links({ startsWith: 'docs/' }) }),
sources: defineCollection({ loader: datasources({ dimension: 'de' }) }),
rare: defineCollection({ loader: stories({ startsWith: 'blog/', filter: filter.where('title').in('none') }) }),
...storyCollections({ types: ['article', 'Author'], folders: ['news'] }),
};`,
	'src/pages/[...slug].astro': slugPage,
	'src/pages/boats/[...path].astro': `---
import { getCollection } from 'astro:content';
import { storyPaths } from 'astro-slugline/paths';
export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
---
<h1>Boat: {Astro.props.story.data.name}, {Astro.params.path ?? 'all'}</h1>`,
	'space/space.yaml': 'name: Small\nlanguages: [de]\n',
	'space/index.md': '---\nname: Home\ncontent: { component: page }\n---\n',
	'space/blog/hello.md': '---\nname: Hello\ncontent: { component: article }\n---\n',
	'space/blog/hello.de.md': '---\nname: Hallo\n---\n',
	'space/blog/hello.fr.md': '---\nname: Bonjour\ncontent: { component: article }\n---\n',
	'space/boats/index.md': '---\nname: Boats\ncontent: { component: page }\n---\n',
	'space/boats/dinghy.md': '---\nname: Dinghy\ncontent: { component: page }\n---\n',
});
const first = await site.build();
pages = await site.pages();

const warnings = (output: string) =>
	output
		.split('\n')
		.filter((line) => /\[WARN\]|\[astro-slugline\] \w+\(\) has no option/.test(line))
		.map((line) => line.replace(/^.*?\[WARN\] /, ''))
		.sort();

it('warns about each mistake, and builds', () => {
	expect(first.code, first.output).toBe(0);
	expect(warnings(first.output)).toMatchInlineSnapshot(`
		[
		  "[astro-slugline] No story has a full slug that matches \`drafts/**\` in \`routes.exclude\`; there are \`blog/**\`, \`boats\`, \`boats/**\` and \`home\`.",
		  "[astro-slugline] No story has a full slug that matches \`settings\` in \`routes.exclude\`; there are \`blog/**\`, \`boats\`, \`boats/**\` and \`home\`.",
		  "[astro-slugline] The file blog/hello.fr.md looks like a translation, but space.yaml does not list the language \`fr\`, so it is a separate story. Add it: \`languages: [de, fr]\`.",
		  "[astro-slugline] The option \`languages\` names \`it\`, but the space has no such language; besides the default one there is \`de\`.",
		  "[astro-slugline] \`<Blok>\` was given a list with an entry, which it leaves out. Pass the entry's content: \`<Blok blok={story.data.content} />\`. Seen on /, /blog/hello.fr/, /blog/hello/, /de/blog/hello/.",
		  "[astro-slugline] \`<StoryImage>\` was given no asset, so it renders nothing. Pass a field of the blok: \`<StoryImage asset={blok.image} />\`. If a story may lack the field, write \`blok.image && <StoryImage …>\`. Seen on /, /blog/hello.fr/, /blog/hello/, /de/blog/hello/.",
		  "[astro-slugline] query() has no option \`contenttype\`, so it is ignored. Did you mean \`contentType\`? Called in src/pages/[...slug].astro.",
		  "[astro-slugline] query() of the collection \`pages\`: no entry has the language \`fr\`; there are \`de\` and \`default\`. Called in src/pages/[...slug].astro.",
		  "[astro-slugline] routeOf() was given undefined instead of a story, so it returns no route. Pages have their story in \`Astro.props.story\`, from \`getStaticPaths\`. A field that refers to a story has only its uuid until resolve() replaces it. Called in src/pages/[...slug].astro.",
		  "[astro-slugline] storyBySlug(): no story of the collection \`pages\` has the full slug \`blog/hello\` in the default language and the content type \`page\`, so it returns undefined. Check that the story is published, and that the collection's loader loads it. Called in src/pages/[...slug].astro.",
		  "[astro-slugline] storyBySlug(): no story of the collection \`pages\` has the full slug \`footer\` in the default language, so it returns undefined. Check that the story is published, and that the collection's loader loads it. Called in src/pages/[...slug].astro.",
		  "[slugline-datasources] Collection \`sources\`: The space has no datasources, so it is empty.",
		  "[slugline-datasources] Collection \`sources\`: datasources() has no option \`dimension\`, so it is ignored. Its option is \`space\`.",
		  "[slugline-links] Collection \`docs\`: No link matches its options; the folders are \`blog/\` and \`boats/\`.",
		  "[slugline-stories] Collection \`Author\`: No story has the content type \`Author\`; there are \`article\` and \`page\`.",
		  "[slugline-stories] Collection \`news\`: No story has a full slug that starts with \`news/\`; the folders are \`blog/\` and \`boats/\`.",
		  "[slugline-stories] Collection \`posts\`: No story has the content type \`Post\`; there are \`article\` and \`page\`.",
		  "[slugline-stories] Collection \`posts\`: stories() has no option \`starts_with\`, so it is ignored. Did you mean \`startsWith\`?",
		  "[slugline-stories] Collection \`rare\`: No story matches its options, so it is empty.",
		]
	`);
});

it('builds each story with the page component whose route has its path', async () => {
	expect(pages).toMatchInlineSnapshot(`
		[
		  "/",
		  "/blog/hello.fr/",
		  "/blog/hello/",
		  "/boats/",
		  "/boats/dinghy/",
		  "/de/blog/hello/",
		]
	`);
	const output = await site.output();
	expect(output['boats/dinghy/index.html']).toContain('Boat: Dinghy, dinghy');
	expect(output['boats/index.html']).toContain('Boat: Boats, all');
	expect(output['de/blog/hello/index.html']).toContain('<html lang="de">');
	// storyBySlug() finds the story in the language of the page.
	expect(output['de/blog/hello/index.html']).toContain('<i>Hallo</i>');
	expect(output['index.html']).toContain('<i>Hello</i>');
	// Without a translation, query() falls back to the story itself.
	expect(output['index.html']).toContain('<b>Bonjour,Hallo</b>');
	expect(output['index.html']).toContain('<html lang="en">');
	expect(first.output).toMatch(/Small, cv \d+: all 5 stories and 1 translation \(.*\) from \.\/space\n/);
});

it('repeats warnings about collections, and counts those of cached pages', async () => {
	const again = await site.built();
	expect(again).toContain('0 pages rendered');
	const repeated = warnings(again);
	const before = warnings(first.output);
	expect(repeated.filter((line) => !before.includes(line))).toEqual([
		'[astro-slugline] 7 warnings of an earlier build still apply to pages that did not change. Set SLUGLINE_EXPLAIN=1 to show them.',
	]);
	expect(before.filter((line) => !repeated.includes(line))).toHaveLength(7);
});

it('fails if a page asks for a collection that does not exist, rather than leave its stories out', async () => {
	await site.write({
		'src/pages/[...slug].astro': slugPage.replace("getCollection('pages')", "getCollection('pagse')"),
	});
	const { code, output } = await site.build();
	expect(code).toBe(1);
	expect(output).toContain(
		'A page asks for a collection that does not exist. There is no collection `pagse`, which src/pages/[...slug].astro asks for. Did you mean `pages`?',
	);
});

it('fails if an option of a loader is misspelled, or the page of stories is rendered on demand', async () => {
	const own = `
import { defineCollection } from 'astro:content';
import { stories } from 'astro-slugline/loaders';
export const collections = { pages: defineCollection({ loader: stories({ startsWith: 'blgo/' }) }) };`;
	await site.write({ 'src/content.config.ts': own, 'src/pages/[...slug].astro': slugPage });
	const { code, output } = await site.build();
	expect(code).toBe(1);
	expect(output).toMatch(
		/An option of stories\(\) matches no story\. 6 stories have no page .*\. Collection `pages`: .* Did you mean `blog\/`\?/,
	);
	await site.write({
		'astro.config.mjs': config(`{ space: './space' }`, `output: 'server', ${nodeAdapter}`),
	});
	const onDemand = await site.build();
	expect(onDemand.code).toBe(1);
	expect(onDemand.output).toMatch(/`getStaticPaths` of pages on demand[\s\S]*src\/pages\/\S+\.astro:\d/);
	await site.write({ 'astro.config.mjs': config(`{ space: './space' }`) });
});

it('warns if query() asks for a collection that does not exist', async () => {
	const plain = `
import { defineCollection } from 'astro:content';
import { stories } from 'astro-slugline/loaders';
export const collections = { pages: defineCollection({ loader: stories() }), posts: defineCollection({ loader: stories() }) };`;
	await site.write({ 'src/content.config.ts': plain });
	await site.write({
		'src/pages/[...slug].astro': slugPage.replace(
			"query({ collection: 'pages', lang: 'fr'",
			"query({ collection: 'psots', lang: 'fr'",
		),
	});
	expect(await site.built()).toContain(
		'There is no collection `psots`, which src/pages/[...slug].astro asks for. Did you mean `posts`?',
	);
});

it('rejects a blok in resolve(), because a blok has no language', async () => {
	await site.remove('src/pages');
	await site.write({
		'src/pages/imprint.astro': `---
import { resolve } from 'astro-slugline/content';
await resolve({ component: 'hero', _uid: 'h' });
---`,
	});
	const { code, output } = await site.build();
	expect(code).toBe(1);
	expect(output).toContain('resolve() was given a blok instead of a story.');
	expect(output).toContain('Resolve the story in the page, and pass its content to `<Blok>`');
});

it('says that a site has no start page, unless a file of its own answers', async () => {
	const rootless = await createSite({
		...plainSite,
		'astro.config.mjs': config(`{ space: './space' }`),
		'space/space.yaml': 'name: Rootless\n',
		'space/about.md': '---\nname: About\ncontent: { component: page }\n---\n',
	});
	const lines = (output: string) => output.match(/Nothing answers.*/g);
	const told = [
		'Nothing answers `/`: no story has this path, as `index.md` of a folder has, and there is no src/pages/index.astro. Add one of them, or a redirect from `/`.',
	];
	expect(lines(await rootless.built())).toEqual(told);
	const { url, output, stop } = await rootless.dev();
	await fetch(`${url}/about/`);
	expect(lines(output())).toBeNull();
	for (let asked = 0; asked < 2; asked++) await fetch(`${url}/`);
	await expect.poll(() => lines(output())).toEqual(told);
	await stop();
	await rootless.write({ 'public/_redirects': '/ /about/ 302\n' });
	expect(lines(await rootless.built())).toBeNull();
});

it('leaves the path of a story to a page on demand of higher priority, as dev does', async () => {
	const site = await createSite({
		...plainSite,
		'astro.config.mjs': config(`{ space: './space' }`, nodeAdapter),
		'src/pages/contact.astro': '---\nexport const prerender = false;\n---\n<p>Form</p>',
		'space/space.yaml': 'name: Form\n',
		...Object.fromEntries(
			['index', 'contact'].map((name) => [`space/${name}.md`, '---\ncontent: { component: page }\n---\n']),
		),
	});
	expect(warnings(await site.built())).toEqual([]);
	expect(await site.pages()).toEqual(['/client/']);
	expect(await site.built()).toContain('0 pages rendered, 1 kept');
});

it('leaves out the pages that routes of higher priority build, and names the stories that those do not show', async () => {
	const own = (folder: string, html: string) => `---
import { getCollection } from 'astro:content';
export const getStaticPaths = async () => (await getCollection('pages'))
	.filter(({ id }) => id.startsWith('${folder}/'))
	.map((story) => ({ params: { slug: story.id.slice(${folder.length + 1}) }${html.includes('story') ? ', props: { story }' : ''} }));
const { story } = Astro.props;
---
<h1>${html}</h1>`;
	const all = `---
import { getCollection } from 'astro:content';
import { storyPaths } from 'astro-slugline/paths';
export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
---
<h1>{Astro.props.story.data.name}</h1>`;
	const story = (name: string) => `---\nname: ${name}\ncontent: { component: page }\n---\n`;
	const shadowed = await createSite({
		'astro.config.mjs': config(`{ space: './space' }`),
		'src/content.config.ts': plainSite['src/content.config.ts'],
		'src/pages/[...path].astro': all,
		'src/pages/index.astro': '<h1>Welcome</h1>',
		'src/pages/blog/[slug].astro': all.replace('<h1>', '<h1>Post: '),
		'src/pages/news/[slug].astro': own('news', 'News'),
		'src/pages/boats/[slug].astro': own('boats', 'Boat: {story.data.name}'),
		'space/space.yaml': 'name: Shadowed\n',
		...Object.fromEntries(
			['index', 'about', 'blog/one', 'blog/two', 'news/one', 'news/two', 'boats/one'].map((path) => [
				`space/${path}.md`,
				story(path),
			]),
		),
	});
	const expected = [
		'[astro-slugline] src/pages/index.astro builds the page of the story `home`, and does not show it. Show it there, remove the route, or leave it out with `routes.exclude`.',
		'[astro-slugline] src/pages/news/[slug].astro builds the pages of the stories `news/one` and `news/two`, and does not show them. Show them there, remove the route, or leave them out with `routes.exclude`.',
	];
	const built = await shadowed.built();
	expect(warnings(built)).toEqual(expected);
	expect(built).toContain('7 pages rendered, 0 kept');
	const output = await shadowed.output();
	expect(
		['index', 'about/index', 'blog/one/index', 'boats/one/index'].map((page) => output[`${page}.html`]),
	).toEqual([
		'<!DOCTYPE html><h1>Welcome</h1>',
		'<!DOCTYPE html><h1>about</h1>',
		'<!DOCTYPE html><h1>Post: blog/one</h1>',
		'<!DOCTYPE html><h1>Boat: boats/one</h1>',
	]);
	const again = await shadowed.built();
	expect(warnings(again)).toEqual(expected);
	expect(again).toContain('0 pages rendered, 7 kept');
	await shadowed.write({
		'src/pages/index.astro': `---
import { storyBySlug } from 'astro-slugline/content';
const home = await storyBySlug('home', { collection: 'pages' });
---
<h1>{home.data.name}</h1>`,
	});
	expect(warnings(await shadowed.built())).toEqual(expected.slice(1));
});
