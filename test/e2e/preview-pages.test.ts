import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { pageTicket } from '../preview/tickets.js';
import { type BuiltServer, serveBuilt } from '../support/built-server.js';
import { readTree } from '../support/read-tree.js';
import { checking, createSite, plainSite, type Site, storyRoute } from '../support/site.js';

/** A site with every kind of page, in two languages, below a base. */
const files = {
	...plainSite,
	'package.json':
		'{ "type": "module", "dependencies": { "@astrojs/mdx": "*", "@astrojs/node": "*", "@astrojs/preact": "*", "preact": "*" } }',
	'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "preact" } }',
	'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { stories, storyCollections, storySchema } from 'astro-slugline/loaders';
export const collections = {
	pages: defineCollection({ loader: stories() }),
	...storyCollections({ folders: ['blog'] }),
	upper: defineCollection({
		loader: stories({ startsWith: 'blog/', id: (story) => 'own-' + story.id + story.lang }),
		schema: storySchema({ content: z.looseObject({ title: z.string().transform((text) => text.toUpperCase()) }) }),
	}),
	notes: defineCollection({ loader: glob({ pattern: '*.md', base: './notes' }), schema: z.object({ title: z.string() }) }),
};`,
	'notes/one.md': '---\ntitle: A note\n---\nText of **a note**.\n',
	'src/middleware.ts': `
export const onRequest = async (context, next) => {
	context.locals.seen = [context.url.pathname, context.url.search, context.params, context.routePattern, context.isPrerendered, context.currentLocale, context.request.method, new URL(context.request.url).pathname];
	return next();
};`,
	'src/Layout.astro': `---
import './global.css';
const { title } = Astro.props;
---
<html lang={Astro.currentLocale}><head><meta charset="utf-8"><title>{title}</title></head><body>
<pre class="seen">{JSON.stringify([Astro.locals.seen, Astro.url.pathname, Astro.url.search, Astro.params, Astro.routePattern, Astro.isPrerendered, Astro.currentLocale, new URL(Astro.request.url).pathname])}</pre>
<slot /></body></html>
<style>pre { color: rgb(9, 9, 9) }</style>`,
	'src/global.css': 'body { margin: 7px }',
	'src/pages/[...path].astro': storyRoute(
		`<Layout title={story.data.name}><h1>{story.data.name}</h1><Blok blok={story.data.content} />
{routeOf(story).alternates.map(({ href }) => <a href={href}>{href}</a>)}</Layout>
<style>h1 { color: rgb(1, 2, 3) }</style>`,
		{ components: ['Blok'], code: `import Layout from '../Layout.astro';` },
	),
	'src/bloks/Article.astro': `---
import Markdown from 'astro-slugline/components/Markdown.astro';
import { editable } from 'astro-slugline/rendering';
import Counter from '../Counter.jsx';
import Island from '../Island.astro';
const { blok } = Astro.props;
---
<article {...editable(blok)}><h2>{blok.title}</h2><Counter client:load label={blok.title} /><Markdown text={blok.text} /></article>
<style>h2 { color: rgb(4, 5, 6) }</style>
<script>document.documentElement.dataset.article = 'ran';</script>`,
	'src/Island.astro': '<p>Island</p>',
	'src/Counter.jsx': `import { useState } from 'preact/hooks';
import './counter.css';
export default ({ label }) => { const [count, set] = useState(0); return <button class="counter" onClick={() => set(count + 1)}>{label}: {count}</button>; };`,
	'src/counter.css': '.counter { color: rgb(7, 8, 9) }',
	'src/pages/lists/[...page].astro': `---
import { getCollection } from 'astro:content';
import Layout from '../../Layout.astro';
export const getStaticPaths = async ({ paginate }) =>
	paginate((await getCollection('upper')).sort((a, b) => (a.id < b.id ? -1 : 1)), { pageSize: 2, props: { more: 'more' } });
const { page, more } = Astro.props;
---
<Layout title="List"><ol>{page.data.map(({ id, data }) => <li>{id} {data.content.title}</li>)}</ol><pre>{JSON.stringify([more, page.url, page.total, page.start, page.end, page.lastPage])}</pre></Layout>`,
	'src/pages/tags/[tag]/[page].astro': `---
import { getCollection } from 'astro:content';
export const getStaticPaths = async ({ paginate }) => {
	const all = (await getCollection('blog')).sort((a, b) => (a.id < b.id ? -1 : 1));
	return ['a', 'b'].flatMap((tag) => paginate(all, { params: { tag }, pageSize: 1 }));
};
const { page } = Astro.props;
---
<html><head><title>Tag</title></head><body><pre>{JSON.stringify([Astro.params, page.url, page.data.map(({ id }) => id)])}</pre></body></html>`,
	'src/pages/own/[slug].astro': `---
import { getCollection } from 'astro:content';
export const getStaticPaths = async () => (await getCollection('blog')).map(({ id, data }) => ({ params: { slug: id.replaceAll('/', '-') }, props: { name: data.name } }));
---
<title>{Astro.props.name}</title><p>{Astro.props.name}</p><style>p { color: rgb(3, 3, 3) }</style>`,
	'src/pages/text.mdx': `---
title: Text
layout: ../Layout.astro
---
import Counter from '../Counter.jsx';

# A heading

<Counter client:visible label="MDX" />
`,
	'src/pages/plain.md': '---\ntitle: Plain\n---\n# Plain\n',
	'src/pages/notes.astro': `---
import { getEntry, render } from 'astro:content';
const entry = await getEntry('notes', 'one');
const { Content } = await render(entry);
---
<html><head><title>{entry.data.title}</title></head><body><Content /></body></html>`,
	'src/pages/old.astro': `---
return Astro.redirect('/docs/text/');
---`,
	'src/pages/feed.json.ts': `import { getCollection } from 'astro:content';
export const GET = async () => new Response(JSON.stringify((await getCollection('blog')).map(({ data }) => data.name).sort()), { headers: { 'content-type': 'application/json' } });`,
	'src/pages/404.astro': '<html><head><title>Missing</title></head><body><h1>Not here</h1></body></html>',
	'space/space.yaml':
		'name: Small\nid: 4711\nlanguages: [de]\ntokens: { public: the-public-token, preview: the-preview-token }\n',
	'space/start.md': '---\nid: 1\nname: Start\npath: /\ncontent: { component: article, title: Start }\n---\n',
	'space/start.de.md': '---\nname: Anfang\n---\n',
	'space/blog/one.md':
		'---\nid: 2\nname: One\ncontent: { component: article, title: One, text: "## *A* heading\\n\\n> \\"Quoted\\" <b onclick=\'x\'>text</b>" }\n---\n',
	'space/blog/one.de.md': '---\nslug: eins\nname: Eins\n---\n',
	'space/blog/two.de.md': '---\nname: Zwei\n---\n',
	'space/blog/two.md': '---\nid: 3\nname: Two\ncontent: { component: article, title: Two }\n---\n',
};

const configOf = (options: string, rest: string) => `import mdx from '@astrojs/mdx';
import node from '@astrojs/node';
import preact from '@astrojs/preact';
import slugline from 'astro-slugline';

export default {
	base: '/docs',
	i18n: { locales: ['en', 'de'], defaultLocale: 'en' },
	adapter: node({ mode: 'standalone' }),
	integrations: [preact(), mdx(), slugline({ defaultLanguage: 'en', ${options} })],
	${rest}
};`;

/** Settings of Astro that change the addresses of pages. */
const forms = [
	['always', "trailingSlash: 'always'"],
	...(process.env['SLUGLINE_LONG']
		? [
				['never', "trailingSlash: 'never'"],
				['files', "build: { format: 'file' }"],
				['strict', 'security: { csp: true }'],
				[
					'fallbacks',
					"i18n: { locales: ['en', 'de'], defaultLocale: 'en', fallback: { de: 'en' }, routing: { fallbackType: 'rewrite' } }",
				],
			]
		: []),
] as [string, string][];

/** The files of an output, with the hashes in their names replaced. */
const normalized = (output: Record<string, string>): Record<string, string> => {
	const unhashed = (text: string) =>
		text
			.replace(/([\w@-]+)\.[\w-]{8}(\.(?:js|css))/g, '$1.HASH$2')
			.replace(/sha256-[\w+/=]{43,44}/g, 'SHA')
			// Of an island: a hash of its files' names.
			.replace(/ uid="\w+"/g, '');
	return Object.fromEntries(
		Object.entries(output)
			.map(([path, text]): [string, string] => [unhashed(path), unhashed(text)])
			.sort(),
	);
};

describe.each(forms)('a deployed site with addresses of the form: %s', (_name, rest) => {
	let site: Site;
	let server: BuiltServer;
	let shown: Record<string, string>;

	beforeAll(async () => {
		site = await createSite({ ...files, 'astro.config.mjs': configOf('preview: { deployed: true }', rest) });
		server = await serveBuilt(site, checking);
		shown = await readTree(join(site.folder, 'dist/client'));
	});

	const htmlFiles = () => Object.keys(shown).filter((file) => file.endsWith('.html'));

	/** A page in preview, as an editor's frame gets it. */
	async function preview(path: string): Promise<Response> {
		const ticket = await pageTicket(server.url, path.replace(/\/$/, '') || '/');
		const slash = rest.includes('always') && !path.endsWith('/') ? '/' : '';
		return fetch(`${server.url}/docs/_slugline/preview${path}${slash}?${ticket}`);
	}

	/** A page without what preview adds. */
	const plain = (html: string) =>
		html
			.replace(
				/<script nonce="[^"]+">.*?<\/script><script type="module" nonce="[^"]+" src="[^"]+"><\/script>/s,
				'',
			)
			.replace(/<!--#storyblok#.*?-->|<!--\/[\w-]+-->/g, '')
			.replace(/ data-blok-c="[^"]*" data-blok-uid="[^"]*"/g, '')
			.replace(/<meta http-equiv="content-security-policy"[^>]*>/, '');

	it('gives visitors the files that it gives without preview', async () => {
		const other = await createSite({ ...files, 'astro.config.mjs': configOf('', rest) });
		const built = await other.build({
			SLUGLINE_TOKEN: 'the-public-token',
			SLUGLINE_BASE_URL: server.service,
		});
		expect(built.code, built.output).toBe(0);
		const without = await readTree(join(other.folder, 'dist/client'));
		expect(normalized(shown)).toEqual(normalized(without));
	});

	it('shows in preview what visitors get, on every kind of page', async () => {
		const pages = htmlFiles().filter((file) => !file.startsWith('old'));
		expect(pages.length).toBeGreaterThan(15);
		for (const file of pages) {
			const path = `/${file}`.replace(/(?:\/index)?\.html$/, '') || '/';
			const response = await preview(path);
			expect(response.status, path).toBe(200);
			expect(plain(await response.text()), path).toBe(plain(shown[file] ?? ''));
		}
		expect(await (await preview('/feed.json')).text()).toBe(shown['feed.json']);
	});

	it('follows a redirect of a page, and shows the page for missing ones', async () => {
		const moved = await preview('/old');
		expect(new URL(moved.url).pathname).toMatch(/^\/docs\/_slugline\/preview\/text/);
		expect(await moved.text()).toContain('A heading');
		const missing = await preview('/nowhere');
		expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('Not here')]);
	});

	// Each build renders pages that are rewritten to others.
	it.skipIf(rest.includes('fallback'))('renders no page again when nothing has changed', async () => {
		const again = await site.build({ SLUGLINE_TOKEN: 'the-public-token', SLUGLINE_BASE_URL: server.service });
		expect(again.code, again.output).toBe(0);
		// A redirect of a page is rendered in each build, as without preview.
		expect(again.output).toContain(`1 page rendered, ${htmlFiles().length - 1} kept`);
		expect(await readTree(join(site.folder, 'dist/client'))).toEqual(shown);
	});
});
