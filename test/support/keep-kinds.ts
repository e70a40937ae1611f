// Kinds of sites without Slugline. Each is the same small site with more in it, and an edit that this addition shows.

/** A kind of site. */
export interface KindOfSite {
	/** What its astro.config imports, has among its integrations, and has besides. */
	imports?: string;
	integrations?: string;
	settings?: string;
	/** More collections, as source. */
	collections?: string;
	files: Record<string, string>;
	edit: Record<string, string>;
	/** Part of a page that the edit changes. */
	shows: string;
	/** What the build with the edit says of its pages. Default: that some are kept */
	says?: RegExp;
	/** Packages that the site names, so that Astro bundles them. */
	packages?: readonly string[];
	/** True if the workspace does not have these packages, so that a test has to install them. */
	isInstalled?: true;
	/** The folder of its pages. Default: `dist` */
	folder?: string;
}

const post = (title: string, more = '', body = title) =>
	`---\ntitle: ${title}\n${more}---\n${body}, and a paragraph.\n`;

/** A picture of one pixel, red or blue. */
const pixel = (color: string) =>
	`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="${color}"/></svg>`;

const island = (
	framework: string,
	ending: string,
	component: (text: string) => string,
	more: Partial<KindOfSite> = {},
): KindOfSite => ({
	imports: `import ${framework} from '@astrojs/${framework}';`,
	integrations: `${framework}()`,
	files: {
		[`src/islands/Counter.${ending}`]: component('Count'),
		'src/pages/island.astro': `---\nimport Counter from '../islands/Counter.${ending}';\n---\n<html><head></head><body><Counter client:load /></body></html>`,
	},
	edit: { [`src/islands/Counter.${ending}`]: component('Tally') },
	shows: 'Tally',
	packages: [`@astrojs/${framework}`, framework],
	...more,
});

const jsx = (text: string) => `export default () => <button>${text}</button>;`;

const adapter = (name: string, options: string, more: Partial<KindOfSite> = {}): KindOfSite => ({
	imports: `import adapter from '@astrojs/${name}';`,
	settings: `adapter: adapter(${options}),`,
	files: {
		'src/pages/api.ts': `export const prerender = false;\nexport const GET = () => new Response('now');`,
	},
	edit: { 'src/posts/two.md': post('Second') },
	shows: 'Second',
	packages: [`@astrojs/${name}`],
	...more,
});

const entryPage = (collection: string, shown: string) =>
	`---\nimport { getCollection, getEntry, render } from 'astro:content';\nimport { Image } from 'astro:assets';\nexport const getStaticPaths = async () => (await getCollection('${collection}')).map((entry) => ({ params: { id: entry.id }, props: { entry } }));\nconst { entry } = Astro.props;\n---\n${shown}`;

const mdx = (text: string) =>
	`---\ntitle: Guide\n---\nimport Note from '../components/Note.astro';\n\n${text}\n\n<Note>A note</Note>\n`;

