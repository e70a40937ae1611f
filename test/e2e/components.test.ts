import { expect, it } from 'vitest';
import { checking, createSite, plainSite, storyRoute } from '../support/site.js';

// One site for the components that show fields. Each story is of a content type of its own, and so shown by a blok of its own.

const about = '11111111-1111-4111-8111-111111111111';
const ann = '22222222-2222-4222-8222-222222222222';
const gone = '99999999-9999-4999-8999-999999999999';

const story = (name: string, content: object, uuid?: string) =>
	`---\n${JSON.stringify({ name, ...(uuid && { uuid }), content })}\n---\n`;
const translation = (fields: object) => `---\n${JSON.stringify(fields)}\n---\n`;
const blok = (code: string, html: string) => `---\n${code}\nconst { blok } = Astro.props;\n---\n${html}`;
const component = (name: string) => `import ${name} from 'astro-slugline/components/${name}.astro';\n`;

const link = (linktype: string, more: object) => ({ fieldtype: 'multilink', linktype, ...more });
const links = [
	link('story', { id: about, anchor: 'more' }),
	link('url', { url: 'https://example.com/?a=1&b=2', target: '_blank' }),
	link('email', { email: 'ann@example.com' }),
	link('url', { url: 'java\nscript:alert(1)' }),
	link('story', { id: gone, cached_url: 'old-news' }),
	link('story', { id: ann, cached_url: 'people/ann' }),
];

const text = (text: string, ...marks: object[]) => ({ type: 'text', text, marks });
const p = (...content: object[]) => ({ type: 'paragraph', content });
const doc = {
	type: 'doc',
	content: [
		{ type: 'heading', attrs: { level: 2 }, content: [text('Title')] },
		p(
			text('See '),
			text('about', { type: 'link', attrs: { linktype: 'story', uuid: about, href: '/old', anchor: null } }),
			text('.'),
		),
		{ type: 'blok', attrs: { id: 'x', body: [{ component: 'quote', _uid: 'q', text: 'Row!' }] } },
		{ type: 'code_block', attrs: { class: 'language-js' }, content: [text('let a = 1 < 2;')] },
		{ type: 'code_block', attrs: { class: 'language-nosuch' }, content: [text('x')] },
		{ type: 'code_block', content: [text('y')] },
		{ type: 'bullet_list', content: [{ type: 'list_item', content: [p(text('a'))] }] },
	],
};

const photo = 'https://a.storyblok.com/f/1/1200x800/ab12/harbour.jpg';
const asset = (filename: string, alt: string, more: object = {}) => ({
	...{ fieldtype: 'asset', filename, alt },
	...more,
});
const small = 'a.storyblok.com/f/1/24x24/ab/';
const images = {
	photo: asset(photo, '<b>"A harbour"</b>'),
	bare: asset(photo, ''),
	logo: asset(`//${small}logo.svg`, 'Logo'),
	hostile: asset(`https://${small}"onload="alert(1).jpg`, '" onload="alert(1)'),
	secret: asset(`https://${small}secret.jpg`, 'Secret', { is_private: true }),
	empty: asset('', ''),
};

const counter = (start: number) =>
	story('Islands', {
		component: 'islands',
		body: [
			{ component: 'hero', _uid: 'h', headline: 'A & <b>B</b>' },
			{ component: 'counter', _uid: 'c', start },
		],
	});

