import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { isLong } from '../support/long.js';
import { engineReadmeFiles } from '../support/readme.js';
import { createSite, inOwnProcess, type Site } from '../support/site.js';

const post = (title: string, body: string) => `---\ntitle: ${title}\n---\n${body}\n`;

const config = (integrations: string) => `
${integrations.includes('slugline(') ? `import slugline from 'astro-slugline';` : ''}
${integrations.includes('keep(') ? `import keep from 'astro-keep';` : ''}
const told = {
	name: 'told',
	hooks: {
		'keep:pages': ({ pages, logger }) => logger.info(pages.filter(({ reason }) => reason).map(({ path }) => path).sort().join(' ') || 'none'),
		'keep:files': ({ changed, gone, logger }) => logger.info([...changed, ...gone].sort().join(' ') || 'no file'),
	},
};
export default { integrations: [${integrations}, told] };`;

const files = {
	'astro.config.mjs': config('keep()'),
	'src/content.config.ts': `
import { defineCollection, z } from 'astro:content';
import { file, glob } from 'astro/loaders';
export const collections = {
	posts: defineCollection({ loader: glob({ pattern: '*.md', base: 'src/posts' }), schema: z.object({ title: z.string() }) }),
	people: defineCollection({ loader: file('src/people.json'), schema: z.object({ name: z.string(), age: z.number() }) }),
};`,
	'src/posts/one.md': post('One', 'First'),
	'src/posts/two.md': post('Two', 'Second'),
	'src/people.json': '[{ "id": "ann", "name": "Ann", "age": 30 }]',
	'src/components/Title.astro': '<h1><slot /></h1>',
	'src/pages/index.astro': `---
import { getCollection } from 'astro:content';
const posts = await getCollection('posts');
---
<ul>{posts.map(({ data }) => <li>{data.title}</li>)}</ul>`,
	'src/pages/people.astro': `---
import { getEntry } from 'astro:content';
const { data } = await getEntry('people', 'ann');
---
<p>{data.name}</p>`,
	'src/pages/posts/[id].astro': `---
import { getCollection, render } from 'astro:content';
import Title from '../../components/Title.astro';
export const getStaticPaths = async () => (await getCollection('posts')).map((post) => ({ params: { id: post.id }, props: { post } }));
const { post } = Astro.props;
const { Content } = await render(post);
---
<Title>{post.data.title}</Title><Content />`,
	'src/pages/first.astro': `---
import { query } from 'astro-keep/content';
const [post] = await query({ collection: 'posts', sort: 'title', limit: 1, fields: ['title'] });
---
<p>{post.data.title}</p>`,
	'src/pages/posts.json.ts': `
import { getCollection } from 'astro:content';
export const GET = async () => Response.json((await getCollection('posts')).map(({ data }) => data.title));`,
};

/** The pages that a build has rendered. */
const rendered = (output: string): string => /\[told\] (.*)/.exec(output)?.[1] ?? 'no hook';

/** Builds a site, and compares its output with that of a clean build. */
async function exact(site: Site): Promise<string> {
	const output = await site.built();
	const made = await site.output();
	const clean = await createSite(
		Object.fromEntries(
			await Promise.all(
				Object.keys(files).map(async (path) => [
					path,
					await readFile(join(site.folder, path), 'utf8').catch(() => ''),
				]),
			),
		),
	);
	await clean.built();
	expect(made).toEqual(await clean.output());
	return rendered(output);
}

