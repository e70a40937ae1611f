import { expect, it } from 'vitest';
import { config, createSite, plainSite } from '../support/site.js';

it('says once in the terminal why a sync failed, and says it in preview', async () => {
	const story = (path: string) => `---\npath: ${path}\ncontent: { component: page }\n---\n`;
	const site = await createSite({
		...plainSite,
		'astro.config.mjs': config("{ defaultLanguage: 'en', preview: {} }"),
		'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { datasource, datasources, stories } from 'astro-slugline/loaders';
export const collections = {
	pages: defineCollection({ loader: stories() }),
	sources: defineCollection({ loader: datasources() }),
	menu: defineCollection({ loader: datasource('menu') }),
};`,
		'space/space.yaml': 'name: Small\n',
		'space/datasources/menu.yaml': 'name: Menu\nentries: [{ name: home, value: Home }]\n',
		'space/a.md': story('one'),
		'space/b.md': story('two'),
	});
	const previewOf = async ({ url }: { url: string }) => (await fetch(`${url}/_slugline/preview/`)).text();
	const first = await site.dev();
	expect(await previewOf(first)).not.toContain('loading');
	await first.stop();
	await site.write({ 'space/b.md': story('one') });
	const second = await site.dev();
	expect(await previewOf(second)).toContain('Two pages have the same path');
	expect(second.output().match(/\[[\w-]+\] Two pages have the same path/g)).toEqual([
		'[astro-slugline] Two pages have the same path',
	]);
	// A page fails for the same reason.
	expect((await fetch(`${second.url}/one/`)).status).toBe(500);
	await expect.poll(second.output).toContain('More: docs/errors.md of astro-slugline.\n');
	expect(second.output()).toContain('[ERROR] [RouteError] Two pages have the same path');
	expect(second.output()).not.toContain('Stack trace');
});
