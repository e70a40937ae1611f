import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cleanly, differenceOf } from '../generator/try-site.js';
import { liveConfig, openLive } from '../support/live-site.js';
import { readTree } from '../support/read-tree.js';
import { createSite, plainSite } from '../support/site.js';

const story = (name: string, title: string, more = '') =>
	`---\nname: ${name}\ncontent:\n  component: page\n  title: ${title}\n${more}---\nText.\n`;

const i18n = (type: string) => `i18n: {
	defaultLocale: 'en',
	locales: ['en', 'es', { path: 'es-mx', codes: ['es-MX'] }],
	fallback: { 'es-mx': 'es', es: 'en' },
	routing: { fallbackType: '${type}' },
}`;

/** The stories of the site. */
const content = {
	'content/space.yaml': 'name: Three\nlanguages:\n  - es\n  - es-MX\n',
	'content/about.md': story('About', 'About', '  note: English note\n'),
	'content/about.es.md': story('Acerca', 'Acerca', '  note: Nota\n'),
	'content/about.es-MX.md': story('Acerca MX', 'Acerca de México'),
	'content/team.md': story('Team', 'Team'),
	'content/team.es.md': story('Equipo', 'Equipo'),
	'content/legal.md': story('Legal', 'Legal'),
	'content/footer.md': story('Footer', 'Footer'),
	'content/footer.es.md': story('Pie', 'Pie'),
};

/** A page that says which language it shows. `collection` has its stories. */
const page = (collection: string, paths: string) => `---
import { getCollection } from 'astro:content';
import { query, storyBySlug } from 'astro-slugline/content';
import StoryHead from 'astro-slugline/components/StoryHead.astro';
import { href, routeOf, storyPaths } from 'astro-slugline/paths';
${paths}
const { story } = Astro.props;
const { lang, locale, isFallback } = routeOf(story);
const footer = await storyBySlug('footer', { collection: '${collection}', from: Astro.url });
const list = await query({ collection: '${collection}', lang: Astro.currentLocale, fallback: true, sort: 'full_slug' });
---
<html lang={locale}><head><StoryHead story={story} /></head><body>
<h1>{story.data.content.title}</h1><p>{story.data.content.note}</p><b>{lang} {String(isFallback)}</b>
<a href={href('/team', { from: Astro.url })}>Team</a>
<ul>{list.map((one) => <li>{one.data.content.title}</li>)}</ul>
<footer>{footer?.data.content.title}</footer></body></html>`;

const built = "export const getStaticPaths = async () => storyPaths(await getCollection('pages'));";

const siteOf = (type: string, options = '') =>
	createSite({
		...{ ...plainSite, ...content },
		'astro.config.mjs': `
import sitemap from '@astrojs/sitemap';
import { defineConfig } from 'astro/config';
import slugline, { withAlternates } from 'astro-slugline';
export default defineConfig({
	site: 'https://example.com',
	${i18n(type)},
	integrations: [
		slugline({ space: './content', defaultLanguage: 'en', ${options} }),
		sitemap({ serialize: withAlternates }),
	],
});`,
		'src/pages/[...path].astro': page('pages', built),
	});

/** What a page shows: its language, its canonical address, its text, and its footer. */
function shownIn(html: string): Record<string, string | undefined> {
	const first = (pattern: RegExp) => pattern.exec(html)?.[1];
	return {
		lang: first(/<html lang="([^"]*)"/),
		canonical: first(/rel="canonical" href="https:\/\/example\.com([^"]*)"/),
		hreflang: [...html.matchAll(/hreflang="([^"]*)"/g)].map(([, tag]) => tag).join(' '),
		title: first(/<h1\b[^>]*>([^<]*)/),
		note: first(/<p\b[^>]*>([^<]*)/),
		route: first(/<b\b[^>]*>([^<]*)/),
		link: first(/<a href="([^"]*)"/),
		list: [...html.matchAll(/<li\b[^>]*>([^<]*)/g)].map(([, title]) => title).join(', '),
		footer: first(/<footer\b[^>]*>([^<]*)/),
	};
}

const fileAt = ({ folder }: { folder: string }, path: string) => readFile(join(folder, 'dist', path), 'utf8');

const shownAt = async (site: { folder: string }, path: string) =>
	shownIn(await fileAt(site, `${path}/index.html`));

const inMexico = { list: 'Acerca de México, Pie, Equipo, Legal', footer: 'Pie' };

