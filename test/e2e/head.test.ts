import { expect, it } from 'vitest';
import { docFiles } from '../support/readme.js';
import { config, createSite, plainSite, storyRoute } from '../support/site.js';

const photo = 'https://a.storyblok.com/f/1/2000x1500/ab12/harbour.jpg';

const space = {
	'space/space.yaml': 'name: Small\nlanguages: [de]\n',
	'space/index.md': `---
name: Home
content:
  component: page
  body:
    - { _uid: a, component: hero, seo: { plugin: seo_metatags, title: 'Deep' } }
  seo: { plugin: seo_metatags, title: '"Home" </title><script>alert(1)</script>', description: 'A $& <b>site</b>', og_title: '', og_image: '${photo}', twitter_title: 'Short' }
---
`,
	'space/index.de.md': '---\ncontent:\n  seo: { plugin: seo_metatags, title: Start }\n---\n',
	'space/plain.md':
		'---\nname: Plain\npublished_at: 2026-05-01T10:00:00.000Z\ncontent: { component: page, image: /images/a.png }\n---\n',
	'space/open.md': '---\nname: Open\npath: open?\ncontent: { component: page }\n---\n',
	'space/über uns.md': '---\nname: About\ncontent: { component: page }\n---\n',
};

const pages = {
	'src/pages/[...path].astro': storyRoute(
		`<html><head><StoryHead {story} {image} titleTemplate="%s · My $& site" siteName="My site" type={image ? 'article' : undefined} noindex={story.id === 'über uns'} /></head></html>`,
		{ components: ['StoryHead'], code: `const { image } = story.data.content;` },
	),
	'src/pages/404.astro': '<html></html>',
	'src/pages/dates.json.ts': `import { query } from 'astro-slugline/content';
export async function GET() {
	const all = await query({ collection: 'pages', lang: 'default', sort: ['-first_published_at', 'full_slug'] });
	return Response.json(all.map(({ id, data }) => [id, data.first_published_at, data.published_at]));
}
`,
};

const shown = await docFiles('seo.md');
const site = await createSite({
	...plainSite,
	...pages,
	...space,
	'astro.config.mjs': (shown['astro.config.mjs'] ?? '').replace("site: '", "base: '/base', site: '"),
	'src/pages/rss.xml.ts': (shown['src/pages/feed.xml.ts'] ?? '').replace(
		", contentType: 'article', startsWith: 'blog/'",
		'',
	),
});
await site.built();
const files = await site.output();

/** The elements of a head, one per line. */
const head = (path: string): string =>
	(/<head>(.*)<\/head>/s.exec(files[path] ?? '')?.[1] ?? '').replaceAll('><', '>\n<');

it('writes the title, description, and link preview from the outermost SEO field', () => {
	expect(head('index.html')).toMatchInlineSnapshot(`
		"<title>&quot;Home&quot; &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; · My $&amp; site</title>
		<meta name="description" content="A $&amp; <b>site</b>">
		<meta property="og:site_name" content="My site">
		<meta property="og:type" content="website">
		<meta property="og:title" content="&quot;Home&quot; </title>
		<script>alert(1)</script>">
		<meta property="og:description" content="A $&amp; <b>site</b>">
		<meta property="og:url" content="https://example.com/base/">
		<meta property="og:image" content="https://a.storyblok.com/f/1/2000x1500/ab12/harbour.jpg/m/1200x630/filters:format(jpeg)">
		<meta property="og:image:width" content="1200">
		<meta property="og:image:height" content="630">
		<meta name="twitter:card" content="summary_large_image">
		<meta name="twitter:title" content="Short">
		<link rel="canonical" href="https://example.com/base/">
		<link rel="alternate" hreflang="en" href="https://example.com/base/">
		<link rel="alternate" hreflang="de" href="https://example.com/base/de/">
		<link rel="alternate" hreflang="x-default" href="https://example.com/base/">"
	`);
});