const site = await createSite({
	...plainSite,
	'package.json': '{ "type": "module", "dependencies": { "@astrojs/preact": "*", "preact": "*" } }',
	'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "preact" } }',
	'astro.config.mjs': `
import preact from '@astrojs/preact';
import { defineConfig } from 'astro/config';
import slugline from 'astro-slugline';
export default defineConfig({
	base: '/docs',
	i18n: { locales: ['en', 'de'], defaultLocale: 'en' },
	integrations: [preact(), slugline({ defaultLanguage: 'en', routes: { exclude: ['people/**'] }, assets: { imageService: true } })],
});`,
	'src/pages/[...path].astro': storyRoute('<Blok blok={story.data.content} lang={story.data.lang} />', {
		components: ['Blok'],
	}),
	'src/bloks/Page.astro': '',
	'src/bloks/Links.astro': blok(
		component('StoryLink'),
		'<ul>{blok.links.map((link) => <li>(<StoryLink link={link} class="x">go</StoryLink>)</li>)}</ul>',
	),
	'src/bloks/Text.astro': blok(
		`${component('RichText')}import Compat from 'astro-slugline/compat/StoryblokRichText.astro';\nimport Heading from '../Heading.astro';\nimport Item from '../Item.astro';`,
		`<div id="plain"><RichText doc={blok.text} /></div>
<div id="own"><RichText doc={blok.text} components={{ heading: Heading, list_item: Item }} tone="loud" /></div>
<div id="document"><Compat document={blok.text} /></div><div id="doc"><Compat doc={blok.text} /></div>
<div id="none"><RichText doc={null} /></div>`,
	),
	'src/Heading.astro': `---
const { tag: Tag, attributes, node, tone } = Astro.props;
---
<Tag {...attributes} class={tone} data-level={node.attrs.level}><slot /></Tag>`,
	'src/Item.astro': '<li class="own"><slot /></li>',
	'src/bloks/Quote.astro': '<q class={Astro.props.tone}>{Astro.props.blok.text}</q>',
	'src/bloks/Images.astro': blok(
		`${component('StoryImage')}import { Image, Picture } from 'astro:assets';
const { photo, bare, logo, hostile, secret, empty } = Astro.props.blok;`,
		`<StoryImage asset={photo} width={600} class="wide" id="photo" />
<StoryImage asset={photo} width={100} formats={['avif', 'webp']} id="formats" />
<StoryImage asset={bare} id="bare" /><StoryImage asset={logo} id="logo" />
<StoryImage asset={hostile} id="hostile" /><StoryImage asset={secret} id="secret" /><StoryImage asset={empty} id="empty" />
<Image src={photo.filename} alt="" width={300} height={200} densities={[1, 2]} quality="low" id="image" />
<Image src={photo.filename} alt="" inferSize widths={[400, 800, 5000]} sizes="100vw" id="inferred" />
<Picture src={photo.filename} alt="" width={300} height={300} formats={['avif', 'webp']} id="picture" />
<Image src={logo.filename} alt="" width={30} height={20} widths={[30, 60]} id="vector" />
<Image src="https://example.com/other.jpg" alt="" width={10} height={10} id="other" />`,
	),
	// Bloks may be components of a UI framework. Islands are in an Astro component, as Astro requires.
	'src/bloks/Islands.astro': blok(component('Blok'), '<Blok blok={blok.body} size="large" />'),
	'src/bloks/Hero.jsx': 'export default ({ blok, size }) => <h1 class={size}>{blok.headline}</h1>;',
	'src/bloks/Counter.astro': blok(
		`import Count from './_Count.jsx';`,
		'<Count client:load start={blok.start} />',
	),
	'src/bloks/_Count.jsx': `
import { useState } from 'preact/hooks';
export default function Count({ start }) {
	const [count, setCount] = useState(start);
	return <button onClick={() => setCount(count + 1)}>{count}</button>;
}`,
	'src/pages/de/search.astro': `---\n${component('StoryLink')}---\n<StoryLink link="${about}">About</StoryLink>`,
	'src/pages/de/menu.astro': `---
${component('StoryImage')}import { href } from 'astro-slugline/paths';
const menu = ['about', '/', '/docs/de/search', '/feed.xml', '/about/team', 'nowhere'];
---
<nav>{menu.map((link) => <a href={href(link, { from: Astro.url, locale: Astro.currentLocale })}>{link}</a>)}</nav>
<StoryImage asset={{ filename: '/docs/boat.svg', alt: '' }} alt="" /><StoryImage asset={{ filename: '/docs/none.svg' }} alt="" width={3} height={2} />`,
	'public/boat.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"></svg>',
	'space/space.yaml': 'name: Components\nlanguages: [de]\n',
	'space/index.md': story('Home', { component: 'links', links }),
	'space/index.de.md': translation({ name: 'Start' }),
	'space/about.md': story('About', { component: 'page' }, about),
	'space/about.de.md': translation({ slug: 'ueber' }),
	'space/people/ann.md': story('Ann', { component: 'page' }, ann),
	'space/text.md': story('Text', { component: 'text', text: doc }),
	'space/text.de.md': translation({ name: 'Text' }),
	'space/images.md': story('Images', { component: 'images', ...images }),
	'space/islands.md': counter(3),
});
const said = await site.built(checking);
const output = await site.output();
const page = (path: string) => output[`${path}index.html`] ?? '';

it('links to stories in the language of the page, and renders only the text of a dead link', () => {
	expect(page('').replace(/<li>/g, '\n$&')).toMatchInlineSnapshot(`
		"<!DOCTYPE html><ul>
		<li>(<a href="/docs/about/#more" class="x">go</a>)</li>
		<li>(<a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener" class="x">go</a>)</li>
		<li>(<a href="mailto:ann@example.com" class="x">go</a>)</li>
		<li>(go)</li>
		<li>(go)</li>
		<li>(go)</li></ul>"
	`);
	expect(page('de/')).toContain('href="/docs/de/ueber/#more"');
});