it('has pages on which another language stands in, if fallbackType is rewrite', async () => {
	const site = await siteOf('rewrite');
	const output = await site.built();
	expect(Object.keys(await readTree(join(site.folder, 'dist')))).toEqual([
		...['about/index.html', 'es-mx/about/index.html', 'es-mx/footer/index.html', 'es-mx/legal/index.html'],
		...['es-mx/team/index.html', 'es/about/index.html', 'es/footer/index.html', 'es/legal/index.html'],
		...['es/team/index.html', 'footer/index.html', 'legal/index.html', 'sitemap-0.xml', 'sitemap-index.xml'],
		...['slugline.json', 'team/index.html'],
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
		list: 'Acerca, Pie, Equipo, Legal',
		link: '/es/team/',
	});

	// A fallback page is not in the sitemap: the story's own is.
	const inSitemap = [
		...(await fileAt(site, 'sitemap-0.xml')).matchAll(/<loc>https:\/\/example\.com([^<]*)/g),
	];
	expect(inSitemap.map(([, path]) => path).sort()).toEqual([
		...[
			'/about/',
			'/es-mx/about/',
			'/es/about/',
			'/es/footer/',
			'/es/team/',
			'/footer/',
			'/legal/',
			'/team/',
		],
	]);

	// The first change after new code renders all pages. After it, only what shows a translation is rendered.
	const changed = { 'content/about.md': story('About', 'About', '  note: Another note\n') };
	await site.write(changed);
	await site.built();
	const translated = story('Equipo MX', 'Equipo de México');
	const unpublished = translated.replace('name:', 'published: false\nname:');
	const steps: [edit: (of: typeof site) => Promise<void>, lang: string][] = [
		[(of) => of.write({ 'content/team.es-MX.md': translated }), 'es-MX'],
		[(of) => of.write({ 'content/team.es-MX.md': unpublished }), 'es'],
		[(of) => of.write({ 'content/team.es-MX.md': translated }), 'es-MX'],
		[(of) => of.remove('content/team.es-MX.md'), 'es'],
	];
	const clean = await siteOf('rewrite');
	await clean.write(changed);
	for (const [edit, lang] of steps) {
		await edit(site);
		await edit(clean);
		// The Mexican pages, and the two whose languages it changes.
		expect(await site.built()).toContain('6 pages rendered, 6 kept');
		expect(await shownAt(site, 'es-mx/team')).toMatchObject({ lang });
		await clean.built({}, ['--force']);
		expect(await site.output()).toEqual(await clean.output());
	}
});

it('redirects to the nearest language otherwise', async () => {
	const site = await siteOf('redirect');
	await site.built();
	expect(await fileAt(site, 'es-mx/team/index.html')).toContain('content="0;url=/es/team/"');
	expect(await fileAt(site, 'es-mx/legal/index.html')).toContain('content="0;url=/legal/"');
	expect(await shownAt(site, 'es-mx/about')).toMatchObject({ lang: 'es-MX', link: '/es/team/', ...inMexico });
});

it('lets a host redirect for as long as the translation is missing', async () => {
	const site = await siteOf('redirect', "redirects: { write: '_redirects' }");
	await site.built();
	expect(await fileAt(site, '_redirects')).toContain('/es-mx/team/ /es/team/ 302\n');
	expect(Object.keys(await readTree(join(site.folder, 'dist')))).not.toContain('es-mx/team/index.html');
});

it('serves the same pages in dev, and in builds that keep none', async () => {
	const site = await siteOf('rewrite');
	const { url } = await site.dev();
	const inDev = shownIn(await (await fetch(`${url}/es-mx/team`)).text());
	expect(inDev).toMatchObject({
		lang: 'es',
		canonical: '/es/team/',
		route: 'es true',
		title: 'Equipo',
		...inMexico,
	});
	const other = await siteOf('rewrite', 'incremental: false');
	const output = await other.built();
	expect(await shownAt(other, 'es-mx/team')).toEqual(inDev);
	expect(output).toContain('With `incremental: false`, Astro copies each page');
});

it('redirects in dev as a build does', async () => {
	const site = await siteOf('redirect', 'redirects: {}');
	await site.write({
		'redirects.json': JSON.stringify([
			...[
				{ from: '/old', to: '/team' },
				{ from: '/about', to: '/team' },
			],
			...[
				{ from: '/part', to: '/team#a?b' },
				{ from: '/query', to: '/team?c' },
			],
		]),
		'src/pages/es-mx/legal.astro': '<p>Own</p>',
	});
	const { url } = await site.dev();
	const ask = async (path: string) => {
		const { status, headers } = await fetch(url + path, { redirect: 'manual' });
		return [status, headers.get('location')];
	};
	expect(await ask('/es-mx/team?a=b')).toEqual([302, '/es/team/?a=b']);
	expect(await ask('/es/legal/')).toEqual([302, '/legal/']);
	expect(await ask('/old')).toEqual([302, '/team/']);
	expect(await ask('/part?a=b')).toEqual([302, '/team/?a=b#a?b']);
	expect(await ask('/query?a=b')).toEqual([302, '/team/?c']);
	// Neither a page of a story nor one of the site is a redirect.
	expect([await ask('/about'), await ask('/es-mx/legal')]).toEqual([
		[200, null],
		[200, null],
	]);
});