it('falls back to the story and the props of <StoryHead>', () => {
	expect(head('plain/index.html')).toMatchInlineSnapshot(`
		"<title>Plain · My $&amp; site</title>
		<meta property="og:site_name" content="My site">
		<meta property="og:type" content="article">
		<meta property="og:title" content="Plain">
		<meta property="og:url" content="https://example.com/base/plain/">
		<meta property="og:image" content="https://example.com/base/images/a.png">
		<meta property="article:published_time" content="2026-05-01T10:00:00.000Z">
		<meta name="twitter:card" content="summary_large_image">
		<link rel="canonical" href="https://example.com/base/plain/">
		<link rel="alternate" hreflang="en" href="https://example.com/base/plain/">
		<link rel="alternate" hreflang="x-default" href="https://example.com/base/plain/">"
	`);
});

it('hides a page with `noindex` from search engines', () => {
	expect(head('über uns/index.html')).toContain('<meta name="robots" content="noindex">');
	expect(head('über uns/index.html')).not.toContain('canonical');
});

it('lists all languages of a page, the date that its file has, and its real address in the sitemap', () => {
	const sitemap = (files['sitemap-0.xml'] ?? '').replaceAll('<url>', '\n<url>');
	expect(sitemap.slice(sitemap.indexOf('\n<url>'))).toMatchInlineSnapshot(`
		"
		<url><loc>https://example.com/base/</loc><xhtml:link rel="alternate" hreflang="en" href="https://example.com/base/"/><xhtml:link rel="alternate" hreflang="de" href="https://example.com/base/de/"/><xhtml:link rel="alternate" hreflang="x-default" href="https://example.com/base/"/></url>
		<url><loc>https://example.com/base/%C3%BCber%20uns/</loc></url>
		<url><loc>https://example.com/base/de/</loc><xhtml:link rel="alternate" hreflang="en" href="https://example.com/base/"/><xhtml:link rel="alternate" hreflang="de" href="https://example.com/base/de/"/><xhtml:link rel="alternate" hreflang="x-default" href="https://example.com/base/"/></url>
		<url><loc>https://example.com/base/open%253F/</loc></url>
		<url><loc>https://example.com/base/plain/</loc><lastmod>2026-05-01T10:00:00.000Z</lastmod></url></urlset>"
	`);
});

it('gives entries only the dates of publication that their files have, and sorts by them', () => {
	const date = '2026-05-01T10:00:00.000Z';
	expect(JSON.parse(files['dates.json'] ?? '')).toEqual([
		['plain', date, date],
		['home', null, null],
		['open', null, null],
		['über uns', null, null],
	]);
});

it('creates a feed from the entries', () => {
	const items = (files['rss.xml'] ?? '').match(/<(?:link|pubDate)>[^<]*/g);
	expect(items).toMatchInlineSnapshot(`
		[
		  "<link>https://example.com/",
		  "<link>https://example.com/base/plain/",
		  "<pubDate>Fri, 01 May 2026 10:00:00 GMT",
		  "<link>https://example.com/base/",
		  "<link>https://example.com/base/open%253F/",
		  "<link>https://example.com/base/%C3%BCber%20uns/",
		]
	`);
});

it('takes the invented dates from entries when a site goes on to read the folder itself', async () => {
	const { url, tokens } = await site.space().listen();
	await site.built({ SLUGLINE_TOKEN: tokens.public, SLUGLINE_BASE_URL: url });
	// Over HTTP, nothing says which dates are invented.
	expect((await site.output())['dates.json']).not.toContain('null');
	await site.built();
	const output = await site.output();
	expect(output['dates.json']).toContain('["open",null,null]');
	await site.built({}, ['--force']);
	expect(await site.output()).toEqual(output);
});

it('leaves out addresses that must be absolute if `site` is missing, and says so', async () => {
	const bare = await createSite({
		...plainSite,
		...pages,
		...space,
		'astro.config.mjs': config(`{ defaultLanguage: 'en' }`),
	});
	const output = await bare.built();
	expect(output.match(/`site` is missing.*/g)).toMatchInlineSnapshot(`
		[
		  "\`site\` is missing in astro.config, so pages name no canonical and alternate addresses, which must be absolute, and link previews have no address. Set it to the address of the site.",
		]
	`);
	const html = (await bare.output())['index.html'] ?? '';
	expect(html).not.toMatch(/canonical|hreflang/);
	expect(html).not.toContain('og:url');
});
