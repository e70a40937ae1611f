import { expect, it } from 'vitest';
import { startServer } from '../support/live-site.js';
import { docFiles } from '../support/readme.js';
import { config, createSite, nodeAdapter, plainSite } from '../support/site.js';

// The files of the docs, in a site with a base.

const story = (title: string) => `---\nname: ${title}\ncontent: { component: page, title: ${title} }\n---\n`;

const shown = await docFiles('not-found.md');
const site = await createSite({
	...plainSite,
	...shown,
	'astro.config.mjs': shown['astro.config.mjs']?.replace('i18n:', "base: '/site', i18n:") ?? '',
	'space/space.yaml': 'name: Lost\nlanguages: [de]\n',
	'space/index.md': story('Home'),
	'space/index.de.md': story('Start'),
	'space/404.md': story('Not found'),
	'space/404.de.md': story('Nicht gefunden'),
});

const title = (html = '') => /<html lang="(\w+)"[\s\S]*<h1[^>]*>([^<]*)/.exec(html)?.slice(1);

it('builds an error page for each language, and no other page for the story', async () => {
	const output = await site.built();
	expect(output).not.toContain('[WARN]');
	expect(await site.pages()).toEqual(['/', '/404.html', '/de/', '/de/404/']);
	const files = await site.output();
	expect(title(files['404.html'])).toEqual(['en', 'Not found']);
	expect(title(files['de/404/index.html'])).toEqual(['de', 'Nicht gefunden']);
});

it('shows the error page in the language of the address in dev', async () => {
	const { url } = await site.dev();
	const asked = await Promise.all(
		['nowhere', 'de/nowhere', 'de/blog/nowhere'].map((path) => fetch(`${url}/site/${path}`)),
	);
	expect(asked.map(({ status }) => status)).toEqual([404, 404, 404]);
	expect((await Promise.all(asked.map((answer) => answer.text()))).map(title)).toEqual([
		['en', 'Not found'],
		['de', 'Nicht gefunden'],
		['de', 'Nicht gefunden'],
	]);
});

it('shows the error page in the language of the address on a Node server', async () => {
	await site.write({
		'astro.config.mjs': config(
			"{ routes: { exclude: ['404'] } }",
			`i18n: { locales: ['en', 'de'], defaultLocale: 'en', fallback: { de: 'en' } }, ${nodeAdapter}`,
		),
		'src/pages/de/404.astro': `${shown['src/pages/de/404.astro']}`.replace(
			'---',
			'---\nexport const prerender = false;',
		),
	});
	await site.built();
	const { url } = await startServer(site, {});
	const asked = await Promise.all(['nowhere', 'de/nowhere'].map((path) => fetch(`${url}/${path}`)));
	expect(asked.map(({ status }) => status)).toEqual([404, 404]);
	expect((await Promise.all(asked.map((answer) => answer.text()))).map(title)).toEqual([
		['en', 'Not found'],
		['de', 'Nicht gefunden'],
	]);
});
