import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Space } from 'astro-slugline/space';
import { beforeAll, describe, expect, it } from 'vitest';
import { onKeep } from '../support/keep-site.js';
import { listen } from '../support/listen.js';
import { isLong } from '../support/long.js';
import { checking, config, createSite, plainSite, type Site } from '../support/site.js';

const space = {
	'space/space.yaml': 'name: Kept\n',
	'space/one.md': '---\nname: One\ncontent: { component: article, title: One }\n---\n',
	'space/two.md': '---\nname: Two\ncontent: { component: article, title: Two }\n---\n',
};

const files = { ...plainSite, ...space, 'astro.config.mjs': config(`{ space: './space' }`) };

/** Astro itself leaves the folder `t` when it empties the output. */
const foreignFiles = [
	...['two/foreign.txt', 'foreign/index.html', 'foreign.txt', 'deep/foreign.txt', 'files/foreign.txt'],
	't/foreign.txt',
];

/** Starts a server with these answers. Resolves to its address. */
async function serve(answer: () => string): Promise<string> {
	return (await listen((_, response) => void response.end(answer()))).url;
}

const make = (more: Record<string, string> = {}): Promise<Site> => createSite({ ...files, ...more });

/** Builds, and returns the log lines about pages. */
async function build(of: Site, args: string[] = [], env: Record<string, string> = {}): Promise<string[]> {
	const output = await of.built({ SLUGLINE_EXPLAIN: '1', ...env }, args);
	return [
		...output.matchAll(
			/\[astro-(?:slugline|keep)[^\]]*\] (\d+ pages? rendered, \d+ kept|rendered .*|.*uses its own prerenderer.*)/g,
		),
	].map(([, line = '']) => line);
}

it('renders a page in every build if it calls fetch() or alwaysRender()', async () => {
	let asked = 0;
	const url = await serve(() => String(++asked));
	const of = await make({
		'src/pages/fetched.astro': `---\nconst text = await (await fetch('${url}')).text();\n---\n<p>{text}</p>`,
		'src/pages/requested.astro': `---
import { get } from 'node:http';
const text = await new Promise((done) => get('${url}', (answer) => answer.setEncoding('utf8').on('data', done)));
---
<p>{text}</p>`,
		'src/lib/clock.ts': `import { alwaysRender } from 'astro-slugline/content';\nexport const now = () => { alwaysRender(); return 'now'; };`,
		'src/pages/clock.astro': `---\nimport { now } from '../lib/clock';\n---\n<p>{now()}</p>`,
	});
	await build(of, [], checking);
	expect(await build(of)).toMatchInlineSnapshot(`
		[
		  "3 pages rendered, 2 kept",
		  "rendered /clock: it asks to be rendered in every build (src/lib/clock.ts)",
		  "rendered /fetched: it calls fetch() or opens a connection while rendering (src/pages/fetched.astro), and the response may have changed",
		  "rendered /requested: it calls fetch() or opens a connection while rendering (src/pages/requested.astro), and the response may have changed",
		]
	`);
	const { 'fetched/index.html': fetched, 'requested/index.html': requested } = await of.output();
	// The first build has rendered them four times: for itself, in a thread, and twice in a row, since the answers differ.
	expect([fetched, requested].join()).toMatch(/<p>9<\/p>.*<p>10<\/p>/);
});

it('renders every page if a stateful module calls fetch()', async () => {
	let answer = 'old';
	const url = await serve(() => answer);
	const page = `---\nimport { stars } from '../lib/stars';\n---\n<p>{await stars()}</p>`;
	const of = await make({
		'src/lib/stars.ts': `let kept;\nexport const stars = async () => (kept ??= await (await fetch('${url}')).text());`,
		'src/pages/first.astro': page,
		'src/pages/second.astro': page,
	});
	await build(of, [], checking);
	answer = 'new';
	expect(await build(of)).toMatchInlineSnapshot(`
		[
		  "4 pages rendered, 0 kept",
		  "rendered /first, /second, /one, /two: src/lib/stars.ts calls fetch() for all pages, and the response may have changed",
		]
	`);
	const output = await of.output();
	expect([output['first/index.html'], output['second/index.html']]).toEqual(
		Array(2).fill('<!DOCTYPE html><p>new</p>'),
	);
});

