import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checking, config, createSite, nodeAdapter, plainSite } from '../support/site.js';

// An adapter that gets the headers of pages, and pages with server islands, which no build keeps.

const story = (title: string) => `---\nname: ${title}\ncontent: { component: page, title: ${title} }\n---\n`;

const files = {
	...plainSite,
	'astro.config.mjs': config(
		`{ space: './space', defaultLanguage: 'en' }`,
		`${nodeAdapter.replace(' })', ', staticHeaders: true })')}, security: { csp: true }`,
	),
	'space/space.yaml': 'name: Small\n',
	'space/index.md': story('Home'),
	'space/one.md': story('One'),
	'space/two.md': story('Two'),
	'src/components/Greeting.astro': '---\nconst { name } = Astro.props;\n---\n<p>Hello {name}</p>',
	'src/pages/island.astro': `---
import Greeting from '../components/Greeting.astro';

---
<html><body><Greeting server:defer name="Ada" /></body></html>`,
};

it('keeps the headers and the files of unchanged pages, renders only those with server islands, and keeps nothing that has gone', async () => {
	const site = await createSite(files);
	const build = async (env: Record<string, string>) => {
		const output = await site.built(env);
		const headers = JSON.parse(await readFile(join(site.folder, 'dist/_headers.json'), 'utf8'));
		const named = headers.map(({ pathname, headers }: Record<string, unknown>) =>
			pathname === '/island' ? pathname : [pathname, headers],
		);
		return { output, named };
	};
	const shown = async () =>
		Object.entries(await site.output()).filter(([path]) => /^client\/(?!island|slugline)/.test(path));
	const key = { ASTRO_KEY: Buffer.alloc(32, 7).toString('base64') };
	expect((await build({ ...key, ...checking })).named).toHaveLength(4);
	const written = async () => {
		const { ino, ctimeMs } = await stat(join(site.folder, 'dist/client/one/index.html'));
		return { ino, ctimeMs };
	};
	const before = await written();
	await site.write({ 'space/two.md': story('Three') });
	// An island has another id and encrypts its props anew each time, with the same key, too.
	const edited = await build(key);
	expect(edited.output).toContain('2 pages rendered, 2 kept');
	expect(await written()).toEqual(before);
	await site.remove('space/two.md');
	const { named } = await build(key);
	const pages = await shown();
	await site.remove('dist', 'node_modules/.astro');
	expect((await build(key)).named).toEqual(named);
	expect(await shown()).toEqual(pages);
});
