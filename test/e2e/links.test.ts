import { expect, it } from 'vitest';
import { usePackedPackage } from '../support/packed.js';
import { checking, config, createSite, plainSite, storyRoute } from '../support/site.js';
import { soon } from '../support/soon.js';

usePackedPackage();

const written =
	'[guide](/guide) [slug](guide) [beside](two) [up](../guide) [German](/de/anleitung) [gone](/gone) [file](/menu.pdf) [mail](mailto:a@b.c) [top](#top)';

const story = (name: string, body = '', rich = '') =>
	`---\nname: ${name}\ncontent:\n  component: page\n${rich && `  rich: { richtext: "${rich}" }\n`}---\n\n${body}\n`;

const code = '```js\nconst boats = [1, 2].filter((one) => one < 2);\n```';

/** A site under a base, which shows a text as rich text, as Markdown, and as the body of an entry. */
const files = {
	...plainSite,
	// Each reading of the clock is 300 ms later than the one before, as on a very busy machine.
	'astro.config.mjs': `const { now } = Date;
let late = 0;
Date.now = () => now() + (late += 300);
${config(`{ space: './space', defaultLanguage: 'en' }`, `site: 'https://example.com', base: '/harbor'`)}`,
	'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { stories } from 'astro-slugline/loaders';
export const collections = {
	pages: defineCollection({ loader: stories() }),
	texts: defineCollection({ loader: stories({ startsWith: 'log/', entry: ({ name, content }) => ({ data: { name }, body: content.body }) }) }),
};`,
	'src/pages/[...path].astro': storyRoute(
		`<div id="rich"><RichText doc={story.data.content.rich} /></div>
<div id="field"><Markdown text={story.data.content.body} /></div>
<div id="body">{Content && <Content />}</div>
<StoryHead story={story} image={picture} />
{picture && <div id="files"><StoryImage asset={picture} width={40} height={40} /><a href={assetHref(picture)}>file</a></div>}`,
		{
			components: ['RichText', 'Markdown', 'StoryHead', 'StoryImage'],
			code: `import { assetHref } from 'astro-slugline/rendering';
const { picture } = story.data.content;
import { getEntry, render } from 'astro:content';
const text = await getEntry('texts', story.id);
const { Content } = text ? await render(text) : {};`,
		},
	),
	'src/pages/note.md': code,
	'src/pages/teaser.astro': `---
import { getEntry, render } from 'astro:content';
import Markdown from 'astro-slugline/components/Markdown.astro';
const story = await getEntry('pages', 'de/log/eins');
const { Content } = await render(await getEntry('texts', 'de/log/eins'));
---
<div id="field"><Markdown text={story.data.content.body} from={story} /></div>
<div id="body"><Content /></div>`,
	'public/menu.pdf': 'x',
	'space/space.yaml': 'name: Harbor\nlanguages: [de]\n',
	'public/boat.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"></svg>',
	'space/index.md': story('Home'),
	'space/log/code.md': story('Code', code, code.replaceAll('\n', '\\n')),
	'space/log/files.md': `---
name: Files
content:
  component: page
  picture: { asset: /boat.svg, alt: Boat, focus: 15x10:15x10 }
  rich: { richtext: "![Boat](/boat.svg) ![Boat](/harbor/boat.svg) ![Ship](/ship.svg)" }
---

![Boat](/boat.svg) ![Boat](/harbor/boat.svg) ![Ship](/ship.svg)
`,
	'space/guide.md': story('Guide'),
	'space/guide.de.md': '---\nslug: anleitung\ncontent: { x: y }\n---\n',
	'space/log/one.md': story(
		'One',
		written,
		'[guide](/guide) [slug](guide) [German](/de/anleitung) [gone](/gone) [file](/menu.pdf) [mail](mailto:a@b.c) [top](#top)',
	),
	'space/log/one.de.md': '---\nslug: eins\ncontent: { x: y }\n---\n',
	'space/log/two.md': story('Two'),
	'space/log/two.de.md': '---\nslug: zwei\ncontent: { x: y }\n---\n',
};

const site = await createSite(files);
const log = await site.built(checking);
let output = await site.output();

/** The text and address of each link in a part of a page. */
const linksIn = (file: string, part: string, pages = output): Record<string, string | undefined> => {
	const [, html = ''] = new RegExp(`<div id="${part}">(.*?)</div>`, 's').exec(pages[file] ?? '') ?? [];
	return Object.fromEntries(
		[...html.matchAll(/<a(?: href="([^"]*)")?[^>]*>(.*?)<\/a>/gs)].map(([, href, text = '']) => [text, href]),
	);
};

const same = { file: '/harbor/menu.pdf', mail: 'mailto:a@b.c', top: '#top', gone: '/harbor/gone' };
const english = {
	...same,
	guide: '/harbor/guide/',
	slug: '/harbor/guide/',
	beside: '/harbor/log/two/',
	up: '/harbor/guide/',
	German: '/harbor/de/anleitung/',
};
const german = {
	...english,
	guide: '/harbor/de/anleitung/',
	slug: '/harbor/de/anleitung/',
	beside: '/harbor/de/log/zwei/',
	up: '/harbor/de/anleitung/',
};

it.each([
	['log/one/index.html', english],
	['de/log/eins/index.html', german],
	['teaser/index.html', german],
])('links in Markdown lead where links in rich text do: %s', (file, expected) => {
	for (const part of ['field', 'body']) expect(linksIn(file, part)).toEqual(expected);
	if (file.startsWith('teaser')) return;
	const { beside: _beside, up: _up, ...rich } = expected;
	expect(linksIn(file, 'rich')).toEqual(rich);
});

it('a build reports the links that lead nowhere, with their stories', () => {
	expect(log.match(/A link leads to no page.*/g)).toEqual([
		'A link leads to no page: the site has none at `/gone`. Correct the address, or begin it with `https://` if it is of another site. It is in `space/log/one.md`. Seen on /harbor/de/log/eins/, /harbor/log/one/.',
	]);
});

