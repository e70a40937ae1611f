import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTree } from '../support/read-tree.js';
import { config, createSite, plainSite } from '../support/site.js';

const story = (name: string, title: string, more = '') =>
	`---\nname: ${name}\ncontent:\n  component: page\n  title: ${title}\n${more}---\nText.\n`;

const i18n = (type: string) => `i18n: {
	defaultLocale: 'en',
	locales: ['en', 'es', { path: 'es-mx', codes: ['es-MX'] }],
	fallback: { 'es-mx': 'es', es: 'en' },
	routing: { fallbackType: '${type}' },
}`;

const siteOf = (type: string) =>
	createSite({
		...plainSite,
		'astro.config.mjs': config(
			"{ space: './content', defaultLanguage: 'en' }",
			`site: 'https://example.com', ${i18n(type)}`,
		),
		'content/space.yaml': 'name: Three\nlanguages:\n  - es\n  - es-MX\n',
		'content/about.md': story('About', 'About', '  note: English note\n'),
		'content/about.es.md': story('Acerca', 'Acerca', '  note: Nota\n'),
		'content/about.es-MX.md': story('Acerca MX', 'Acerca de México'),
		'content/team.md': story('Team', 'Team'),
		'content/team.es.md': story('Equipo', 'Equipo'),
		'content/legal.md': story('Legal', 'Legal'),
		'content/footer.md': story('Footer', 'Footer'),
		'content/footer.es.md': story('Pie', 'Pie'),
		'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import { query, storyBySlug } from 'astro-slugline/content';
import StoryHead from 'astro-slugline/components/StoryHead.astro';
import { href, routeOf, storyPaths } from 'astro-slugline/paths';
export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
const { story } = Astro.props;
const { lang, locale, isFallback } = routeOf(story);
const footer = await storyBySlug('footer', { collection: 'pages', from: Astro.url });
const list = await query({ collection: 'pages', lang: Astro.currentLocale, fallback: true, sort: 'full_slug' });
---
<html lang={locale}><head><StoryHead story={story} /></head><body>
<h1>{story.data.content.title}</h1><p>{story.data.content.note}</p><b>{lang} {String(isFallback)}</b>
<a href={href('/team', { from: Astro.url })}>Team</a>
<ul>{list.map((one) => <li>{one.data.content.title}</li>)}</ul>
<footer>{footer?.data.content.title}</footer></body></html>`,
	});

/** What a page shows: its language, its canonical address, its text, and its footer. */
async function shownAt(
	{ folder }: { folder: string },
	path: string,
): Promise<Record<string, string | undefined>> {
	const html = await readFile(join(folder, 'dist', path, 'index.html'), 'utf8');
	const first = (pattern: RegExp) => pattern.exec(html)?.[1];
	return {
		lang: first(/<html lang="([^"]*)"/),
		canonical: first(/rel="canonical" href="https:\/\/example\.com([^"]*)"/),
		hreflang: [...html.matchAll(/hreflang="([^"]*)"/g)].map(([, tag]) => tag).join(' '),
		title: first(/<h1>([^<]*)/),
		note: first(/<p>([^<]*)/),
		route: first(/<b>([^<]*)/),
		link: first(/<a href="([^"]*)"/),
		list: first(/<ul>(.*)<\/ul>/)
			?.replace(/<\/?li>/g, ' ')
			.trim(),
		footer: first(/<footer>([^<]*)/),
	};
}

const inMexico = { list: 'Acerca de México  Pie  Equipo  Legal', footer: 'Pie' };

it('has pages on which another language stands in, if fallbackType is rewrite', async () => {
	const site = await siteOf('rewrite');
	const output = await site.built();
	expect(Object.keys(await readTree(join(site.folder, 'dist')))).toEqual([
		...['about/index.html', 'es-mx/about/index.html', 'es-mx/footer/index.html', 'es-mx/legal/index.html'],
		...['es-mx/team/index.html', 'es/about/index.html', 'es/footer/index.html', 'es/legal/index.html'],
		...['es/team/index.html', 'footer/index.html', 'legal/index.html', 'slugline.json', 'team/index.html'],
	]);
	expect(output).not.toContain('WARN');
	expect(await shownAt(site, 'es-mx/team')).toEqual({
		...{ lang: 'es', canonical: '/es/team/', hreflang: 'en es x-default', title: 'Equipo', note: '' },
		...{ route: 'es true', link: '/es-mx/team/', ...inMexico },
	});
	expect(await shownAt(site, 'es-mx/legal')).toMatchObject({
		...{ lang: 'en', canonical: '/legal/', hreflang: 'en x-default', title: 'Legal', route: 'default true' },
		...inMexico,
	});
	// A field that is not translated is that of the next language of the chain.
	expect(await shownAt(site, 'es-mx/about')).toEqual({
		...{ lang: 'es-MX', canonical: '/es-mx/about/', hreflang: 'en es es-MX x-default' },
		...{ title: 'Acerca de México', note: 'Nota', route: 'es-MX false', link: '/es-mx/team/', ...inMexico },
	});
	expect(await shownAt(site, 'es/legal')).toMatchObject({
		list: 'Acerca  Pie  Equipo  Legal',
		link: '/es/team/',
	});

	// After a translation has appeared, the build is as a clean one.
	await site.write({ 'content/team.es-MX.md': story('Equipo MX', 'Equipo de México') });
	await site.built();
	const made = await readTree(join(site.folder, 'dist'));
	expect(await shownAt(site, 'es-mx/team')).toMatchObject({ lang: 'es-MX', canonical: '/es-mx/team/' });
	await site.built({}, ['--force']);
	expect(await readTree(join(site.folder, 'dist'))).toEqual(made);
});

it('redirects to the nearest language otherwise', async () => {
	const site = await siteOf('redirect');
	await site.built();
	const pageAt = (path: string) => readFile(join(site.folder, 'dist', path, 'index.html'), 'utf8');
	expect(await pageAt('es-mx/team')).toContain('content="0;url=/es/team/"');
	expect(await pageAt('es-mx/legal')).toContain('content="0;url=/legal/"');
	expect(await shownAt(site, 'es-mx/about')).toMatchObject({ lang: 'es-MX', link: '/es/team/', ...inMexico });
});
