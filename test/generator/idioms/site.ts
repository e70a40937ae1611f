import { everyStory, type Idiom, page, version } from '../idiom.js';

/** An integration, as source, that does something with the output. */
const integration = (name: string, body: string) => `({ name: '${name}', hooks: { ${body} } })`;

/** An endpoint with the names of all stories. */
const switched = (prerender: boolean) => `
import { getCollection } from 'astro:content';
export const prerender = ${prerender};
export const GET = async () => new Response((await getCollection('pages')).map(({ data }) => data.name).join(' '));`;

/** What a whole site has: middleware, rewrites, redirects, integrations, environment, other collections. */
export const site: Record<string, Idiom> = {
	'site: a search indexer': {
		config: {
			integrations: integration(
				'indexer',
				`'astro:build:done': async ({ dir }) => {
	const { readdir, readFile, writeFile } = await import('node:fs/promises');
	const files = (await readdir(dir, { recursive: true })).filter((file) => file.endsWith('.html')).sort();
	const texts = await Promise.all(files.map(async (file) => [file, (await readFile(new URL('./' + file, dir), 'utf8')).length]));
	await writeFile(new URL('search-index.json', dir), JSON.stringify(texts));
}`,
			),
		},
	},
	'site: an integration that writes what is missing': {
		config: {
			integrations: integration(
				'if-missing',
				`'astro:build:done': async ({ dir, pages }) => {
	const { existsSync } = await import('node:fs');
	const { writeFile } = await import('node:fs/promises');
	const file = new URL('missing.txt', dir);
	if (!existsSync(file)) await writeFile(file, String(pages.length));
}`,
			),
		},
	},
	'site: an integration that appends to files': {
		config: {
			integrations: integration(
				'appender',
				`'astro:build:done': async ({ dir, pages, assets }) => {
	const { appendFile, writeFile } = await import('node:fs/promises');
	await appendFile(new URL('log.txt', dir), 'built ');
	await writeFile(new URL('pages.json', dir), JSON.stringify([pages.map(({ pathname }) => pathname).sort(), [...assets].map(([route, urls]) => [route, urls.length]).sort()]));
}`,
			),
		},
	},
	'site: an integration that appends to pages': {
		config: {
			integrations: integration(
				'page-appender',
				`'astro:build:done': async ({ dir }) => {
	const { appendFile: append } = await import('node:fs/promises');
	await append(new URL('index.html', dir), '<!-- appended -->');
}`,
			),
		},
	},
	'site: a script that an integration injects': {
		files: { 'injected.txt': 'v0', 'src/lib/injected.js': `console.log('injected v0');` },
		config: {
			imports: `import { readFileSync } from 'node:fs';`,
			integrations: integration(
				'injects',
				`'astro:config:setup': ({ injectScript }) => {
	injectScript('head-inline', 'window.injected = ' + JSON.stringify(readFileSync(new URL('./injected.txt', import.meta.url), 'utf8')));
	injectScript('page', "import '/src/lib/injected.js';");
}`,
			),
		},
		changes: {
			'what is injected into heads is edited': 'injected.txt',
			'the injected script is edited': 'src/lib/injected.js',
		},
	},
	'site: a plugin that rewrites code': {
		files: { 'replace.txt': 'v0', 'src/pages/replaced.astro': page('', '<p>REPLACE_ME</p>') },
		config: {
			imports: `import { readFileSync as readReplacement } from 'node:fs';`,
			plugins: `{ name: 'replacer', enforce: 'post', transform: (code) => code.includes('REPLACE_ME') ? code.replaceAll('REPLACE_ME', readReplacement(new URL('./replace.txt', import.meta.url), 'utf8')) : undefined }`,
		},
		changes: { 'what a plugin puts in is edited': 'replace.txt' },
	},
	'site: a content security policy': {
		files: {
			'src/pages/csp.astro': page(
				'',
				'<p>csp</p><style>p { color: red; }</style><script>console.log("v0");</script>',
			),
		},
		config: { options: 'security: { csp: true }' },
		changes: { 'a script under the policy is edited': 'src/pages/csp.astro' },
	},
	'site: middleware': {
		files: {
			'src/lib/greeting.js': `export const greeting = 'v0';`,
			'src/middleware.js': `import { greeting } from './lib/greeting.js';\nexport const onRequest = async (context, next) => { context.locals.greeting = greeting; const response = await next(); return response; };`,
			'src/pages/greeted.astro': page('', '<p>{Astro.locals.greeting}</p>'),
		},
		changes: { 'what middleware imports is edited': 'src/lib/greeting.js' },
	},
	'site: rewrites': {
		files: {
			'src/lib/target.js': `export const target = 'v0';`,
			'src/pages/target.astro': page(
				`import { target } from '../lib/target.js';`,
				'<p>target {target}</p><style>p { color: green; }</style>',
			),
			'src/pages/rewritten.astro': `---\nreturn Astro.rewrite('/target/');\n---\n`,
		},
		changes: {
			'the target of a rewrite is edited': 'src/lib/target.js',
			'the page that is rewritten to is edited': (random) => ({
				'src/pages/target.astro': page(
					`import { target } from '../lib/target.js';`,
					`<p>${version(random)} {target}</p>`,
				),
			}),
		},
	},
	'site: middleware that rewrites': {
		files: {
			'src/lib/middle.js': `export const middle = 'v0';`,
			'src/pages/middle.astro': page(`import { middle } from '../lib/middle.js';`, '<p>middle {middle}</p>'),
			'src/pages/forwarded.astro': page('', '<p>never shown</p>'),
			'src/middleware.js': `export const onRequest = (context, next) => context.url.pathname.startsWith('/forwarded') ? next('/middle/') : next();`,
		},
		changes: { 'the target of middleware is edited': 'src/lib/middle.js' },
	},
	'site: redirects': {
		config: { options: `redirects: { '/from': '/', '/there': { status: 302, destination: '/blog/one/' } }` },
	},
	'site: public variables': {
		files: {
			'.env': 'PUBLIC_SAID=v0\nOTHER=v0\n',
			'src/pages/env.astro': page('', '<p>{import.meta.env.PUBLIC_SAID} {import.meta.env.MODE}</p>'),
		},
		changes: {
			'a public variable is edited': ['.env', 'SAID=v0'],
			'an unused variable is edited': ['.env', 'OTHER=v0'],
		},
	},
	'site: variables with a schema': {
		files: {
			'.env': 'SAID_SECRET=v0\nSAID_OPENLY=v0\n',
			'src/pages/secret.astro': page(
				`import { getSecret, SAID_SECRET } from 'astro:env/server';\nimport { SAID_OPENLY } from 'astro:env/client';`,
				`<p>{SAID_SECRET.length} {SAID_SECRET} {getSecret('SAID_SECRET')} {SAID_OPENLY}</p>`,
			),
		},
		config: {
			imports: `import { envField } from 'astro/config';`,
			options: `env: { schema: { SAID_SECRET: envField.string({ context: 'server', access: 'secret' }), SAID_OPENLY: envField.string({ context: 'client', access: 'public' }) } }`,
		},
		changes: {
			'a secret is edited': ['.env', 'SECRET=v0'],
			'a public variable of the schema is edited': ['.env', 'OPENLY=v0'],
		},
	},
	'site: a server': {
		files: {
			'src/pages/served.astro': `---
import { getCollection } from 'astro:content';
export const prerender = false;
---
<p class="served">v0 {(await getCollection('pages')).map(({ data }) => data.name)}</p><style>.served { color: red; }</style>`,
			'src/pages/switched.txt.js': switched(true),
		},
		config: {
			imports: `import node from '@astrojs/node';\n// A build has a random key otherwise, and files are named by it.\nprocess.env.ASTRO_KEY ??= '${Buffer.alloc(32, 7).toString('base64')}';`,
			options: `adapter: node({ mode: 'standalone' })`,
		},
		changes: {
			'an endpoint becomes live': () => ({ 'src/pages/switched.txt.js': switched(false) }),
			'an endpoint becomes static': () => ({ 'src/pages/switched.txt.js': switched(true) }),
			'a live page is edited': 'src/pages/served.astro',
		},
	},
	'site: a Markdown collection': {
		files: {
			'notes/first.md': '---\ntitle: First v0\n---\nA **note**.\n',
			'notes/second.md': '---\ntitle: Second\n---\n## v0\n\nAnother.\n',
			'src/pages/notes/[id].astro': `---
import { getCollection, render } from 'astro:content';
export const getStaticPaths = async () => (await getCollection('notes')).map((note) => ({ params: { id: note.id }, props: { note } }));
const { note } = Astro.props;
const { Content, headings } = await render(note);
---
<html><head><title>{note.data.title}</title></head><body><Content />{headings.length}</body></html>`,
			'src/pages/first-note.astro': page(
				`import { getEntry } from 'astro:content';\nconst note = await getEntry('notes', 'first');`,
				'<p>{note.data.title}</p>',
			),
		},
		content: {
			imports: `import { glob as notesGlob } from 'astro/loaders';`,
			collections: `notes: defineCollection({ loader: notesGlob({ pattern: '*.md', base: './notes' }) })`,
		},
		changes: {
			'a note is edited': 'notes/first.md',
			'the text of a note is edited': 'notes/second.md',
			'a note is added': (random) => ({
				[`notes/n${random.below(3)}.md`]: `---\ntitle: New ${version(random)}\n---\nNew.\n`,
			}),
			'a note is removed': () => ({ 'notes/second.md': null }),
		},
	},
	'site: MDX with components': {
		files: {
			'src/components/Note.astro': `<aside class="note v0"><slot /></aside>\n<style>.note { border: 2px solid; } .v0 { margin: 3px; }</style>`,
			'src/components/Late.astro': `<em class="late"><slot /></em>\n<style>.late { color: rgb(1, 2, 3); }</style>\n<script>console.log('late');</script>`,
			'docs/one.mdx': `---\ntitle: One\n---\nimport Note from '../src/components/Note.astro';\n\n# One\n\n<Note>noted</Note>\n`,
			'docs/two.mdx': `---\ntitle: Two\n---\n# v0\n`,
			'src/pages/docs/[id].astro': `---
import { getCollection, render } from 'astro:content';
export const getStaticPaths = async () => (await getCollection('docs')).map((doc) => ({ params: { id: doc.id }, props: { doc } }));
const { Content } = await render(Astro.props.doc);
---
<html><head><title>doc</title></head><body><Content /></body></html>`,
			'src/pages/mdx-page.mdx': `import { getCollection } from 'astro:content';\n\n# Page\n\n{(await getCollection('pages')).length}\n`,
		},
		config: { imports: `import mdx from '@astrojs/mdx';`, integrations: 'mdx()' },
		content: {
			imports: `import { glob as docsGlob } from 'astro/loaders';`,
			collections: `docs: defineCollection({ loader: docsGlob({ pattern: '*.mdx', base: './docs' }) })`,
		},
		changes: {
			'the style of an MDX component is edited': ['src/components/Note.astro', '.v0'],
			'another MDX entry uses the component': () => ({
				'docs/two.mdx': `---\ntitle: Two\n---\nimport Note from '../src/components/Note.astro';\n\n<Note>two</Note>\n`,
			}),
			'an MDX entry uses a component': () => ({
				'docs/two.mdx': `---\ntitle: Two\n---\nimport Late from '../src/components/Late.astro';\n\n<Late>late</Late>\n`,
			}),
			'an MDX component is edited': 'src/components/Note.astro',
			'an MDX entry is edited': 'docs/two.mdx',
		},
	},
	'site: helpers of the content config with an alias': {
		files: {
			'tsconfig.json': '{ "compilerOptions": { "baseUrl": ".", "paths": { "@/*": ["src/*"] } } }',
			'src/lib/schema.ts': `export const mark = 'v0';`,
			'src/pages/aliased.astro': page(
				`import { getCollection } from 'astro:content';\nimport { mark } from '@/lib/schema';\nconst all = await getCollection('marked');`,
				'<p>{mark} {all.map(({ data }) => data.mark).join()}</p>',
			),
		},
		content: {
			imports: `import { z } from 'astro/zod';\nimport { mark } from '@/lib/schema';`,
			collections: `marked: defineCollection({ loader: stories(), schema: z.looseObject({}).transform((data) => ({ ...data, mark })) })`,
		},
		changes: { 'a helper of the content config is edited': 'src/lib/schema.ts' },
	},
	'site: endpoints': {
		files: {
			'src/pages/all.json.js': `import { getCollection } from 'astro:content';\nexport const GET = async () => Response.json(['v0', ...(await getCollection('pages')).map(({ id, data }) => [id, data.content.title])]);`,
			'src/pages/feed/[slug].txt.js': `import { getCollection } from 'astro:content';\nexport const getStaticPaths = async () => (await getCollection('pages', ({ data }) => data.full_slug.startsWith('blog/'))).map((post) => ({ params: { slug: post.data.slug }, props: { title: post.data.content.title } }));\nexport const GET = ({ props }) => new Response(props.title);`,
			'src/pages/404.astro': page('', '<p>not found</p>'),
			'src/pages/part.astro': `---\nexport const partial = true;\nimport { getCollection } from 'astro:content';\nconst names = (await getCollection('pages')).map(({ data }) => data.name);\n---\n<b>{names.join()}</b>`,
		},
		changes: { 'an endpoint is edited': 'src/pages/all.json.js' },
	},
	'site: file names instead of folders': {
		files: { 'src/pages/plain.astro': page('', '<p>plain</p>') },
		config: { options: `build: { format: 'file' }` },
	},
	'site: preserved file names': {
		config: { options: `build: { format: 'preserve' }` },
	},
	'site: pages with odd names': {
		files: {
			'src/pages/a:b.astro': page('', '<p>colon</p>'),
			'src/pages/über uns/[name].txt.js': `import { getEntry } from 'astro:content';
export const getStaticPaths = () => [{ params: { name: 'größe & co' } }, { params: { name: 'a.b' } }];
export const GET = async ({ params }) => new Response(params.name + (await getEntry('pages', 'blog/one')).data.content.title);`,
		},
	},
	'site: a base and assets elsewhere': {
		files: {
			'src/pages/based.astro': page('', '<p>{import.meta.env.BASE_URL}</p><style>p { color: teal; }</style>'),
		},
		config: { options: `base: '/sub', trailingSlash: 'always'` },
		// Rewrites name paths without the base.
		apartFrom: ['site: rewrites', 'site: middleware that rewrites'],
	},
	'site: a Markdown processor of its own': {
		needsSlugline: true,
		files: {
			'mark.mjs': `export const mark = 'v0';`,
			'src/pages/marked/[...path].astro': `---
import { getCollection } from 'astro:content';
import Markdown from 'astro-slugline/components/Markdown.astro';
${everyStory}
---
<Markdown text={Astro.props.story.data.content.body} />`,
		},
		config: {
			imports: `import { mark } from './mark.mjs';`,
			options: `markdown: { processor: { name: 'marking', options: {}, createRenderer: async () => ({ render: async (text) => ({ code: '<p>' + mark + text.length + '</p>', metadata: { headings: [] } }) }) } }`,
		},
		changes: { 'a Markdown plugin is edited': 'mark.mjs' },
		// Its processor renders no MDX.
		apartFrom: ['site: MDX with components'],
	},
	'site: dates in the format of this machine': {
		files: {
			'src/pages/written.astro': page(
				'',
				`<p>{new Date('2024-05-06T23:30:00Z').toLocaleString()} {new Date('2024-05-06T23:30:00Z').getHours()}</p>`,
			),
		},
	},
	'site: fallback languages': {
		files: {
			'src/pages/de/told.astro': page('', '<p>{Astro.currentLocale} v0</p>'),
			'src/pages/told.astro': page('', '<p>{Astro.currentLocale} v0</p>'),
			'src/pages/untold.astro': page('', '<p>{Astro.currentLocale} v0</p>'),
		},
		config: {
			options: `i18n: { locales: ['en', 'de'], defaultLocale: 'en', fallback: { de: 'en' }, routing: { fallbackType: 'rewrite' } }`,
		},
		changes: {
			'a page without a translation is edited': 'src/pages/untold.astro',
			'a page is translated': (random) => ({
				'src/pages/de/untold.astro': page('', `<p>{Astro.currentLocale} ${version(random)}</p>`),
			}),
			'a translation is removed': () => ({ 'src/pages/de/untold.astro': null }),
		},
	},
	'site: concurrent rendering': { config: { options: `build: { concurrency: 3 }` } },
};
