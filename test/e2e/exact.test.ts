import { copyFile, cp, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { createSite, type Site } from '../support/site.js';
import { useWarmAstro } from '../support/warm-astro.js';

useWarmAstro();

// After edits of code, styles, islands, props, environment, and integrations, a build gives what a clean build gives, byte for
// byte. One site has them all, and several are changed at once.

const story = (title: string) =>
	`---\nname: ${title}\ncontent:\n  component: article\n  title: ${title}\n---\nText of ${title}.\n`;

const styles = (name: string, count = 60) =>
	`<style>\n${Array.from({ length: count }, (_, at) => `.${name}${at} { color: rgb(${at}, ${at}, 9); margin: ${at}px }`).join('\n')}\n</style>`;

const page = (imports: string, body: string) =>
	`---\n${imports}\n---\n<html><head><title>page</title></head><body>${body}</body></html>`;

const script = (name: string) =>
	`<p>script</p><script>\nimport { ${name} } from '../lib/util';\n${name}('x');\n</script>`;

/** An integration that lists the output after a build, writes a file if it is missing, and appends to another. */
const integration = `
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
export const indexer = () => ({ name: 'indexer', hooks: {
	'astro:config:setup': async ({ injectScript }) => {
		injectScript('head-inline', 'console.log(' + JSON.stringify(await readFile('data.txt', 'utf8')) + ')');
	},
	'astro:build:done': async ({ dir, pages, assets }) => {
		const files = (await readdir(dir, { recursive: true })).sort();
		const routes = [...assets].map(([route, urls]) => [route, urls.map(({ href }) => href.slice(dir.href.length))]).sort();
		if (!existsSync(new URL('once.txt', dir))) await writeFile(new URL('once.txt', dir), 'once');
		await appendFile(new URL('log.txt', dir), 'built\\n');
		await writeFile(new URL('index.json', dir), JSON.stringify({ files, pages, routes }));
	},
} });`;

const props = (body: string) => `---
import { getCollection } from 'astro:content';
import { Post } from '../../lib/post';
export async function getStaticPaths() {
	const posts = (await getCollection('pages', ({ data }) => data.full_slug.startsWith('blog/'))).sort((a, b) => a.id.localeCompare(b.id));
	const total = posts.map(({ data }) => data.content.title).join();
	${body}
}
const { post, list, ...rest } = Astro.props;
---
<p>{post?.data?.content?.title ?? post?.title} {rest.next} {post?.next} {post?.data?.next} {typeof list === 'function' ? list() : await list}</p>`;

/** An image service whose images say what made them, and `process.env.MARK`, which it reads after all pages. */
const imageService = (text: string) => `
import sharp from 'astro/assets/services/sharp';
import { marks } from './marks';
export default { ...sharp, transform: async (input, { format }, { service }) => {
	const data = ['${text}', marks, process.env.MARK, service.config.mark, input.length].join();
	return { data: new TextEncoder().encode(data), format };
} };`;

const picture = page(
	`import { Image } from 'astro:assets';\nimport red from '../images/red.png';`,
	'<Image src={red} alt="" />',
);

const files = {
	'package.json': '{ "type": "module", "dependencies": { "@astrojs/preact": "*", "preact": "*" } }',
	'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "preact" } }',
	'data.txt': 'one',
	'.env': 'PUBLIC_BANNER=hello\nSECRET_WORD=quiet\n',
	'indexer.mjs': integration,
	'astro.config.mjs': `
import preact from '@astrojs/preact';
import { defineConfig, envField, fontProviders } from 'astro/config';
import slugline from 'astro-slugline';
import { indexer } from './indexer.mjs';
export default defineConfig({
	integrations: [indexer(), slugline({ space: './space', defaultLanguage: 'en' }), preact()],
	env: { schema: { SECRET_WORD: envField.string({ context: 'server', access: 'secret' }) } },
	security: { csp: true },
	fonts: [{
		...{ provider: fontProviders.local(), name: 'Besley', cssVariable: '--besley' },
		options: { variants: [{ weight: 400, style: 'normal', src: ['./src/images/besley.woff2'] }] },
	}],
	image: { service: { entrypoint: './src/images/service.ts', config: { mark: 'of config' } } },
});`,
	'space/space.yaml': 'name: Exact\n',
	'space/index.md': story('Home'),
	'space/blog/one.md': story('One'),
	'space/blog/two.md': story('Two'),
	'space/blog/three.md': story('Three'),
	'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { stories } from 'astro-slugline/loaders';
export const collections = { pages: defineCollection({ loader: stories() }) };`,
	'src/middleware.ts': `export const onRequest = ({ url }, next) => (url.pathname.startsWith('/passed') ? next('/target') : next());`,
	'src/lib/util.ts': `const big = 'u'.repeat(3000);\nexport const one = (x) => console.log(x, 1, big);\nexport const two = (x) => console.log(x, 2, '${'v'.repeat(3000)}');`,
	'src/lib/post.ts': `export class Post { #title; constructor(title) { this.#title = title; } get title() { return this.#title; } }`,
	'src/lib/uid.ts': 'let count = 0;\nexport const uid = () => ++count;',
	'src/components/Card.astro': `<div class="card">Card</div>${styles('card')}`,
	'src/components/Hero.astro': `<div class="hero">Hero</div>${styles('hero')}`,
	'src/components/A.jsx': `export default ({ title }) => <b>{title}</b>;`,
	'src/components/B.jsx': `import { useState } from 'preact/hooks';\nexport default () => { const [n, set] = useState(0); return <i onClick={() => set(n + 1)}>{n}</i>; };`,
	'src/components/Sa.astro': script('one'),
	'src/components/Sb.astro': script('one'),
	'src/components/font.css': `@font-face { font-family: x; src: url('./x.woff2?t=1') }`,
	'src/components/x.woff2': 'not a font, but long enough to be a file of its own'.repeat(200),
	'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import { storyPaths } from 'astro-slugline/paths';
import A from '../components/A.jsx';
import '../components/font.css';
export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
const { story } = Astro.props;
---
<html><head><title>{story.data.name}</title></head><body><A client:load title={story.data.content.title} /></body></html>`,
	'src/pages/cards.astro': page(
		`import Card from '../components/Card.astro';\nimport Hero from '../components/Hero.astro';`,
		'<Card /><Hero />',
	),
	'src/pages/font.astro': page(
		`import { Font } from 'astro:assets';`,
		'<Font cssVariable="--besley" preload />',
	),
	'src/pages/plain.astro': page('', '<p>plain</p>'),
	'src/pages/island.astro': page(`import B from '../components/B.jsx';`, '<B client:load />'),
	'src/pages/sa.astro': page(`import S from '../components/Sa.astro';`, '<S />'),
	'src/pages/sb.astro': page(`import S from '../components/Sb.astro';`, '<S />'),
	'src/pages/banner.astro': '<p>{import.meta.env.PUBLIC_BANNER} {import.meta.env.MODE}</p>',
	'src/pages/secret.astro': `---\nimport { SECRET_WORD } from 'astro:env/server';\n---\n<p>{SECRET_WORD.length}</p>`,
	'src/images/service.ts': imageService('one'),
	'src/images/marks.ts': `export const marks = 'one';`,
	'src/pages/red.astro': picture,
	'src/pages/blue.astro': picture.replace('red.png', 'blue.png'),
	'src/pages/first.astro': page('', '<i>first</i>'),
	'src/pages/second.astro': page('', '<i>second</i>'),
	'src/pages/target.astro': '<p>target</p>',
	'src/pages/rewritten.astro': `---\nreturn Astro.rewrite('/target');\n---\n`,
	'src/pages/passed.astro': '<p>never seen</p>',
	'src/pages/a:b.astro': '<p>colon</p>',
	'src/pages/spread/[id].astro': props(
		`return posts.map((post, at) => ({ params: { id: post.data.slug }, props: { post: { ...post, next: posts[at + 1]?.data.name } } }));`,
	),
	'src/pages/changed/[id].astro': props(
		`posts.forEach((post, at) => { post.data.next = posts[at + 1]?.data.name; }); return posts.map((post) => ({ params: { id: post.data.slug }, props: { post } }));`,
	),
	'src/pages/opaque/[id].astro': props(
		`return [['f', { list: () => total }], ['p', { list: Promise.resolve(total) }], ['c', { post: new Post(total) }]].map(([id, props]) => ({ params: { id }, props }));`,
	),
	'src/pages/pages/[page].astro': `---
import { getCollection } from 'astro:content';
export const getStaticPaths = async ({ paginate }) => paginate(await getCollection('pages'), { pageSize: 2 });
---
{Astro.props.page.data.map(({ data }) => <p>{data.name}</p>)}`,
};

/** Two images of one pixel, in base64. */
const pixels = {
	'red.png':
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWP4z8AAAAMBAQCc479ZAAAAAElFTkSuQmCC',
	'blue.png':
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNgYPgPAAEDAQBdlO9aAAAAAElFTkSuQmCC',
};

const font = createRequire(import.meta.url).resolve(
	'@fontsource-variable/besley/files/besley-latin-wght-normal.woff2',
);

let site: Site;

beforeAll(async () => {
	site = await createSite(files);
	for (const [name, bytes] of Object.entries(pixels))
		await writeFile(join(site.folder, 'src/images', name), Buffer.from(bytes, 'base64'));
	await copyFile(font, join(site.folder, 'src/images/besley.woff2'));
});
afterAll(() => site?.delete());

async function build(env: Record<string, string> = {}, args: string[] = []) {
	const { code, output } = await site.astro(['build', ...args], { SLUGLINE_EXPLAIN: '1', ...env });
	expect(code, output).toBe(0);
	const [, rendered = 0, cached = 0] = (/(\d+) pages? rendered, (\d+) kept/.exec(output) ?? []).map(Number);
	return { output, rendered, cached };
}

/** Output of a clean build in the same folder. Restores the cache and the previous output afterwards. */
async function clean(env: Record<string, string> = {}, args: string[] = []) {
	const cache = join(site.folder, 'node_modules/.astro');
	const dist = join(site.folder, 'dist');
	await rename(cache, `${cache}-aside`);
	await rename(dist, `${dist}-aside`);
	await build(env, args);
	const output = await site.output();
	await site.remove('dist', 'node_modules/.astro');
	await rename(`${cache}-aside`, cache);
	await rename(`${dist}-aside`, dist);
	return output;
}

it('reuses unchanged pages with images made anew, and renders pages that are rewrites or whose props cannot be compared', async () => {
	const first = await build();
	// The image service reads this variable after all pages are rendered.
	const { rendered, cached, output } = await build({ MARK: 'set' });
	expect([rendered, cached], output).toEqual([6, first.rendered - 6]);
	expect(output).toContain('rendered /blue: Astro makes an image of it again');
	expect(output).toMatch(
		/rendered \/opaque\/f, \/opaque\/p, \/opaque\/c: `getStaticPaths` gives it something/,
	);
	expect(output).toMatch(/rendered \/passed, \/rewritten: it is a rewrite to src\/pages\/target\.astro/);
	const made = await site.output();
	const images = Object.entries(made).filter(([name]) => name.endsWith('.webp'));
	expect(images.map(([, text]) => text.replace(/\d+$/, 'size'))).toEqual(
		Array(2).fill('one,one,set,of config,size'),
	);
	expect(made).toEqual(await clean({ MARK: 'set' }));
});

it('gives the output of a clean build when styles, islands, and scripts are split and named differently', async () => {
	await site.write({
		'src/images/marks.ts': `export const marks = 'two';`,
		'src/pages/plain.astro': page(`import Card from '../components/Card.astro';`, '<Card />'),
		'src/components/Sb.astro': script('two'),
		'src/components/B.jsx': `import { useEffect, useState } from 'preact/hooks';\nexport default () => { const [n, set] = useState(0); useEffect(() => set(1), []); return <i>{n}</i>; };`,
		'src/pages/target.astro': '<p>another target</p>',
	});
	const { cached, output } = await build();
	expect(cached, output).toBe(0);
	expect(await site.output()).toEqual(await clean());
});

it('gives the output of a clean build when props, counters, the environment, the mode, and injected scripts change', async () => {
	await site.write({
		'space/blog/three.md': story('Drei'),
		'src/pages/first.astro': page(`import { uid } from '../lib/uid';`, '<b>{uid()}</b>'),
		'src/pages/second.astro': page(`import { uid } from '../lib/uid';`, '<b>{uid()}</b>'),
		'.env': 'PUBLIC_BANNER=bye\nSECRET_WORD=quiet\n',
	});
	const { output } = await build();
	expect(output).toContain('rendered /banner: its code changed: src/pages/banner.astro');
	expect(await site.output()).toEqual(await clean());
	// The mode alone takes three builds. In a short run, self-check.test.ts and cached-pages.test.ts change variables.
	if (!isLong) return;
	const plain = page('', '<i>without a counter</i>');
	await site.write({ 'src/pages/first.astro': plain, 'src/pages/second.astro': plain });
	await site.write({ '.env': 'PUBLIC_BANNER=bye\nSECRET_WORD=silence\n', 'data.txt': 'two' });
	await build({}, ['--mode', 'staging']);
	expect(await site.output()).toEqual(await clean({}, ['--mode', 'staging']));
});

it('shows other integrations the output of a clean build, without deleted pages', async () => {
	await site.remove('space/blog/two.md', 'src/pages/sa.astro');
	await build();
	expect(await site.output()).toEqual(await clean());
});

// In a short run, pack.test.ts builds in another folder from a moved cache.
it.runIf(isLong)('reuses cached pages when the cache is restored in another folder', async () => {
	await build();
	const other = await createSite({});
	try {
		for (const name of Object.keys(files).map((path) => path.split('/')[0] ?? path)) {
			await cp(join(site.folder, name), join(other.folder, name), { recursive: true });
		}
		await cp(join(site.folder, 'node_modules/.astro'), join(other.folder, 'node_modules/.astro'), {
			recursive: true,
		});
		const { code, output } = await other.build({ SLUGLINE_EXPLAIN: '1' });
		expect(code, output).toBe(0);
		// Astro derives the ids of islands from the folder, so pages with islands are rendered.
		expect(output).toMatch(/\n.*9 pages rendered, 18 kept/);
		const made = await other.output();
		expect((await other.astro(['build', '--force'])).code).toBe(0);
		expect(made).toEqual(await other.output());
	} finally {
		await other.delete();
	}
});