const kinds = {
	'file()': {
		collections: `people: defineCollection({ loader: file('src/people.json'), schema: z.object({ name: z.string() }) }),`,
		files: {
			'src/people.json': '[{ "id": "ann", "name": "Ann" }, { "id": "bob", "name": "Bob" }]',
			'src/pages/people/[id].astro': entryPage('people', '<p>{entry.data.name}</p>'),
		},
		edit: { 'src/people.json': '[{ "id": "ann", "name": "Anna" }, { "id": "bob", "name": "Bob" }]' },
		shows: 'Anna',
	},
	'a loader of the site': {
		collections: `towns: defineCollection({ loader: { name: 'towns', load: async ({ store, generateDigest }) => { const { towns } = await import('node:fs').then(({ readFileSync }) => JSON.parse(readFileSync('towns.json', 'utf8'))); store.clear(); for (const data of towns) store.set({ id: data.id, data, digest: generateDigest(data) }); } }, schema: z.object({ id: z.string(), size: z.number() }) }),`,
		files: {
			'towns.json': '{ "towns": [{ "id": "ulm", "size": 1 }, { "id": "bonn", "size": 2 }] }',
			'src/pages/towns/[id].astro': entryPage('towns', '<p>{entry.data.size}</p>'),
		},
		edit: { 'towns.json': '{ "towns": [{ "id": "ulm", "size": 77 }, { "id": "bonn", "size": 2 }] }' },
		shows: '77',
	},
	'MDX with components': {
		imports: `import mdx from '@astrojs/mdx';`,
		integrations: 'mdx()',
		collections: `guides: defineCollection({ loader: glob({ pattern: '*.mdx', base: 'src/guides' }) }),`,
		files: {
			'src/components/Note.astro': '<aside><slot /></aside>\n<style>aside { color: red }</style>',
			'src/guides/a.mdx': mdx('First'),
			'src/guides/b.mdx': mdx('Other'),
			'src/pages/guides/[id].astro': entryPage('guides', '<Content />').replace(
				'const { entry } = Astro.props;',
				'const { entry } = Astro.props;\nconst { Content } = await render(entry);',
			),
		},
		edit: { 'src/guides/a.mdx': mdx('Edited') },
		shows: 'Edited',
		// An entry is content, although it is code: no page that stays is rendered again.
		says: /1 page rendered, 7 kept$/m,
		packages: ['@astrojs/mdx'],
	},
	'images of entries': {
		collections: `photos: defineCollection({ loader: glob({ pattern: '*.md', base: 'src/photos' }), schema: ({ image }) => z.object({ file: image() }) }),`,
		files: {
			'src/photos/a.md': '---\nfile: ./a.svg\n---\n',
			'src/photos/b.md': '---\nfile: ./b.svg\n---\n',
			'src/photos/a.svg': pixel('red'),
			'src/photos/b.svg': pixel('green'),
			'src/pages/photos/[id].astro': entryPage('photos', '<Image src={entry.data.file} alt="" />'),
		},
		edit: { 'src/photos/a.svg': pixel('blue') },
		shows: 'blue',
	},
	'reference()': {
		collections: `people: defineCollection({ loader: file('src/people.json'), schema: z.object({ name: z.string() }) }),
books: defineCollection({ loader: glob({ pattern: '*.md', base: 'src/books' }), schema: z.object({ author: reference('people') }) }),`,
		files: {
			'src/people.json': '[{ "id": "ann", "name": "Ann" }, { "id": "bob", "name": "Bob" }]',
			'src/books/a.md': '---\nauthor: ann\n---\n',
			'src/books/b.md': '---\nauthor: bob\n---\n',
			'src/pages/books/[id].astro': entryPage(
				'books',
				'<p>{(await getEntry(entry.data.author)).data.name}</p>',
			),
		},
		edit: { 'src/people.json': '[{ "id": "ann", "name": "Ann" }, { "id": "bob", "name": "Robert" }]' },
		shows: 'Robert',
	},
	i18n: {
		settings: `i18n: { locales: ['en', 'de', 'fr'], defaultLocale: 'en', fallback: { fr: 'en' }, routing: { fallbackType: 'rewrite' } },`,
		files: {
			'src/pages/de/plain.astro': '<p>{Astro.currentLocale}</p>',
			'src/pages/menu.astro': `---\nimport { getRelativeLocaleUrl } from 'astro:i18n';\n---\n<a href={getRelativeLocaleUrl('de', 'plain')}>{Astro.currentLocale}</a>`,
		},
		edit: { 'src/posts/two.md': post('Second') },
		shows: 'Second',
	},
	middleware: {
		files: {
			'src/middleware.ts': `export const onRequest = async (context, next) => { const response = await next(); const text = await response.text(); return new Response(text.replace('</body>', '<footer>Footer</footer></body>'), response); };`,
			'src/pages/framed.astro': '<html><head></head><body>Framed</body></html>',
		},
		edit: { 'src/posts/two.md': post('Second') },
		shows: 'Second',
	},
	'a workspace with a package of components': {
		files: {
			'packages/ui/package.json': '{ "name": "ui", "type": "module", "exports": { "./*": "./*" } }',
			'packages/ui/Badge.astro': '<b>Badge</b>',
			'src/pages/badge.astro': `---\nimport Badge from '../../packages/ui/Badge.astro';\n---\n<Badge />`,
		},
		edit: { 'packages/ui/Badge.astro': '<b>Label</b>' },
		shows: 'Label',
	},
	'cache keys of the site': {
		settings: 'experimental: { incrementalBuild: true },',
		files: {
			'version.txt': 'one',
			'src/version.ts': `import { readFileSync } from 'node:fs';\nexport const version = () => readFileSync('version.txt', 'utf8');`,
			'src/pages/keyed/[id].astro': `---
import { version } from '../../version';
export const getStaticPaths = () => ['a', 'b'].map((id) => ({ params: { id }, cacheKey: id === 'a' ? version() : 'b' }));
---
<p>{Astro.params.id === 'a' && version()}</p>`,
		},
		edit: { 'version.txt': 'another' },
		shows: 'another',
	},
	'the adapter for Node': adapter('node', `{ mode: 'standalone' }`, { folder: 'dist/client' }),
	'islands of Preact': island('preact', 'jsx', jsx, {
		files: {
			...island('preact', 'jsx', jsx).files,
			'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "preact" } }',
		},
	}),
	'islands of React': island('react', 'jsx', jsx, { packages: ['@astrojs/react', 'react', 'react-dom'] }),
	'islands of Svelte': island('svelte', 'svelte', (text) => `<button>${text}</button>`),
	'islands of Vue': island('vue', 'vue', (text) => `<template><button>${text}</button></template>`, {
		isInstalled: true,
	}),
	'islands of Solid': island('solid', 'jsx', jsx, {
		imports: `import solid from '@astrojs/solid-js';`,
		packages: ['@astrojs/solid-js', 'solid-js'],
		isInstalled: true,
	}),
	'the adapter for Netlify': adapter('netlify', '', { isInstalled: true }),
	'the adapter for Vercel': adapter('vercel', '', { isInstalled: true, folder: '.vercel/output/static' }),
	'the adapter for Cloudflare': adapter('cloudflare', `{ prerenderEnvironment: 'node' }`, {
		isInstalled: true,
		folder: 'dist/client',
	}),
} satisfies Record<string, KindOfSite>;