it('links in the locale of the page from a page without a story', () => {
	expect(page('de/search/')).toContain('<a href="/docs/de/ueber/">About</a>');
});

it('links to stories by their addresses, and shows images of the site in their size', () => {
	const html = page('de/menu/');
	expect([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual([
		...['/docs/de/ueber/', '/docs/de/', '/docs/de/search', '/docs/feed.xml', '/docs/about/team', 'nowhere'],
	]);
	expect(html).toContain('<img src="/docs/boat.svg" width="30" height="20"');
});

const part = (html: string, id: string) =>
	new RegExp(`<div id="${id}">(.*?)</div>(?=\\s*(?:<div id|$))`, 's').exec(html)?.[1]?.trim();

it('renders rich text with bloks, highlighted code, and links in the language of the page', () => {
	expect(part(page('text/'), 'plain')).toMatchInlineSnapshot(
		`"<h2>Title</h2><p>See <a href="/docs/about/">about</a>.</p><q>Row!</q><pre class="astro-code github-dark" style="background-color:#24292e;color:#e1e4e8; overflow-x: auto;" tabindex="0" data-language="js"><code><span class="line"><span style="color:#F97583">let</span><span style="color:#E1E4E8"> a </span><span style="color:#F97583">=</span><span style="color:#79B8FF"> 1</span><span style="color:#F97583"> &#x3C;</span><span style="color:#79B8FF"> 2</span><span style="color:#E1E4E8">;</span></span></code></pre><pre class="astro-code github-dark" style="background-color:#24292e;color:#e1e4e8; overflow-x: auto;" tabindex="0" data-language="plaintext"><code><span class="line"><span>x</span></span></code></pre><pre class="astro-code github-dark" style="background-color:#24292e;color:#e1e4e8; overflow-x: auto;" tabindex="0" data-language="plaintext"><code><span class="line"><span>y</span></span></code></pre><ul><li><p>a</p></li></ul>"`,
	);
	expect(part(page('de/text/'), 'plain')).toContain('<a href="/docs/de/ueber/">about</a>');
	for (const id of ['document', 'doc']) expect(part(page('text/'), id)).toBe(part(page('text/'), 'plain'));
	expect(part(page('text/'), 'none')).toBe('');
});

it('renders nodes of rich text with custom components', () => {
	const html = part(page('text/'), 'own');
	expect(html).toContain('<h2 class="loud" data-level="2">Title</h2>');
	expect(html).toContain('<q class="loud">Row!</q>');
	expect(html).toContain('<ul><li class="own"><p>a</p></li></ul>');
});

const inTag = '(?:[^"<>]|"[^"]*")*';

/** The attributes of the image with an id. */
function attributes(id: string): Record<string, string> | undefined {
	const tag = new RegExp(`<${inTag} id="${id}"${inTag}>`).exec(page('images/'))?.[0];
	return (
		tag &&
		Object.fromEntries([...tag.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
	);
}

it('renders an asset in several sizes, with everything escaped', () => {
	const html = page('images/');
	expect(attributes('photo')).toMatchObject({
		src: `${photo}/m/600x0/filters:format(webp)`,
		srcset: [320, 600, 640, 960, 1200]
			.map((width) => `${photo}/m/${width}x0/filters:format(webp) ${width}w`)
			.join(', '),
		...{ sizes: '(min-width: 600px) 600px, 100vw', width: '600', height: '400' },
		...{ alt: '<b>&quot;A harbour&quot;</b>', loading: 'lazy', class: 'wide' },
	});
	expect(html).toMatch(
		new RegExp(
			`<picture><source type="image/avif" srcset="[^"]*format\\(avif\\) 100w[^"]*"${inTag}><img${inTag} id="formats"`,
		),
	);
	expect(attributes('logo')?.['src']).toBe(`https://${small}logo.svg`);
	// The service transforms no vector file, so Astro does not fetch it either.
	expect(attributes('vector')).toMatchObject({ src: `https://${small}logo.svg`, width: '30', height: '20' });
	expect(attributes('vector')?.['srcset']).toBeUndefined();
	expect(attributes('hostile')).toMatchObject({ alt: '&quot; onload=&quot;alert(1)' });
	expect(html).not.toMatch(/<[^>"]*(?:"[^"]*"[^>"]*)*\sonload=/);
	expect([attributes('secret'), attributes('empty')]).toEqual([undefined, undefined]);
	expect(html).not.toContain('secret.jpg');
});

it("gives Astro's own image components the sizes and formats of the image service", () => {
	expect(attributes('image')).toMatchObject({
		src: `${photo}/m/300x0/filters:format(webp):quality(25)`,
		srcset: `${photo}/m/300x0/filters:format(webp):quality(25) 1x, ${photo}/m/600x0/filters:format(webp):quality(25) 2x`,
		...{ width: '300', height: '200' },
	});
	expect(attributes('inferred')).toMatchObject({
		src: `${photo}/m/1200x0/filters:format(webp)`,
		srcset: `${photo}/m/400x0/filters:format(webp) 400w, ${photo}/m/800x0/filters:format(webp) 800w`,
		...{ width: '1200', height: '800' },
	});
	expect(attributes('picture')?.['src']).toBe(`${photo}/m/300x300/filters:format(png)`);
	expect(page('images/')).toContain(
		`<source srcset="${photo}/m/300x300/filters:format(avif)" type="image/avif">`,
	);
	expect(attributes('other')?.['src']).toBe('https://example.com/other.jpg');
});

it('warns once about each link without a page and each image with a mistake, with the pages that have it', () => {
	const warnings = said
		.split('\n')
		.filter((line) => line.includes('[WARN]') && !line.includes('No cached page was checked'));
	expect(warnings.map((line) => line.replace(/^.*?\[WARN\] /, '')).join('\n')).toMatchInlineSnapshot(`
		"[astro-slugline] A link leads nowhere, because the story \`old-news\` (99999999-9999-4999-8999-999999999999) has no page: no story has this uuid. Seen on /docs/, /docs/de/.
		[astro-slugline] A link leads nowhere: \`routes.exclude\` leaves out space/people/ann.md by \`people/**\`. Remove the link, or change the option. Seen on /docs/, /docs/de/.
		[astro-slugline] A link leads to no file: the site has none at \`/feed.xml\`. Put it into public/, correct the address, or begin it with \`https://\` if it is of another site. Called in src/pages/de/menu.astro. Seen on /docs/de/menu/.
		[astro-slugline] A link leads to no page: the site has none at \`/about/team\`. Correct the address, or begin it with \`https://\` if it is of another site. Called in src/pages/de/menu.astro. Seen on /docs/de/menu/.
		[astro-slugline] A link leads to no page: the site has none at \`nowhere\`. Correct the address, or begin it with \`https://\` if it is of another site. Called in src/pages/de/menu.astro. Seen on /docs/de/menu/.
		[astro-slugline] An address that begins with \`javascript:\` is left out, because it could run a script. Seen on /docs/, /docs/de/.
		[astro-slugline] The file \`/docs/none.svg\` does not exist in the site. Put it into public/, or choose another one in the editor. Seen on /docs/de/menu/.
		[astro-slugline] The image \`harbour.jpg\` has no alternative text. Describe it in the asset's alt text, or pass \`alt=""\` to <StoryImage> if it is decorative. Seen on /docs/images/.
		[astro-slugline] The private file \`secret.jpg\` is left out, because visitors cannot load it. Make it public, or let the build download it with \`assets: { download: true }\` and a token for private assets in SLUGLINE_ASSET_TOKEN. Seen on /docs/images/."
	`);
});

it('renders bloks that are framework components, and islands in bloks', async () => {
	expect(page('islands/')).toContain('<h1 class="large">A &amp; &lt;b>B&lt;/b></h1>');
	expect(page('islands/')).toMatch(/<astro-island [^>]*props="[^"]*start[^>]* client="load"/);
	expect(page('islands/')).toContain('<button>3</button>');
	expect(Object.keys(output).some((name) => /_Count\..*\.js$/.test(name))).toBe(true);

	await site.write({ 'space/islands.md': counter(4) });
	const said = await site.built();
	expect(said).toContain('1 page rendered, 9 kept');
	expect(said).toContain('9 warnings of an earlier build');
	expect((await site.output())['islands/index.html']).toContain('<button>4</button>');
});

it('counts warnings of pages that stay until they no longer apply', async () => {
	await site.write({ 'space/index.md': story('Home', { component: 'links', links: [] }) });
	const said = await site.built({ SLUGLINE_EXPLAIN: '1' });
	expect(said).toContain('the site has none at `nowhere`');
	expect(said).not.toContain('old-news');
});