it('renders all pages together if one changes an entry in place that others show, wherever it got it', async () => {
	const shows = `---
import { getEntry } from 'astro:content';
const { data } = await getEntry('pages', 'one');
---
<p>{data.content.title}</p>`;
	const changes = `---
import { all } from '../lib/all';
const [one] = await all();
one.content.title += '!';
---
<p>{one.content.title}</p>`;
	const of = await make({
		'src/lib/all.ts': `import { getCollection } from 'astro:content';
export const all = async () => (await getCollection('pages')).sort((a, b) => a.id.localeCompare(b.id)).map(({ data }) => data);`,
		'src/pages/first.astro': '<p>first</p>',
		'src/pages/second.astro': shows,
	});
	await build(of, [], checking);
	// A change that is new is found when the page is rendered. The pages that were to stay are rendered then.
	await of.write({ 'src/pages/first.astro': changes });
	const output = await of.built();
	expect(output).toContain('Pages change entries in place, which all pages share: one of pages.');
	expect(output).toContain('3 pages rendered, 1 kept');
	expect((await of.output())['second/index.html']).toContain('<p>One!</p>');
});

it('reuses cached pages no matter which program starts the build and what it logs, until a variable that is read changes', async () => {
	// Vite inlines each variable whose name occurs in the code, such as `_`, which shells set to the program that they start.
	const of = await make({
		'src/middleware.ts': `const its_environment = import.meta.env;\nexport const onRequest = (_, next) => its_environment && next();`,
		'src/pages/promo.astro': `---\nimport { env } from 'node:process';\n---\n<p>{env.PROMO}</p>`,
	});
	await build(of, ['--silent'], { _: '/usr/bin/npm' });
	expect(await build(of, [], { _: '/usr/bin/env' })).toEqual(['0 pages rendered, 3 kept']);
	const [, why] = await build(of, [], { PROMO: 'spring' });
	expect(why).toBe('rendered /promo: the environment variable PROMO changed');
	expect((await of.output())['promo/index.html']).toContain('<p>spring</p>');
});

it('renders only what changed if an integration rewrites pages, and an adapter changes images as that of Cloudflare', async () => {
	const stamp = `{ name: 'stamp', hooks: { 'astro:build:done': async ({ dir, pages }) => {
		for (const { pathname } of pages) await appendFile(new URL(pathname + 'index.html', dir), '<!-- stamp -->');
	} } }`;
	const adapter = `{ name: 'adapter', hooks: { 'astro:build:start': ({ setPrerenderer }) => setPrerenderer((inner) => ({ ...inner, collectStaticImages: async () => new Map() })) } }`;
	const of = await make({
		'astro.config.mjs': `import { appendFile } from 'node:fs/promises';\n${config(`{ space: './space' }`).replace("slugline({ space: './space' })", `${adapter}, slugline({ space: './space' }), ${stamp}`)}`,
	});
	await build(of);
	const clean = await of.output();
	expect(clean['two/index.html']).toContain('<!-- stamp -->');
	expect(await build(of)).toEqual(['0 pages rendered, 2 kept']);
	expect(await of.output()).toEqual(clean);
});

it('says that incremental rendering is off if an integration sets its own prerenderer', async () => {
	const elsewhere = `{ name: 'elsewhere', hooks: { 'astro:build:start': ({ setPrerenderer }) => setPrerenderer((inner) => ({ ...inner, render: (...asked) => inner.render(...asked) })) } }`;
	const of = await make({
		'astro.config.mjs': config(`{ space: './space' }`).replace(
			'integrations: [',
			`integrations: [${elsewhere}, `,
		),
	});
	expect(await build(of)).toMatchInlineSnapshot(`
		[
		  "elsewhere uses its own prerenderer, so incremental rendering is off: every page is rendered in every build.",
		]
	`);
});

