import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checking, config, createSite, plainSite } from '../support/site.js';

const article = (title: string) =>
	`---\nname: ${title}\ncontent:\n  component: article\n  title: ${title}\n---\n`;

const space = {
	'space/space.yaml': 'name: Small\nlanguages: [de]\n',
	'space/index.md': article('Home'),
	'space/blog/one.md': article('One'),
	'space/blog/one.de.md': '---\nslug: eins\ncontent:\n  title: Eins\n---\n',
};

it('ships the routes with a server, leaves the files of unchanged pages alone, and keeps nothing that has gone', async () => {
	const astro = (rest = '') =>
		config(
			`{ space: './space', defaultLanguage: 'en', incremental: { check: false } }`,
			`adapter: (await import('@astrojs/node')).default({ mode: 'middleware' }), ${rest}`,
		);
	const server = (text: string) => `---\nexport const prerender = false;\n---\n${text}`;
	const of = await createSite({
		...plainSite,
		...space,
		'astro.config.mjs': astro(),
		'src/pages/now.astro': server('first <style>p { color: red }</style>'),
		'src/pages/now.json.ts': `
import { getEntry } from 'astro:content';
import { routeOf } from 'astro-slugline/paths';
export const prerender = false;
export const GET = async () => Response.json(routeOf(await getEntry('pages', 'de/blog/eins')));`,
	});
	await of.built(checking);
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
	await of.built();
	expect(await written()).toEqual(before);
	await of.write({ 'src/pages/now.astro': 'static now' });
	await of.remove('space/blog/one.de.md');
	await of.built();
	const made = await of.output();
	await of.remove('dist', 'node_modules/.astro');
	await of.built();
	expect(pagesOf(made)).toEqual(pagesOf(await of.output()));
});

/** Files of the server have names with hashes of keys that each build makes. */
const pagesOf = (output: Record<string, string>) =>
	Object.fromEntries(
		Object.entries(output).map(([path, text]) => [path, path.startsWith('client/') ? text : '']),
	);
