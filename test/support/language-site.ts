import { join } from 'node:path';
import { liveConfig, openLive, startServer } from './live-site.js';
import { readTree } from './read-tree.js';
import { config, createSite, nodeAdapter, plainSite } from './site.js';

/** The settings of a site in several languages, without the way in which it is served. */
export interface Settings {
	prefixDefaultLocale: boolean;
	/** Astro's `fallback` of the locales. */
	fallback: Readonly<Record<string, string>> | undefined;
	fallbackType: 'redirect' | 'rewrite';
	base: '/' | '/docs';
	trailingSlash: 'always' | 'never' | 'ignore';
}

/** Static files, files of a Node server beside pages on demand, or all pages on demand. */
export type Way = 'static' | 'served' | 'live';

/** What a visitor finds at an address. */
export type Shown =
	| { redirect: string }
	| {
			/** The language of the page. */
			lang: string | undefined;
			/** `Astro.currentLocale`. */
			current: string | undefined;
			isFallback: string | undefined;
			canonical: string | undefined;
			/** Each as `es /es/acerca/`. */
			hreflang: string[];
			title: string | undefined;
			note: string | undefined;
			author: string | undefined;
			footer: string | undefined;
			menu: string[];
	  };

const origin = 'https://example.com';

const uuids: Record<string, string> = {
	home: '00000000-0000-4000-8000-000000000001',
	about: '00000000-0000-4000-8000-000000000002',
	news: '00000000-0000-4000-8000-000000000003',
	contact: '00000000-0000-4000-8000-000000000004',
	ann: '00000000-0000-4000-8000-000000000005',
};

/** A story with these lines in front of its content, and its fields. */
const story = (title: string, { front = '', fields = '' } = {}) =>
	`---\nname: ${title}\n${front}content:\n  component: page\n  title: ${title}\n${fields}---\n`;

const first = (name: string, title: string, fields = '') =>
	story(title, { front: `uuid: ${uuids[name]}\n`, fields });

const author = `  author: ${uuids['ann']}\n`;

const links = Object.values(uuids).map((id) => `    - { linktype: story, id: ${id} }\n`);

const content = {
	'content/space.yaml': 'name: Three\nlanguages:\n  - es\n  - es-MX\n',
	'content/index.md': first('home', 'Home'),
	'content/index.es.md': story('Inicio'),
	'content/about.md': first('about', 'About', `  note: Note\n${author}`),
	'content/about.es.md': story('Acerca', { front: 'slug: acerca\n', fields: '  note: Nota\n' }),
	'content/about.es-MX.md': story('Sobre', { front: 'slug: sobre\n' }),
	'content/news.md': first('news', 'News', author),
	'content/news.es.md': story('Noticias', { front: 'slug: noticias\n' }),
	'content/contact.md': first('contact', 'Contact', author),
	'content/people/ann.md': first('ann', 'Ann'),
	'content/people/ann.es.md': story('Ana'),
	'content/menu.md': story('Menu', { fields: `  links:\n${links.join('')}` }),
	'content/footer.md': story('Footer'),
	'content/footer.es.md': story('Pie'),
};

const page = (collection: string, paths: string) => `---
import { getCollection } from 'astro:content';
import { resolve, storyBySlug } from 'astro-slugline/content';
import StoryHead from 'astro-slugline/components/StoryHead.astro';
import { href, routeOf, storyPaths } from 'astro-slugline/paths';
${paths}
const { story } = Astro.props;
const { locale, isFallback } = routeOf(story);
const { content } = (await resolve(story)).data;
const here = { from: Astro.url, locale: Astro.currentLocale };
const menu = await storyBySlug('menu', { collection: '${collection}', ...here });
const footer = await storyBySlug('footer', { collection: '${collection}', ...here });
---
<html lang={locale} data-current={Astro.locals.seen ?? Astro.currentLocale} data-fallback={String(isFallback)}>
<head><StoryHead story={story} /></head><body>
<nav>{menu.data.content.links.map((link) => <a href={href(link, here)}>Link</a>)}</nav>
<h1>{content.title}</h1><p>{content.note}</p><em>{content.author?.content?.title}</em>
<footer>{footer.data.content.title}</footer></body></html>`;

const built = page(
	'pages',
	"export const prerender = true;\nexport const getStaticPaths = async () => storyPaths(await getCollection('pages'));",
);

const onDemand = page(
	'live',
	'export const prerender = false;\nexport const getStaticPaths = () => storyPaths([]);',
);

const routes = "routes: { exclude: ['menu', 'footer'] }";

function astroConfig({ prefixDefaultLocale, fallback, fallbackType, base, trailingSlash }: Settings): string {
	return `site: '${origin}', base: '${base}', trailingSlash: '${trailingSlash}',
	i18n: {
		defaultLocale: 'en',
		locales: ['en', 'es', { path: 'es-mx', codes: ['es-MX'] }],
		${fallback ? `fallback: ${JSON.stringify(fallback)},` : ''}
		routing: { prefixDefaultLocale: ${prefixDefaultLocale}, fallbackType: '${fallbackType}' },
	},`;
}