describe('a site that is built repeatedly', () => {
	let of: Site;
	let space: Space;
	let clean: Record<string, string>;

	beforeAll(async () => {
		of = await createSite({ ...files, 'public/files/a.txt': 'a' });
		space = of.space();
		await space.edit.write('deep/three', { content: { component: 'article' } });
		await build(of, [], checking);
		clean = await of.output();
	});

	it.each(isLong ? foreignFiles.map((path) => [path]) : [foreignFiles])(
		'removes foreign files from the output: %s',
		async (...paths) => {
			await of.write(Object.fromEntries(paths.map((path) => [`dist/${path}`, 'foreign'])));
			await of.write({ 'dist/two/index.html': 'foreign' });
			expect(await build(of)).toEqual(['0 pages rendered, 3 kept']);
			expect(await of.output()).toEqual(clean);
		},
	);

	it('lets a public file replace a page while the file exists, as Astro does', async () => {
		await of.write({ 'public/two/index.html': 'public' });
		for (let round = 0; round < 2; round++) {
			expect(await build(of)).toEqual(['0 pages rendered, 3 kept']);
			expect(await of.output()).toEqual({ ...clean, 'two/index.html': 'public' });
		}
		await of.remove('public/two');
		expect(await build(of)).toEqual(['0 pages rendered, 3 kept']);
		expect(await of.output()).toEqual(clean);
	});

	it('trusts only finished builds after one was killed and its change was reverted', async () => {
		const edit = (title: string) => space.edit.write('one', { content: { component: 'article', title } });
		await edit('For a moment');
		await of.killed(1);
		await edit('One');
		// The build may have ended before it was killed: then the page is rendered once more.
		expect((await build(of))[0]).toMatch(/^(0 pages rendered, 3|1 page rendered, 2) kept$/);
		const { 'slugline.json': _now, ...pages } = await of.output();
		const { 'slugline.json': _then, ...cleanPages } = clean;
		expect(pages).toEqual(cleanPages);
	});

	it('does not write the files of cached pages again, and removes files that the site no longer has', async () => {
		const page = join(of.folder, 'dist/two/index.html');
		const before = await stat(page);
		await space.edit.delete('one');
		await of.remove('public/files');
		expect(await build(of)).toEqual(['0 pages rendered, 2 kept']);
		expect((await stat(page)).ctimeMs).toBe(before.ctimeMs);
		expect(Object.keys(await of.output()).filter((path) => path !== 'slugline.json')).toEqual([
			'deep/three/index.html',
			'two/index.html',
		]);
	});

	it.skipIf(onKeep)('renders every page with --force, and with `incremental: false`', async () => {
		expect(await build(of, ['--force'])).toMatchInlineSnapshot(`
			[
			  "2 pages rendered, 0 kept",
			  "rendered /deep/three, /two: there is no earlier build to compare with, as with --force",
			]
		`);
		await of.write({ 'astro.config.mjs': config(`{ space: './space', incremental: false }`) });
		expect(await build(of)).toEqual([]);
	});
});

