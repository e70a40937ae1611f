import { hash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { config, createSite, plainSite, type Site } from '../support/site.js';

const article = (title: string) =>
	`---\nname: ${title}\ncontent:\n  component: article\n  title: ${title}\n---\n`;

const space = {
	'space/space.yaml': 'name: Small\nlanguages: [de]\n',
	'space/index.md': article('Home'),
	'space/blog/one.md': article('One'),
	'space/blog/one.de.md': '---\nslug: eins\ncontent:\n  title: Eins\n---\n',
};

const siteOf = (files: Record<string, string>): Promise<Site> =>
	createSite({ ...plainSite, ...space, ...files });

async function build(of: Site): Promise<string> {
	const output = await of.built();
	return output;
}

/** The file of cached routes. */
async function routeFile(of: Site): Promise<string> {
	const folder = join(of.folder, 'node_modules/.astro/slugline');
	const [name = '', ...others] = (await readdir(folder)).filter((name) => name.startsWith('routes-default.'));
	expect(others).toEqual([]);
	return join(folder, name);
}

const unnamed = 'The code of the default language is unknown';

it('builds from the cached routes, and repeats their warnings', async () => {
	const of = await siteOf({ 'astro.config.mjs': config(`{ space: './space' }`) });
	expect(await build(of)).toContain(unnamed);
	const first = await of.output();
	const again = await build(of);
	expect(again).toContain('Small, cv ');
	expect(again).toContain(': unchanged, 2 stories and 1 translation (1 request');
	expect(again).toContain(unnamed);
	expect(await of.output()).toEqual(first);

	// No route table would contain these routes, so they come from the file.
	const file = await routeFile(of);
	const [head = '', text = ''] = (await readFile(file, 'utf8')).split('\n');
	const marked = text.replaceAll('/de/blog/eins/', '/de/blog/marked/');
	expect(marked).not.toBe(text);
	await writeFile(
		file,
		`${JSON.stringify({ ...JSON.parse(head), hash: hash('sha256', marked).slice(0, 32), count: 77 })}\n${marked}`,
	);
	// Without a record of it, the page is rendered.
	await of.remove('node_modules/.astro/slugline/pages.state');
	await build(of);
	const built = await of.output();
	expect(built['blog/one/index.html']).toContain('href="/de/blog/marked/"');
	expect(JSON.parse(built['slugline.json'] ?? '').counts).toEqual({
		stories: 2,
		variants: 3,
		folders: 1,
		routes: 77,
	});
});

it('ships the routes with a server, leaves the files of unchanged pages alone, and keeps nothing that has gone', async () => {
	const astro = (rest = '') =>
		config(
			`{ space: './space', defaultLanguage: 'en', incremental: { check: false } }`,
			`adapter: (await import('@astrojs/node')).default({ mode: 'middleware' }), ${rest}`,
		);
	const server = (text: string) => `---\nexport const prerender = false;\n---\n${text}`;
	const of = await siteOf({
		'astro.config.mjs': astro(),
		'src/pages/now.astro': server('first <style>p { color: red }</style>'),
		'src/pages/now.json.ts': `
import { getEntry } from 'astro:content';
import { routeOf } from 'astro-slugline/paths';
export const prerender = false;
export const GET = async () => Response.json(routeOf(await getEntry('pages', 'de/blog/eins')));`,
	});
	await build(of);
	const code = Object.entries(await of.output()).filter(([path]) => /^server\/.*\.mjs$/.test(path));
	const text = code.map(([, content]) => content).join('\n');
	expect(text).toContain('/de/blog/eins/');
	expect(text).not.toContain('routes-default.');
	const written = async () => {
		const { ino, ctimeMs } = await stat(join(of.folder, 'dist/client/blog/one/index.html'));
		return { ino, ctimeMs };
	};
	const before = await written();
	await of.write({ 'src/pages/now.astro': server('second <style>p { color: blue }</style>') });
	await build(of);
	expect(await written()).toEqual(before);
	await of.write({ 'src/pages/now.astro': 'static now' });
	await of.remove('space/blog/one.de.md');
	await build(of);
	const made = await of.output();
	await of.remove('dist', 'node_modules/.astro');
	await build(of);
	expect(pagesOf(made)).toEqual(pagesOf(await of.output()));
});

/** Files of the server have names with hashes of keys that each build makes. */
const pagesOf = (output: Record<string, string>) =>
	Object.fromEntries(
		Object.entries(output).map(([path, text]) => [path, path.startsWith('client/') ? text : '']),
	);