it('files of public/ get the base, and a build reports those that are missing', () => {
	const html = output['log/files/index.html'] ?? '';
	expect(html).toContain('<meta property="og:image" content="https://example.com/harbor/boat.svg">');
	expect(html).toContain(
		'<img src="/harbor/boat.svg" width="40" height="40" alt="Boat" loading="lazy" decoding="async" style="object-fit: cover; object-position: 50% 50%"><a href="/harbor/boat.svg">',
	);
	for (const part of ['rich', 'field', 'body']) {
		const [, text = ''] = new RegExp(`<div id="${part}">(.*?)</div>`, 's').exec(html) ?? [];
		expect([part, ...text.matchAll(/ src="([^"]*)"/g)].map((one) => one.at(-1))).toEqual([
			part.at(-1),
			...['boat', 'boat', 'ship'].map((name) => `/harbor/${name}.svg`),
		]);
	}
	expect(log.match(/The file .*/g)).toEqual([
		'The file `/ship.svg` does not exist in the site. Put it into public/, or choose another one in the editor. It is in `space/log/files.md`. Seen on /harbor/log/files/.',
	]);
});

it('code has its colors on a slow machine: in rich text, in Markdown, and in a page of the site', () => {
	const html = output['log/code/index.html'] ?? '';
	const blocks = [html, output['note/index.html'] ?? ''].flatMap(
		(page) => page.match(/<pre.*?<\/pre>/gs) ?? [],
	);
	expect(blocks.map((block) => block.match(/<span style=/g)?.length)).toEqual([17, 17, 17, 17]);
	expect(log).not.toContain('comes out differently');
});

it('a page is rendered again when a story that its text links to has moved', async () => {
	await site.write({ 'space/guide.de.md': '---\nslug: hilfe\ncontent: { x: y }\n---\n' });
	const again = await site.built({ SLUGLINE_EXPLAIN: '1' });
	output = await site.output();
	for (const part of ['field', 'body', 'rich'])
		expect(linksIn('de/log/eins/index.html', part)).toMatchObject({ guide: '/harbor/de/hilfe/' });
	for (const part of ['field', 'body'])
		expect(linksIn('teaser/index.html', part)).toMatchObject({ guide: '/harbor/de/hilfe/' });
	expect(again).toContain('5 pages rendered, 6 kept');
	await site.built({}, ['--force']);
	expect(await site.output()).toEqual(output);
});

