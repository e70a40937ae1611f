import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTree } from '../support/read-tree.js';
import { createSite, type Given, inOwnProcess, type Site } from '../support/site.js';

// What pages depend on that no import of theirs shows, and what happens to the output between builds. None checks a sample: that
// would find what the build itself has missed.

const config = `
import keep from 'astro-keep';
export default { integrations: [keep({ check: false })] };`;

const post = (text: string) => `---\ntitle: A post\n---\n${text}\n`;

const plain = {
	'astro.config.mjs': config,
	'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
export const collections = { posts: defineCollection({ loader: glob({ pattern: '*.md', base: 'src/posts' }) }) };`,
	'src/posts/one.md': post('First'),
	'src/pages/posts/[id].astro': `---
import { getCollection, render } from 'astro:content';
export const getStaticPaths = async () => (await getCollection('posts')).map((post) => ({ params: { id: post.id }, props: { post } }));
const { Content } = await render(Astro.props.post);
---
<Content />`,
	'src/pages/plain.astro': '<p>plain</p>',
};

const counts = (output: string): string => /\d+ pages? rendered, \d+ kept/.exec(output)?.[0] ?? output;

/** A site whose pages a first build has rendered, and a second one has checked. */
class CheckedSite {
	/** What clean builds made, by their files and arguments. */
	private readonly clean = new Map<string, Record<string, string>>();

	private constructor(
		readonly site: Site,
		private readonly files: Record<string, string>,
		private readonly given: Given,
	) {}

	static async create(more: Record<string, string>, given: Given = {}): Promise<CheckedSite> {
		const files = { ...plain, ...more };
		const checked = new CheckedSite(await createSite(files, given), files, given);
		await checked.site.built();
		await checked.edit();
		await checked.site.built();
		return checked;
	}

	async write(files: Record<string, string>): Promise<void> {
		Object.assign(this.files, files);
		await this.site.write(files);
	}

	/** Changes a post. */
	edit = (): Promise<void> =>
		this.write({ 'src/posts/one.md': `${this.files['src/posts/one.md']}\nOne more line.\n` });

	/** Builds, and compares the output with that of a site of the same files that was never built. */
	async exact(args: readonly string[] = [], folder = 'dist'): Promise<string> {
		const output = await this.site.built({}, args);
		const made = await readTree(join(this.site.folder, folder));
		expect(made).toEqual(await this.cleanly(args, folder));
		return counts(output);
	}

	private async cleanly(args: readonly string[], folder: string): Promise<Record<string, string>> {
		const key = JSON.stringify([this.files, args]);
		const known = this.clean.get(key);
		if (known) return known;
		const site = await createSite(this.files, this.given);
		await site.built({}, args);
		const made = await readTree(join(site.folder, folder));
		this.clean.set(key, made);
		return made;
	}
}

const show = (text: string) => `exports.text = '${text}';`;
const manifest = (name: string, rest = {}) => JSON.stringify({ name, version: '1.0.0', ...rest });

it('renders all pages if a package or a file changed that they load while they run', async () => {
	// Node loads a package once per process.
	const given = { runner: inOwnProcess };
	const files = {
		'src/pages/required.astro': `---
import { createRequire } from 'node:module';
const require = createRequire(process.cwd() + '/');
const local = require('./data/local.cjs');
---
<p>{require('late').text} {local.text} {require('./data/list.json').join()}</p>`,
		'src/pages/imported.astro': `---
const name = ['com', 'puted'].join('');
const { text } = await import(/* @vite-ignore */ name);
---
<p>{text}</p>`,
		'src/pages/undeclared.astro': `---\nimport { text } from 'declared';\n---\n<p>{text}</p>`,
		'data/local.cjs': `exports.text = require('./inner.cjs').text;`,
		'data/inner.cjs': show('inner'),
		'data/list.json': '["one"]',
		'node_modules/late/package.json': manifest('late', { dependencies: { below: '*' } }),
		'node_modules/late/index.js': `exports.text = 'late ' + require('below').text;`,
		'node_modules/below/package.json': manifest('below'),
		'node_modules/below/index.js': show('below'),
		'node_modules/computed/package.json': manifest('computed', { type: 'module', exports: './index.js' }),
		'node_modules/computed/index.js': `export const text = 'computed';`,
		'node_modules/declared/package.json': manifest('declared'),
		'node_modules/declared/index.js': `exports.text = 'declared ' + require('hidden').text;`,
		'node_modules/hidden/package.json': manifest('hidden'),
		'node_modules/hidden/index.js': show('hidden'),
	};
	const checked = await CheckedSite.create(files, given);
	for (const [path, text] of [
		['data/local.cjs', `exports.text = 'local ' + require('./inner.cjs').text;`],
		['data/inner.cjs', show('inner 2')],
		['data/list.json', '["one", "two"]'],
		['node_modules/late/index.js', `exports.text = 'later ' + require('below').text;`],
		['node_modules/below/index.js', show('below 2')],
		['node_modules/computed/index.js', `export const text = 'computed 2';`],
		['node_modules/hidden/index.js', show('hidden 2')],
	] as const) {
		await checked.write({ [path]: text });
		expect(counts(await checked.site.built()), path).toBe('5 pages rendered, 0 kept');
	}
	expect(counts(await checked.site.built())).toBe('0 pages rendered, 5 kept');
	await checked.edit();
	expect(await checked.exact()).toBe('1 page rendered, 4 kept');
	const html = (await checked.site.output())['required/index.html'];
	expect(html).toContain('<p>later below 2 local inner 2 one,two</p>');
});

it('equals a clean build whatever happens to the output, and wherever it is', async () => {
	const checked = await CheckedSite.create({ 'public/robots.txt': 'all' });
	const { site } = checked;
	const at = (path: string) => join(site.folder, path);
	await rm(at('dist/plain/index.html'));
	expect(await checked.exact()).toBe('0 pages rendered, 2 kept');
	await rm(at('dist'), { recursive: true });
	expect(await checked.exact()).toBe('0 pages rendered, 2 kept');
	await site.write({ 'dist/plain/index.html': 'other', 'dist/more/index.html': 'more' });
	expect(await checked.exact()).toBe('0 pages rendered, 2 kept');
	await cp(at('dist'), at('old'), { recursive: true });
	await checked.edit();
	expect(await checked.exact()).toBe('1 page rendered, 1 kept');
	await rm(at('dist'), { recursive: true });
	await rename(at('old'), at('dist'));
	expect(await checked.exact()).toBe('0 pages rendered, 2 kept');
	// Another folder, and back to the one in which the last build left something else.
	await checked.edit();
	expect(await checked.exact(['--outDir', 'out'], 'out')).toBe('1 page rendered, 1 kept');
	expect(await checked.exact()).toBe('0 pages rendered, 2 kept');
	await checked.write({
		'astro.config.mjs': config.replace('{ integ', `{ outDir: './out', build: { client: './out/c' }, integ`),
	});
	expect(await checked.exact([], 'out')).toMatch(/ rendered, /);
	await checked.edit();
	await checked.exact([], 'out');
});

it('renders pages that show where the output is, if it is elsewhere', async () => {
	const checked = await CheckedSite.create({
		'src/pages/where.astro': `---
import { outDir, root } from 'astro:config/server';
---
<p>{outDir.href.slice(root.href.length)} {root.href}</p>`,
	});
	const { site } = checked;
	await site.built({}, ['--outDir', 'out']);
	const shown = async (folder: string) => (await readTree(join(site.folder, folder)))['where/index.html'];
	expect(await shown('out')).toContain('<p>out/ file:');
	await site.move();
	expect(counts(await site.built())).toBe('1 page rendered, 2 kept');
	expect(await shown('dist')).toContain(`<p>dist/ file://${site.folder}/</p>`);
});

