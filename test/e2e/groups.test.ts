import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { liveConfig, openLive } from '../support/live-site.js';
import { readTree } from '../support/read-tree.js';
import { createSite, plainSite } from '../support/site.js';

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A story of a folder-level translation. */
const story = (name: string, number: number, group: number, more = '', body = '') =>
	`---\nname: ${name}\nuuid: ${uuid(number)}\ngroup_id: ${uuid(group)}\ncontent:\n  component: page\n${more}---\n${body}\n`;

const post = (name: string, number: number, author: number) =>
	story(name, number, 101, `  author: ${uuid(author)}\n`, 'About [the team](/en/team).');

const content = {
	'content/space.yaml': 'name: Groups\ncontent_types: { page: { references: [author] } }\n',
	'content/en/blog/one.md': post('One', 1, 5),
	'content/de/blog/eins.md': post('Eins', 2, 5),
	'content/en/team.md': story('Team', 3, 102),
	'content/de/mannschaft.md': story('Mannschaft', 4, 102),
	'content/en/people/ann.md': story('Ann', 5, 103),
	'content/de/leute/anna.md': story('Anna', 6, 103),
	'content/en/footer.md': story('Footer', 7, 104),
	'content/de/fuss.md': story('Fuß', 8, 104),
	'content/en/legal.md': story('Legal', 9, 105),
};

const i18n = `site: 'https://example.com', i18n: {
	locales: ['en', 'de', 'de-CH'], defaultLocale: 'en', fallback: { 'de-CH': 'de' },
	routing: { prefixDefaultLocale: true, fallbackType: 'rewrite' },
},`;

const options =
	"defaultLanguage: 'en', routes: { exclude: ['*/footer', '*/fuss', '*/people/**', '*/leute/**'] }";

const page = (collection: string, paths: string) => `---
import { getCollection } from 'astro:content';
import { resolve, storyBySlug } from 'astro-slugline/content';
import Markdown from 'astro-slugline/components/Markdown.astro';
import { href, routeOf, storyPaths } from 'astro-slugline/paths';
${paths}
const { story } = Astro.props;
const route = routeOf(story);
const footer = await storyBySlug('en/footer', { collection: '${collection}', from: Astro.url });
const { data } = await resolve(story);
const menu = [{ linktype: 'story', id: '${uuid(1)}' }, { linktype: 'story', id: '${uuid(9)}' }, '/en/team'];
---
<html lang={route.locale}><body><h1>{story.data.name}</h1><Markdown text={story.data.content.body} />
<nav>{menu.map((one) => href(one, { from: Astro.url })).join(' ')}</nav>
<footer>{footer?.data.name}</footer><i>{data.content.author?.name ?? 'none'}</i></body></html>`;

const shownIn = (html: string) => {
	const first = (pattern: RegExp) => pattern.exec(html)?.[1];
	return {
		lang: first(/<html lang="([^"]*)"/),
		title: first(/<h1\b[^>]*>([^<]*)/),
		text: first(/<a href="([^"]*)"[^>]*>the team/),
		menu: first(/<nav\b[^>]*>([^<]*)/),
		footer: first(/<footer\b[^>]*>([^<]*)/),
		author: first(/<i\b[^>]*>([^<]*)/),
	};
};

const english = {
	...{ lang: 'en', title: 'One', text: '/en/team/', footer: 'Footer', author: 'Ann' },
	menu: '/en/blog/one/ /en/legal/ /en/team/',
};
const german = {
	...{ lang: 'de', title: 'Eins', text: '/de/mannschaft/', footer: 'Fuß', author: 'Anna' },
	menu: '/de/blog/eins/ /en/legal/ /de/mannschaft/',
};

it('leads to the translation in the folder of the page, and renders what shows one that appears or disappears', async () => {
	const site = await createSite({
		...{ ...plainSite, ...content },
		'astro.config.mjs': `
import { defineConfig } from 'astro/config';
import slugline from 'astro-slugline';
export default defineConfig({ ${i18n} integrations: [slugline({ space: './content', ${options} })] });`,
		'src/pages/[...path].astro': page(
			'pages',
			"export const getStaticPaths = async () => storyPaths(await getCollection('pages'));",
		),
	});
	const shown = async (path: string) =>
		shownIn(await readFile(join(site.folder, 'dist', path, 'index.html'), 'utf8'));
	await site.built();
	expect([await shown('en/blog/one'), await shown('de/blog/eins')]).toEqual([english, german]);
	// The language of a locale without a folder is the next one of its chain.
	expect(await shown('de-CH/blog/eins')).toEqual({
		...german,
		menu: german.menu.replaceAll('/de/', '/de-CH/'),
		text: '/de-CH/mannschaft/',
	});

	const steps = [
		() => site.write({ 'content/de/recht.md': story('Recht', 10, 105) }),
		() => site.write({ 'content/de/leute/anna.md': story('Anna', 6, 199) }),
		() => site.write({ 'content/de/leute/anna.md': content['content/de/leute/anna.md'] }),
		() => site.remove('content/de/fuss.md'),
	];
	for (const step of steps) {
		await step();
		await site.built();
		const made = await readTree(join(site.folder, 'dist'));
		await site.built({}, ['--force']);
		expect(await readTree(join(site.folder, 'dist'))).toEqual(made);
	}
	expect(await shown('de/blog/eins')).toEqual({
		...{ ...german, footer: 'Footer' },
		menu: '/de/blog/eins/ /de/recht/ /de/mannschaft/',
	});
});

it('does so on demand', async () => {
	const { server } = await openLive({
		...content,
		'astro.config.mjs': liveConfig(options, i18n),
		'src/pages/[...path].astro': page(
			'live',
			'export const prerender = false;\nexport const getStaticPaths = () => storyPaths([]);',
		),
	});
	const shown = async (path: string) => shownIn((await server.ask(path)).text);
	expect([await shown('/en/blog/one/'), await shown('/de/blog/eins/')]).toEqual([english, german]);
});
