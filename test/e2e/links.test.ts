import { expect, it } from 'vitest';
import { config, createSite, plainSite, storyRoute } from '../support/site.js';

const gone = '99999999-9999-4999-8999-999999999999';

/** A story whose field `links` is a list of links. */
const page = (name: string, links: string[] = []) =>
	`---\nname: ${name}\ncontent:\n  component: page\n  links:\n${links.map((link) => `    - ${link}\n`).join('')}---\n`;

const files = {
	...plainSite,
	'astro.config.mjs': config(
		`{ space: './space', defaultLanguage: 'en', routes: { exclude: ['people/**'] } }`,
		`base: '/docs', i18n: { locales: ['en', 'de'], defaultLocale: 'en' }`,
	),
	'src/pages/[...path].astro': storyRoute(
		`<ul>{links?.map((link) => <li>(<StoryLink link={link} class="x">go</StoryLink>)</li>)}</ul>`,
		{ components: ['StoryLink'], code: `const { links } = Astro.props.story.data.content;` },
	),
	'src/pages/de/search.astro': `---
import StoryLink from 'astro-slugline/components/StoryLink.astro';
---
<StoryLink link="11111111-1111-4111-8111-111111111111">About</StoryLink>`,
	'src/pages/de/menu.astro': `---
import StoryImage from 'astro-slugline/components/StoryImage.astro';
import { href } from 'astro-slugline/paths';
const menu = ['about', '/', '/docs/de/search', '/feed.xml', '/about/team', 'nowhere'];
---
<nav>{menu.map((link) => <a href={href(link, { from: Astro.url, locale: Astro.currentLocale })}>{link}</a>)}</nav>
<StoryImage asset={{ filename: '/docs/boat.svg', alt: '' }} alt="" /><StoryImage asset={{ filename: '/docs/none.svg' }} alt="" width={3} height={2} />`,
	'public/boat.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"></svg>',
	'space/space.yaml': 'name: Links\nlanguages: [de]\n',
	'space/index.md': page('Home', [
		'{ fieldtype: multilink, linktype: story, id: 11111111-1111-4111-8111-111111111111, anchor: more }',
		'{ fieldtype: multilink, linktype: url, url: "https://example.com/?a=1&b=2", target: _blank }',
		'{ fieldtype: multilink, linktype: email, email: ann@example.com }',
		'{ fieldtype: multilink, linktype: url, url: "java\\nscript:alert(1)" }',
		`{ fieldtype: multilink, linktype: story, id: ${gone}, cached_url: old-news }`,
		'{ fieldtype: multilink, linktype: story, id: 22222222-2222-4222-8222-222222222222, cached_url: people/ann }',
	]),
	'space/about.md': page('About').replace('name:', 'uuid: 11111111-1111-4111-8111-111111111111\nname:'),
	'space/about.de.md': '---\nslug: ueber\n---\n',
	'space/people/ann.md': page('Ann').replace('name:', 'uuid: 22222222-2222-4222-8222-222222222222\nname:'),
	'space/index.de.md': '---\nname: Start\n---\n',
};

const site = await createSite(files);
const built = await site.built();
const output = built;

const listOf = async (path: string) => (await site.output())[path]?.replace(/<li>/g, '\n$&') ?? '';

it('links to stories in the language of the page, and renders only the text of a dead link', async () => {
	expect(await listOf('index.html')).toMatchInlineSnapshot(`
		"<!DOCTYPE html><ul>
		<li>(<a href="/docs/about/#more" class="x">go</a>)</li>
		<li>(<a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener" class="x">go</a>)</li>
		<li>(<a href="mailto:ann@example.com" class="x">go</a>)</li>
		<li>(go)</li>
		<li>(go)</li>
		<li>(go)</li></ul>"
	`);
	expect(await listOf('de/index.html')).toContain('href="/docs/de/ueber/#more"');
});

it('links in the locale of the page from a page without a story', async () => {
	expect((await site.output())['de/search/index.html']).toContain('<a href="/docs/de/ueber/">About</a>');
});

it('links to stories by their addresses, and shows images of the site in their size', async () => {
	const html = (await site.output())['de/menu/index.html'] ?? '';
	expect([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual([
		...['/docs/de/ueber/', '/docs/de/', '/docs/de/search', '/feed.xml', '/about/team', 'nowhere'],
	]);
	expect(html).toContain('<img src="/docs/boat.svg" width="30" height="20"');
});

it('warns once about each link to a story without a page, with the pages that have the link', () => {
	const warnings = output.split('\n').filter((line) => line.includes('[WARN]'));
	expect(warnings.map((line) => line.replace(/^.*?\[WARN\] /, '')).join('\n')).toMatchInlineSnapshot(`
		"[astro-slugline] A link leads nowhere, because the story \`old-news\` (99999999-9999-4999-8999-999999999999) has no page: it is not published, it was deleted, or \`routes\` excludes it. Seen on /docs/, /docs/de/.
		[astro-slugline] A link leads nowhere, because the story \`people/ann\` (22222222-2222-4222-8222-222222222222) has no page: it is not published, it was deleted, or \`routes\` excludes it. Seen on /docs/, /docs/de/.
		[astro-slugline] A link leads nowhere: the site has no page at \`/about/team\`. Correct the address, or begin it with \`https://\` if it is of another site. Seen on /docs/de/menu/.
		[astro-slugline] A link leads nowhere: the site has no page at \`nowhere\`. Correct the address, or begin it with \`https://\` if it is of another site. Seen on /docs/de/menu/.
		[astro-slugline] An address that begins with \`javascript:\` is left out, because it could run a script. Seen on /docs/, /docs/de/.
		[astro-slugline] The file \`/docs/none.svg\` does not exist in the site. Put it into public/, or choose another one in the editor. Seen on /docs/de/menu/."
	`);
});

it('counts these warnings while the pages stay, until they no longer apply', async () => {
	expect(await site.built()).toContain('6 warnings of an earlier build');
	await site.write({ 'space/index.md': page('Home') });
	const said = await site.built({ SLUGLINE_EXPLAIN: '1' });
	expect(said).toContain('the site has no page at `nowhere`');
	expect(said).not.toContain('old-news');
});