it('a build reports links to stories that a filter leaves out, and to files that no integration writes', async () => {
	const site = await createSite({
		...plainSite,
		'astro.config.mjs': `import slugline from 'astro-slugline';
import { writeFile } from 'node:fs/promises';
const writesLate = { name: 'late', hooks: { 'astro:build:done': ({ dir }) => writeFile(new URL('late.xml', dir), '') } };
export default { base: '/harbor', integrations: [slugline({ space: './space', defaultLanguage: 'en' }), writesLate] };`,
		'src/pages/[...path].astro': storyRoute('<RichText doc={story.data.content.rich} />', {
			components: ['RichText'],
		}).replace("'pages'", "'pages', ({ data }) => data.content.component !== 'author'"),
		'space/space.yaml': 'name: Harbor\nlanguages: [de]\n',
		'space/index.md': story('Home', '', '[Ada](/ada) [late](/late.xml) [none](/files/none.pdf)'),
		'space/index.de.md': '---\nname: Start\n---\n',
		'space/ada.md': '---\nname: Ada\ncontent: { component: author }\n---\n',
	});
	const log = await site.built();
	expect(log.match(/(?:A link|Links) .*/g)).toEqual([
		'A link leads to no file: the site has none at `/files/none.pdf`. Put it into public/, correct the address, or begin it with `https://` if it is of another site. It is in `space/index.md`. Seen on /harbor/, /harbor/de/.',
		'Links lead to stories that no page shows: from /harbor/ to /ada in space/ada.md. Remove the links, or let getStaticPaths return these stories.',
	]);
	const second = await site.built();
	expect(second).toContain('0 pages rendered');
	expect(second).toContain('1 story has no page (/ada in space/ada.md): no getStaticPaths returns it.');
	expect(second).toContain('shows: from /harbor/ to /ada in space/ada.md. Remove');
	await site.write({
		'src/pages/list.astro': `---
import { getCollection } from 'astro:content';
import { routeOf } from 'astro-slugline/paths';
const ada = (await getCollection('pages')).find(({ data }) => data.name === 'Ada');
---
<a href={routeOf(ada)?.href}>Ada</a>`,
		'space/index.md': story('Home', '', ''),
	});
	expect(await site.built()).toContain('shows: from src/pages/list.astro to /ada in space/ada.md. Remove');
	const explained = await site.built({ SLUGLINE_EXPLAIN: '1' });
	expect(explained).toContain('1 story has no page (/ada in space/ada.md): no getStaticPaths returns it.');
	expect(explained).toContain('shows: from src/pages/list.astro to /ada in space/ada.md. Remove');
});

it('a build reports each link to a story that `routes.exclude` leaves out in the same words', async () => {
	const uuid = '5e1f4a10-0000-4000-8000-000000000002';
	const site = await createSite({
		...plainSite,
		'astro.config.mjs': config(`{ space: './space', routes: { exclude: ['menu'] } }`),
		'src/pages/[...path].astro': storyRoute(
			`{link && <StoryLink link={link}>Menu</StoryLink>}
<Markdown text={body} /><RichText doc={rich} /><Fragment set:html={html} />{parts}<Nav />`,
			{
				components: ['StoryLink', 'Markdown', 'RichText'],
				code: `import { markdownHtml, richTextParts } from 'astro-slugline/rendering';
import Nav from '../Nav.astro';
const { link, body, rich } = story.data.content;
const html = await markdownHtml(body, { from: Astro.url });
const parts = richTextParts(rich, { from: Astro.url });`,
			},
		),
		'src/Nav.astro': `---
import { href, routeOf } from 'astro-slugline/paths';
const uuid = '${uuid}';
---
<a href={href(uuid, { from: Astro.url })}>Menu</a><a href={routeOf({ uuid })?.href}>Menu</a>`,
		'space/space.yaml': 'name: Harbor\n',
		'space/index.md': story('Home'),
		'space/menu.md': story('Menu').replace('\n', `\nuuid: ${uuid}\n`),
		'space/a.md': story('A').replace('page\n', `page\n  link: { linktype: story, id: ${uuid} }\n`),
		'space/b.md': story('B', '[menu](/menu)'),
		'space/c.md': story('C', '', '[menu](/menu)'),
	});
	const said = 'leaves out space/menu.md by `menu`. Remove the link, or change the option.';
	const log = await site.built();
	expect(log.match(/(?:A link|Links) .*/g)).toEqual(
		[
			'Called in src/Nav.astro. Seen on /, /a/, /b/, /c/.',
			'It is in `space/b.md` and `space/c.md`. Seen on /b/.',
			'Seen on /a/, /c/.',
		].map((places) => `A link leads nowhere: \`routes.exclude\` ${said} ${places}`),
	);
});

it('a relative link on the start page of a folder begins there without slashes at the ends of addresses, too', async () => {
	const own = await createSite({
		...files,
		'astro.config.mjs': config(
			`{ space: './space', defaultLanguage: 'en' }`,
			`base: '/harbor', trailingSlash: 'never'`,
		),
		'src/pages/teaser.astro': '',
		'space/log/index.md': story('Log', '[bare](two) [dot](./two) [file](two.md) [up](../guide)'),
		'space/log/one.md': story('One', '[up](./) [index](index.md)'),
	});
	await own.built();
	const pages = await own.output();
	for (const part of ['field', 'body']) {
		const to = '/harbor/log/two';
		expect(linksIn('log/index.html', part, pages)).toEqual({
			bare: to,
			dot: to,
			file: to,
			up: '/harbor/guide',
		});
		expect(linksIn('log/one/index.html', part, pages)).toEqual({ up: '/harbor/log', index: '/harbor/log' });
	}
});