export const kindsOfSites: Readonly<Record<string, KindOfSite>> = kinds;

/** The astro.config of a kind of site. With the variable `SITE_PLAIN`, it is without keep(). */
export const configOfKind = (
	{ imports = '', integrations = '', settings = '' }: KindOfSite,
	more = '',
): string => `
import keep from 'astro-keep';
${imports}
export default {
	integrations: [${integrations ? `${integrations}, ` : ''}...(process.env.SITE_PLAIN ? [] : [keep()])],
	${settings}
	${more}
};`;

/** The component that the list of posts shows. */
export const shared = (text: string, color = 'red'): Record<string, string> => ({
	'src/components/Shared.astro': `<strong>${text}</strong>\n<style>strong { color: ${color} }</style>`,
});

/** A package that the list of posts imports. */
export const greeting = (text: string): Record<string, string> => ({
	'node_modules/greeting/package.json': '{ "name": "greeting", "type": "module", "exports": "./index.js" }',
	'node_modules/greeting/index.js': `export const greeting = '${text}';`,
});

/** The file of a post. */
export const postFile = (name: string, ...text: Parameters<typeof post>): Record<string, string> => ({
	[`src/posts/${name}.md`]: post(...text),
});

/** All files of a kind of site. */
export const filesOfKind = (kind: KindOfSite): Record<string, string> => ({
	'package.json': JSON.stringify({
		type: 'module',
		dependencies: Object.fromEntries((kind.packages ?? []).map((name) => [name, '*'])),
	}),
	'astro.config.mjs': configOfKind(kind),
	'src/content.config.ts': `
import { defineCollection, reference, z } from 'astro:content';
import { file, glob } from 'astro/loaders';
export const collections = {
	posts: defineCollection({ loader: glob({ pattern: '*.md', base: 'src/posts' }), schema: z.object({ title: z.string(), note: z.string().optional() }) }),
	${kind.collections ?? ''}
};
export const unused = [file, reference];`,
	...shared('Shared'),
	...greeting('Hello'),
	...postFile('one', 'One'),
	...postFile('two', 'Two'),
	...postFile('three', 'Three'),
	'src/pages/index.astro': `---
import { getCollection } from 'astro:content';
import { greeting } from 'greeting';
import Shared from '../components/Shared.astro';
const posts = await getCollection('posts');
---
<html><head><title>{greeting}</title></head><body><Shared />{posts.map(({ data }) => <a>{data.title}</a>)}</body></html>`,
	'src/pages/mark.astro': '<p>{process.env.SITE_MARK}</p>',
	'src/pages/plain.astro': '<p>plain</p>',
	'src/pages/posts/[id].astro': `---
import { getCollection, render } from 'astro:content';
export const getStaticPaths = async () => (await getCollection('posts')).map((post) => ({ params: { id: post.id }, props: { post } }));
const { post } = Astro.props;
const { Content } = await render(post);
---
<h1>{post.data.title}</h1><Content />{post.data.note}`,
	...kind.files,
});