it.skipIf(onKeep)(
	'renders pages when a schema of the content config or an entry of another loader changes',
	async () => {
		const schema = (text: string) =>
			`import { z } from 'astro/zod';\nexport const content = z.looseObject({ title: z.string().transform((title) => title + '${text}') });`;
		const image = (width: number) =>
			`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="10"><rect width="${width}" height="10"/></svg>`;
		const of = await make({
			'notes/note.md': '---\ntitle: Note\n---\n![drawn](./drawing.svg)\n',
			'notes/drawing.svg': image(10),
			'src/schema.ts': schema('!'),
			'src/schemas/content.ts': `export { content } from '../schema';`,
			'src/versions.json': '"1.2.3"',
			'src/content.config.ts': `
import { readFile } from 'node:fs/promises';
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { stories, storySchema } from 'astro-slugline/loaders';
const { content } = import.meta.glob('./schemas/*.ts', { eager: true })['./schemas/content.ts'];
const load = async ({ store }) => {
	const version = JSON.parse(await readFile('src/versions.json', 'utf8'));
	store.set({ id: 'tool', data: { version }, digest: version });
};
export const collections = {
	pages: defineCollection({ loader: stories(), schema: storySchema({ content }) }),
	versions: defineCollection({ loader: { name: 'versions', load } }),
	notes: defineCollection({ loader: glob({ pattern: '*.md', base: './notes' }), schema: content }),
};`,
			'src/pages/version.astro': `---\nimport { getEntry } from 'astro:content';\n---\n<p>{(await getEntry('versions', 'tool')).data.version}</p>`,
			'src/pages/note.astro': `---
import { getEntry, render } from 'astro:content';
const note = await getEntry('notes', 'note');
const { Content } = await render(note);
---
<h1>{note.data.title}</h1>
<Content />`,
		});
		await build(of, [], checking);
		expect((await of.output())['one/index.html']).toContain('<h1>One!</h1>');
		// A digest in the format of Slugline's own, and a different image with the same name.
		await of.write({ 'src/versions.json': '"2.2.3"', 'notes/drawing.svg': image(20) });
		expect(await build(of)).toMatchInlineSnapshot(`
		[
		  "2 pages rendered, 2 kept",
		  "rendered /note: the image notes/drawing.svg changed",
		  "rendered /version: \`data.version\` of \`tool\` in \`versions\` changed",
		]
	`);
		expect((await of.output())['version/index.html']).toContain('2.2.3');
		await of.write({ 'src/schema.ts': schema('?') });
		await build(of);
		const after = await of.output();
		expect(after['one/index.html']).toContain('<h1>One?</h1>');
		// Astro itself compares only the text of `content.config`.
		expect(after['note/index.html']).toContain('<h1>Note?</h1>');
		await of.remove('dist', 'node_modules/.astro');
		await build(of);
		expect(await of.output()).toEqual(after);
	},
);

describe('damaged files of the cache', () => {
	const damages: Record<string, (bytes: Buffer) => Buffer> = {
		half: (bytes) => bytes.subarray(0, bytes.length >> 1),
		digit(bytes) {
			const at = bytes.findLastIndex((byte) => byte >= 0x31 && byte <= 0x38);
			return at < 0 ? bytes : Buffer.from(bytes.with(at, (bytes[at] ?? 0) + 1));
		},
		flip: (bytes) => Buffer.from(bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 4)),
		empty: () => Buffer.alloc(0),
	};
	const kinds = isLong ? Object.keys(damages) : ['half', 'digit'];
	let site: Site;
	let clean: Record<string, string>;
	/** The files that the package has cached, as a build left them. */
	const cached = new Map<string, Buffer>();

	beforeAll(async () => {
		site = await make({
			'redirects.json': '[]',
			'astro.config.mjs': config(`{ space: './space', redirects: {} }`),
		});
		const cache = join(site.folder, 'node_modules/.astro');
		const edit = { 'space/one.md': space['space/one.md'].replace('title: One', 'title: Changed') };
		await site.write(edit);
		await site.built();
		clean = await site.output();
		await site.write(space);
		await site.remove('node_modules/.astro', 'dist');
		await site.built();
		for (const entry of await readdir(cache, { recursive: true, withFileTypes: true })) {
			const path = join(entry.parentPath, entry.name);
			const isOurs = /^\/(?:slugline|astro-keep)/.test(path.slice(cache.length));
			if (isOurs && entry.isFile()) cached.set(path, await readFile(path));
		}
		expect(cached.size).toBeGreaterThan(4);
		await site.write(edit);
	});

	/** Damages files, builds, and restores the cache for the next build. */
	async function outputWith(files: readonly string[], damage: (bytes: Buffer) => Buffer) {
		for (const [path, bytes] of cached) {
			await mkdir(dirname(path), { recursive: true });
			await writeFile(path, files.includes(path) && bytes.length > 0 ? damage(bytes) : bytes);
		}
		await site.built();
		return site.output();
	}

	it.each(kinds)('count as missing: %s', async (kind) => {
		const files = [...cached.keys()];
		for (const damaged of isLong ? [files, ...files.map((file) => [file])] : [files])
			expect(await outputWith(damaged, damages[kind] ?? Buffer.from), damaged.join()).toEqual(clean);
	});
});