it('a relative link to a story that has moved leads to its old address, unless another page is where browsers look', async () => {
	const moved = (body = '') =>
		story('Publish', body).replace('\n', '\nuuid: 5e1f4a10-0000-4000-8000-000000000001\n');
	const own = await createSite({
		...files,
		'astro.config.mjs': config(`{ space: './space', redirects: {} }`),
		'src/pages/teaser.astro': '',
		'src/pages/about/tags/[tag].astro': `---\nexport const getStaticPaths = () => [{ params: { tag: 'a' } }];\n---\n`,
		'space/guides/publish.md': moved(),
		'space/guides/other.md': story('Other', '[file](./publish.md)'),
		'space/about/project.md': story(
			'Project',
			'[page](../guides/publish#x) [file](../guides/publish.md) [tag](../tags/a)',
		),
	});
	const links = async () => linksIn('about/project/index.html', 'field', await own.output());
	await own.built(checking);
	const now = '/guides/publish/';
	expect(await links()).toEqual({ page: `${now}#x`, file: now, tag: '../tags/a' });
	await own.remove('space/guides/publish.md');
	await own.write({ 'space/guides/deploy.md': moved() });
	const log = await own.built();
	expect(await links()).toEqual({ page: '/guides/publish#x', file: '/guides/publish', tag: '../tags/a' });
	expect((await own.output())['guides/publish/index.html']).toContain('url=/guides/deploy/');
	expect(log).toContain(
		'A link leads to `/guides/publish`, which `../guides/publish#x` means in the folder of its story. That page moved to `/guides/deploy`, and a redirect leads there. Link to the new address. It is in `space/about/project.md`. Seen on /about/project/.',
	);
	await own.write({ 'src/pages/about/guides/publish.astro': '' });
	await own.built();
	expect(await links()).toMatchObject({ page: '../guides/publish#x' });
	const kept = await own.output();
	await own.built({}, ['--force']);
	expect(await own.output()).toEqual(kept);
	// Dev asks itself so whether it has an address.
	const { url } = await own.dev();
	const { status } = await fetch(`${url}/guides/publish`, { method: 'HEAD', redirect: 'manual' });
	expect(status).toBe(302);
});

it('a relative link to a story that has moved leads to its old address in the language of the page, below the prefix of each', async () => {
	const moved = (name: string) => ({
		[`space/guides/${name}.md`]: story('Publish').replace(
			'\n',
			'\nuuid: 5e1f4a10-0000-4000-8000-000000000001\n',
		),
		[`space/guides/${name}.de.md`]: '---\ncontent: { x: y }\n---\n',
	});
	const own = await createSite({
		...files,
		'astro.config.mjs': config(
			`{ space: './space', redirects: {} }`,
			`i18n: { locales: ['en', 'de'], defaultLocale: 'en', routing: { prefixDefaultLocale: true } }`,
		),
		'src/pages/teaser.astro': '',
		...moved('publish'),
		'space/guides/x.md': story('X', '[file](./publish.md)'),
		'space/guides/x.de.md': '---\nslug: y\ncontent: { x: y }\n---\n\n[file](publish.md#x)\n',
	});
	await own.built(checking);
	for (const file of Object.keys(moved('publish'))) await own.remove(file);
	await own.write(moved('deploy'));
	const log = await own.built();
	const pages = await own.output();
	expect(linksIn('en/guides/x/index.html', 'field', pages)).toEqual({ file: '/en/guides/publish' });
	expect(linksIn('de/guides/y/index.html', 'field', pages)).toEqual({ file: '/de/guides/publish#x' });
	expect(log.match(/A link leads to .*publish.*/g)).toEqual([
		'A link leads to `/de/guides/publish`, which `publish.md#x` means in the folder of its story. That page moved to `/de/guides/deploy`, and a redirect leads there. Link to the new address. It is in `space/guides/x.de.md`. Seen on /de/guides/y/.',
		'A link leads to `/en/guides/publish`, which `./publish.md` means in the folder of its story. That page moved to `/en/guides/deploy`, and a redirect leads there. Link to the new address. It is in `space/guides/x.md`. Seen on /en/guides/x/.',
	]);
});