it('renders only what a change affects on a site without a space, and equals a clean build', async () => {
	const site = await createSite(files);
	await site.built();
	expect(await exact(site)).toBe('none');
	// The first build that could keep pages, and renders some, looks whether pages affect each other.
	await site.write({ 'src/posts/two.md': post('Two', 'Second, once more') });
	expect(await exact(site)).toBe('/ /first /people /posts.json /posts/one /posts/two');
	await site.write({ 'src/posts/two.md': post('Two', 'Second, edited') });
	expect(await exact(site)).toBe('/posts/two');
	await site.write({ 'src/posts/two.md': post('Zwei', 'Second, edited') });
	expect(await exact(site)).toBe('/ /posts.json /posts/two');
	await site.write({ 'src/people.json': '[{ "id": "ann", "name": "Ann", "age": 31 }]' });
	expect(await exact(site)).toBe('none');
	await site.write({ 'src/people.json': '[{ "id": "ann", "name": "Anna", "age": 31 }]' });
	expect(await exact(site)).toBe('/people');
	await site.write({ 'src/posts/three.md': post('Three', 'Third') });
	const output = await site.built();
	expect(rendered(output)).toBe('/ /posts.json /posts/three');
	await site.write({ 'src/posts/zero.md': post('An', 'Zero') });
	expect(rendered(await site.built())).toBe('/ /first /posts.json /posts/zero');
	await site.remove('src/posts/zero.md');
	await site.built();
	await site.remove('src/posts/three.md');
	expect(await exact(site)).toBe('/ /posts.json');
	await site.write({ 'src/components/Title.astro': '<h2><slot /></h2>' });
	await site.built();
	expect(await exact(site)).toBe('none');
});

it('has one engine where slugline() includes it, wherever keep() is listed', async () => {
	const space = `slugline({ space: './space', defaultLanguage: 'en' })`;
	const site = await createSite({
		...files,
		'astro.config.mjs': config(`keep(), ${space}`),
		'space/space.yaml': 'name: Small\n',
		'space/index.md': '---\ncontent: { component: page }\n---\n',
	});
	for (const integrations of [`keep(), ${space}`, `${space}, keep({ explain: true })`]) {
		await site.write({ 'astro.config.mjs': config(integrations) });
		const output = await site.built();
		expect(output.match(/pages rendered, /g)).toHaveLength(1);
		expect(output.includes('The options of keep() have no effect')).toBe(integrations.includes('explain'));
	}
});

it('warns of a field that no entry has, and of alwaysRender() in getStaticPaths()', async () => {
	const site = await createSite({
		...files,
		'src/pages/first.astro': files['src/pages/first.astro']
			.replace(`['title']`, `['titel']`)
			.replace('post.', 'post?.'),
		'src/pages/posts/[id].astro': files['src/pages/posts/[id].astro']
			.replace('async () => (', 'async () => (alwaysRender(), ')
			.replace('---', `---\nimport { alwaysRender } from 'astro-keep/content';`),
	});
	const output = await site.built();
	expect(output).toContain('query() names the field `titel`, which no entry of `posts` has.');
	expect(output).toContain('alwaysRender() has no effect in getStaticPaths()');
});

it('explains a page, and checks all pages of a build', async () => {
	const site = await createSite(files);
	await site.built();
	await site.write({ 'src/posts/two.md': post('Two', 'Edited') });
	expect(await site.built({ KEEP_EXPLAIN: '1' })).toContain('the body of `two` in `posts` changed');
	const { stdout } = await promisify(execFile)(process.execPath, [
		fileURLToPath(new URL('../../packages/astro-keep/bin/astro-keep.js', import.meta.url)),
		...['explain', '/posts/two', '--cache', join(site.folder, 'node_modules/.astro')],
	]);
	expect(stdout).toContain('the body of `two` in `posts`');
	expect(await site.built({ KEEP_VERIFY: '1' })).toMatch(/0 pages rendered, 5 kept, 6 checked/);
});

it('shows what the README shows', async () => {
	const shown = await engineReadmeFiles();
	expect(Object.keys(shown)).toHaveLength(4);
	const site = await createSite({
		...files,
		...shown,
		'astro.config.mjs': String(shown['astro.config.mjs'])
			.replace('keep from', `{ purge } from './purge.ts';\nimport keep from`)
			.replace('[keep()]', '[keep(), purge]')
			.concat('globalThis.purgeFromCdn = (files) => console.log("purged", files.length, "files");'),
	});
	expect(await site.built()).toMatch(/purged \d+ files/);
	const output = await site.output();
	expect(output['built/index.html']).toMatch(/<p>\d{4}-\d\d-\d\dT/);
});