/** A middleware for built pages, and an endpoint on demand, which answers where a story is for readers of each language. */
const server = {
	'src/middleware.ts': `
export const onRequest = (context, next) => {
	context.locals.seen = context.currentLocale;
	return next();
};`,
	'src/pages/links.ts': `
import { href } from 'astro-slugline/paths';
export const GET = () => Response.json(['en', 'es', 'es-MX'].map((locale) => href('/news', { locale })));`,
};

// On demand, it would be a page without a story, of which Astro redirects to the one of the next language.
const lost = {
	'src/pages/404.astro': '---\nexport const prerender = true;\n---\n<html><body>Lost</body></html>',
};

/** A built site. */
export interface LanguageSite {
	/** The addresses of its HTML files, without those of the site's own page for 404, which Astro copies into the languages. */
	addresses: string[];
	/** What an address shows; undefined if nothing is there. */
	at(address: string): Promise<Shown | undefined>;
	/** What the build and the server have printed. */
	output(): string;
	/** What a server answers at an address; undefined for a static site. */
	text?: (address: string) => Promise<string>;
}

/** Builds a site with these settings, and serves it unless it is static. */
export async function openSite(settings: Settings, way: Way): Promise<LanguageSite> {
	const others = { ...content, ...lost };
	if (way === 'live') {
		const { server } = await openLive({
			...{ ...others, 'src/pages/[...path].astro': onDemand },
			'astro.config.mjs': liveConfig(routes, astroConfig(settings)),
		});
		return { addresses: [], ...visitorOf(server.url), output: server.output };
	}
	const rest = way === 'served' ? `output: 'server', ${nodeAdapter},` : '';
	const site = await createSite({
		...{ ...plainSite, ...others, 'src/pages/[...path].astro': built },
		'astro.config.mjs': config(`{ space: './content', ${routes} }`, rest + astroConfig(settings)),
		...(way === 'served' && server),
	});
	const printed = await site.built();
	const files = await readTree(join(site.folder, way === 'served' ? 'dist/client' : 'dist'));
	const pages = new Map(
		Object.entries(files)
			.filter(([file]) => file.endsWith('.html') && !/(?:^|\/)404(?:\/index)?\.html$/.test(file))
			.map(([file, html]) => [addressIn(settings, file.replace(/\/?index\.html$/, '')), html]),
	);
	const addresses = [...pages.keys()];
	if (way === 'static')
		return { addresses, at: async (address) => shownIn(pages.get(address)), output: () => printed };
	const { url, output } = await startServer(site, {});
	return { addresses, ...visitorOf(url), output: () => printed + output() };
}

/** The address of a path without slashes at its ends. */
export function addressIn({ base, trailingSlash }: Settings, path: string): string {
	const whole = [base, path].map((part) => part.replace(/^\//, '')).filter((part) => part !== '');
	return `/${whole.join('/')}${whole.length > 0 && trailingSlash !== 'never' ? '/' : ''}`;
}

/** Asks a server. */
const visitorOf = (url: string) => ({
	text: async (address: string) => (await fetch(url + address)).text(),
	async at(address: string): Promise<Shown | undefined> {
		const response = await fetch(url + address, { redirect: 'manual' });
		const text = await response.text();
		const { status } = response;
		if (status === 404) return undefined;
		const redirect = response.headers.get('location');
		if (status === 302 && redirect !== null) return { redirect };
		if (status === 200) return shownIn(text);
		throw new Error(`${address} answered ${status} ${redirect}: ${text}`);
	},
});

function shownIn(html: string | undefined): Shown | undefined {
	if (html === undefined) return undefined;
	const one = (pattern: RegExp) => pattern.exec(html)?.[1];
	const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, ...found]) => found.join(' '));
	const redirect = one(/http-equiv="refresh" content="0;url=([^"]*)"/);
	if (redirect !== undefined) return { redirect };
	return {
		lang: one(/<html lang="([^"]*)"/),
		current: one(/ data-current="([^"]*)"/),
		isFallback: one(/ data-fallback="([^"]*)"/),
		canonical: one(/rel="canonical" href="https:\/\/example\.com([^"]*)"/),
		hreflang: all(/hreflang="([^"]*)" href="https:\/\/example\.com([^"]*)"/g),
		title: one(/<h1\b[^>]*>([^<]*)/),
		note: one(/<p\b[^>]*>([^<]*)/),
		author: one(/<em\b[^>]*>([^<]*)/),
		footer: one(/<footer\b[^>]*>([^<]*)/),
		menu: all(/<a\b[^>]*? href="([^"]*)"/g),
	};
}