it('has the drafts of preview in dev, and lists the languages that a build has', async () => {
	const site = await siteOf('rewrite', 'preview: {}');
	await site.write({
		'content/legal.es.draft.md': story('Aviso', 'Aviso').replace('name:', 'slug: aviso\nname:'),
		'content/soon.draft.md': story('Soon', 'Soon'),
	});
	const { url } = await site.dev();
	const ask = async (path: string) => {
		const response = await fetch(url + path);
		return { status: response.status, ...shownIn(await response.text()) };
	};
	const built = { status: 200, hreflang: 'en x-default' };
	expect(await ask('/es/aviso')).toMatchObject({ ...built, title: 'Aviso', route: 'es false' });
	expect(await ask('/legal')).toMatchObject({ ...built, title: 'Legal' });
	// The page that stands in until the translation is published is there, too.
	expect(await ask('/es/legal')).toMatchObject({ ...built, route: 'default true', canonical: '/legal/' });
	expect(await ask('/soon')).toMatchObject({ status: 200, title: 'Soon', hreflang: '' });
});

it('redirects an old address to the language that stands in for a translation that is gone', async () => {
	const site = await siteOf('redirect', 'redirects: {}');
	const translated = story('Equipo', 'Equipo').replace('name:', 'slug: equipo\nname:');
	await site.write({ 'content/team.es.md': translated });
	await site.built();
	expect(await shownAt(site, 'es/equipo')).toMatchObject({ title: 'Equipo' });
	await site.remove('content/team.es.md');
	await site.built();
	expect(await fileAt(site, 'es/equipo/index.html')).toContain('content="0;url=/team/"');
	expect(await fileAt(site, 'es-mx/team/index.html')).toContain('content="0;url=/team/"');
	await site.write({ 'content/team.es.md': translated });
	await site.built();
	expect(await shownAt(site, 'es/equipo')).toMatchObject({ title: 'Equipo', canonical: '/es/equipo/' });
});

it('serves the same pages on demand', async () => {
	const { server } = await openLive({
		...content,
		'astro.config.mjs': liveConfig(
			"defaultLanguage: 'en'",
			`site: 'https://example.com', ${i18n('rewrite')}`,
		),
		'src/pages/[...path].astro': page(
			'live',
			'export const prerender = false;\nexport const getStaticPaths = () => storyPaths([]);',
		),
	});
	const shown = async (path: string) => shownIn((await server.ask(path)).text);
	expect(await shown('/es-mx/team/')).toEqual({
		...{ lang: 'es', canonical: '/es/team/', hreflang: 'en es x-default', title: 'Equipo', note: '' },
		...{ route: 'es true', link: '/es-mx/team/', ...inMexico },
	});
	expect(await shown('/es-mx/about/')).toMatchObject({ lang: 'es-MX', note: 'Nota', route: 'es-MX false' });
	expect((await server.ask('/es-mx/none/')).status).toBe(404);
});

it('keeps fallback pages of routes with a single page until what they show changes', async () => {
	const site = await siteOf('rewrite');
	const notes = (title: string) => `---
import { getEntry } from 'astro:content';
const story = await getEntry('pages', 'team');
---
<h1>${title} {story.data.content.title} {Astro.currentLocale} {Astro.url.pathname}</h1>`;
	await site.write({ 'src/pages/notes.astro': notes('Notes'), 'src/pages/404.astro': '<h1>404</h1>' });
	await site.built();
	const steps: [Record<string, string>, string][] = [
		[{ 'content/legal.md': story('Legal', 'Terms') }, '16 pages rendered, 0 kept'],
		[{}, '0 pages rendered, 16 kept'],
		[{ 'src/pages/notes.astro': notes('All notes') }, '2 pages rendered, 14 kept'],
		[{ 'content/team.md': story('Team', 'Crew') }, ''],
		[{ 'src/pages/es/notes.astro': notes('Notas') }, ''],
	];
	for (const [files, said] of steps) {
		await site.write(files);
		const run = await site.build();
		expect(run.output).toContain(said);
		const clean = await cleanly(site, () => site.build());
		expect(differenceOf(run, await site.output(), clean.run, clean.output)).toBeUndefined();
	}
});