it('keeps nothing of a build in which pages have another version of the package', async () => {
	const site = await createSite({
		...files,
		'astro.config.mjs': config('keep()').replace(
			'integrations:',
			`vite: { environments: { prerender: { resolve: { noExternal: ['other-keep'] } } } }, integrations:`,
		),
		'src/pages/other.astro': `---\nimport { alwaysRender } from 'other-keep/content';\nalwaysRender();\n---\n<p>x</p>`,
	});
	const other = join(site.folder, 'node_modules/other-keep');
	await cp(fileURLToPath(new URL('../../packages/astro-keep/', import.meta.url)), other, {
		recursive: true,
		filter: (path) => !/\/(?:node_modules|src)$/.test(path),
	});
	const channel = join(other, 'dist/tracking/build-channel.js');
	const text = await readFile(channel, 'utf8');
	await writeFile(channel, text.replace('const protocol = 1;', 'const protocol = 2;'));
	for (const _ of [1, 2]) {
		const output = await site.built();
		expect(output).toContain('This build contains two versions of astro-keep');
		// Astro lists the pages that it renders.
		expect(output).toContain('/posts/one/index.html (');
	}
	await site.remove('src/pages/other.astro');
	const { output } = await site.build();
	expect(output).not.toContain('two versions');
	expect(output).toContain('5 pages rendered, 0 kept');
	expect(await site.built()).toContain('0 pages rendered, 5 kept');
});

const flags = ['--no-audit', '--no-fund', '--prefer-offline'];

// Installs from the registry, so only in a long run.
it.runIf(isLong).each([
	['npm', ['npm', 'install', ...flags]],
	['pnpm', ['npx', '--yes', 'pnpm@10', 'install', '--prefer-offline', '--ignore-workspace']],
])(
	'renders what a change affects where %s has installed the packages',
	async (_, [program = '', ...args]) => {
		const { devDependencies } = JSON.parse(
			await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
		);
		const { tarball, engine } = inject('packed');
		const page = `---
import { query } from 'astro-slugline/content';
const [story] = await query({ collection: 'stories', where: { name: 'One' }, fields: ['content.title'] });
---
<p>{story.data.content.title}</p>`;
		const loaded = `import { stories } from 'astro-slugline/loaders';\n${files['src/content.config.ts'].replace('collections = {', 'collections = { stories: defineCollection({ loader: stories() }),')}`;
		const story = (title: string, text: string) =>
			`---\nname: One\ncontent:\n  component: page\n  title: ${title}\n  text: ${text}\n---\n`;
		const both = {
			'astro.config.mjs': config(`slugline({ space: './space', defaultLanguage: 'en' })`).replaceAll(
				'keep:pages',
				'slugline:pages',
			),
			'src/content.config.ts': loaded,
			'src/pages/story.astro': page,
			'space/space.yaml': 'name: Small\n',
			'space/one.md': story('One', 'first'),
		};
		for (const [added, dependencies] of [
			[{}, { 'astro-keep': `file:${engine}` }],
			[both, { 'astro-slugline': `file:${tarball}` }],
		] as const) {
			const site = await createSite(
				{
					...files,
					...added,
					'package.json': JSON.stringify({
						type: 'module',
						dependencies: { astro: devDependencies.astro, ...dependencies },
					}),
				},
				{ runner: inOwnProcess },
			);
			await site.remove('node_modules');
			await promisify(execFile)(program, args, { cwd: site.folder });
			const environment = { PATH: `${join(site.folder, 'node_modules/.bin')}:${process.env['PATH']}` };
			const build = async () => {
				const { code, output } = await site.astro(['build'], environment);
				expect(code, output).toBe(0);
				return rendered(output);
			};
			await build();
			await site.write({ 'src/posts/two.md': post('Two', 'Second, edited') });
			await build();
			await site.write({ 'src/posts/two.md': post('Two', 'Second, edited again') });
			expect(await build()).toBe('/posts/two');
			if (!('space/one.md' in added)) continue;
			await site.write({ 'space/one.md': story('One', 'second') });
			expect(await build()).toBe('none');
			await site.write({ 'space/one.md': story('Eins', 'second') });
			expect(await build()).toBe('/story');
		}
	},
);