it('renders pages that rewrite in each build', async () => {
	const files = {
		'src/middleware.ts': `
export const onRequest = (context, next) => {
	if (context.url.pathname.startsWith('/by-context')) return context.rewrite('/plain/');
	if (context.url.pathname.startsWith('/by-next')) return next('/plain/');
	return next();
};`,
		'src/pages/by-context.astro': '<p>never</p>',
		'src/pages/by-next.astro': '<p>never</p>',
		'src/pages/self/[name].astro': `---
import { readFileSync } from 'node:fs';
export const getStaticPaths = () => [
	{ params: { name: 'b' }, props: { text: readFileSync('text.txt', 'utf8') } },
	{ params: { name: 'a' }, props: { text: '' } },
];
if (Astro.params.name === 'a') return Astro.rewrite('/self/b/');
---
<p>{Astro.props.text}</p>`,
		'src/pages/to-static.astro': `---\nreturn Astro.rewrite('/plain/');\n---\n`,
		'src/pages/to-missing.astro': `---\nreturn Astro.rewrite('/nowhere/');\n---\n`,
		'src/pages/404.astro': '<p>Not found</p>',
		'text.txt': 'one',
	};
	const checked = await CheckedSite.create(files);
	await checked.write({ 'text.txt': 'two' });
	expect(await checked.exact()).toMatch(/pages rendered/);
	await checked.edit();
	await checked.write({ 'src/pages/plain.astro': '<p>plain 2</p>' });
	await checked.exact();
	await checked.write({ 'src/pages/404.astro': '<p>Nothing here</p>' });
	await checked.exact();
	expect(await checked.site.built({ KEEP_EXPLAIN: '1' })).toMatch(/self\/a.*rewrite/);
});

it('renders everything, and says so, with a Node that does not tell what it loads', async () => {
	const site = await createSite(plain, { runner: inOwnProcess });
	const without = `import module from 'node:module'; delete module.registerHooks;`;
	const environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(without)}` };
	for (const _ of [1, 2]) {
		const output = await site.built(environment);
		expect(output).toContain('Incremental rendering is off: it needs Node 22.15');
		// Astro lists the pages that it renders.
		expect(output).toContain('/plain/index.html (');
	}
	expect(counts(await site.built())).toBe('2 pages rendered, 0 kept');
});