it('a build refuses a page that reads its story as another prop than `story`', async () => {
	const site = await createSite({
		...plainSite,
		'astro.config.mjs': config(`{ space: './space' }`),
		'src/pages/[...path].astro': storyRoute('{Astro.props.entry?.data.name}'),
		'space/space.yaml': 'name: Harbor\n',
		'space/index.md': story('Home'),
	});
	const { code, output } = await site.build();
	expect(code).toBe(1);
	expect(output).toContain(
		'src/pages/[...path].astro:9: `Astro.props` has no `entry` here: storyPaths() gives a page its story, as `Astro.props.story`.',
	);
	expect(output).toContain('src/pages/[...path].astro:9:1');
	expect(output).not.toContain('Stack trace');
});

it('dev reports the links that lead nowhere when a page with them is opened, and asks for no page on demand', async () => {
	const site = await createSite({
		...plainSite,
		'astro.config.mjs': `import node from '@astrojs/node';
import slugline from 'astro-slugline';
export default { base: '/harbor', trailingSlash: 'always', adapter: node({ mode: 'standalone' }), integrations: [slugline({ space: './space', defaultLanguage: 'en' })] };`,
		'src/pages/[...path].astro': storyRoute('<RichText doc={story.data.content.rich} />', {
			components: ['RichText'],
		}).replace("('pages')", "('pages', ({ data }) => data.name !== 'Ada')"),
		'src/pages/about.astro': `---
import { href } from 'astro-slugline/paths';
---
<a href={href('/gone/too', { from: Astro.url })}>About</a>`,
		'src/pages/log-out.astro': `---\nexport const prerender = false;\nconsole.log('logged out');\n---\n`,
		'space/space.yaml': 'name: Harbor\n',
		'space/index.md': story(
			'Home',
			'',
			'[about](/about) [out](/log-out) [gone](/gone) [menu](/log/oen) [file](/none.pdf) [one](/log/one) [ada](/ada)',
		),
		'space/log/one.md': story('One'),
		'space/ada.md': story('Ada'),
		'space/datasources/menu.yaml': 'name: Menu\nentries: [{ name: log, value: log/oen }]\n',
	});
	const { url, output } = await site.dev();
	await fetch(`${url}/harbor/`);
	const found = () => [...new Set(output().match(/A link leads.*/g))];
	await soon(() => expect(found()).toHaveLength(4));
	expect(found()).toEqual([
		'A link leads to no page: the site has none at `/gone`. Correct the address, or begin it with `https://` if it is of another site. It is in `space/index.md`. Seen on /harbor/.',
		'A link leads to no page: the site has none at `/log/oen`. Correct the address, or begin it with `https://` if it is of another site. It is the entry `log` of space/datasources/menu.yaml. Did you mean `/log/one`? Seen on /harbor/.',
		'A link leads to no file: the site has none at `/none.pdf`. Put it into public/, correct the address, or begin it with `https://` if it is of another site. It is in `space/index.md`. Seen on /harbor/.',
		'A link leads to a story that no page shows: /ada. Remove it, or let getStaticPaths return this story. It is in `space/index.md`. Seen on /harbor/.',
	]);
	await fetch(`${url}/harbor/about/`);
	await soon(() => expect(output()).toContain('Called in src/pages/about.astro:4. Seen on /harbor/about/.'));
	expect(output()).not.toContain('logged out');
	// What Astro says of requests, it says of the visitor's own alone.
	expect(output().match(/HEAD|was matched/g)).toBeNull();
	await fetch(`${url}/harbor/ada/`);
	await soon(() => expect(output()).toContain('[404] /ada/'));
});

it('dev says that nothing answers `/`, and leaves the error of a linked page to who opens it', async () => {
	const site = await createSite({
		...plainSite,
		'astro.config.mjs': config(
			`{ space: './space' }`,
			`i18n: { locales: ['en'], defaultLocale: 'en', routing: { prefixDefaultLocale: true } }`,
		),
		'src/pages/[...path].astro': storyRoute('<RichText doc={story.data.content.rich} />', {
			components: ['RichText'],
		}),
		'src/pages/list/[page].astro': `---\nexport const getStaticPaths = () => { throw new Error('No list'); };\n---\n`,
		'space/space.yaml': 'name: Harbor\n',
		'space/index.md': story('Home', '', '[list](/list/1) [gone](/gone)'),
	});
	const { url, output } = await site.dev();
	await fetch(`${url}/en/`);
	await soon(() => expect(output()).toContain('the site has none at `/gone`'));
	expect(output()).not.toContain('No list');
	await fetch(url);
	await soon(() =>
		expect(output()).toContain(
			"Nothing answers /, because all languages are below their prefix. Add `redirects: { '/': '/en/' }` to astro.config.",
		),
	);
});
