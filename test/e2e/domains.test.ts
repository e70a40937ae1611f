import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { liveConfig, openLive } from '../support/live-site.js';

const story = (name: string, more = '') => `---\nname: ${name}\ncontent:\n  component: page\n---\n${more}\n`;

const content = {
	'content/space.yaml': 'name: Domains\nlanguages:\n  - es\n  - es-MX\n',
	'content/index.md': story('Home'),
	'content/index.es.md': story('Inicio'),
	'content/about.md': story('About', '[Legal](/legal)'),
	'content/about.es.md': story('Acerca', '[Legal](/legal)'),
	'content/news/a.md': story('News'),
	'content/news/a.es.md': story('Noticias').replace('name:', "slug: 'primera'\nname:"),
	'content/news/a.es-MX.md': story('Noticias MX'),
	'content/legal.md': story('Legal'),
};

const i18n = `site: 'https://example.com',
	output: 'server',
	security: { allowedDomains: [{ hostname: 'example.com' }, { hostname: 'es.example.com' }, { hostname: 'mx.example.com' }] },
	i18n: {
		locales: ['en', 'es', 'es-MX'],
		defaultLocale: 'en',
		domains: { es: 'https://es.example.com', 'es-MX': 'https://mx.example.com' },
		fallback: { 'es-MX': 'es' },
		routing: { fallbackType: 'rewrite' },
	},`;

const page = `---
import { query, storyBySlug } from 'astro-slugline/content';
import { getAbsoluteLocaleUrl } from 'astro:i18n';
import StoryHead from 'astro-slugline/components/StoryHead.astro';
import StoryLink from 'astro-slugline/components/StoryLink.astro';
import { href, routeOf, storyPaths } from 'astro-slugline/paths';
import { feedItems } from 'astro-slugline/rendering';
export const prerender = false;
export const getStaticPaths = () => storyPaths([]);
const { story } = Astro.props;
const route = routeOf(story);
const list = await query({ collection: 'live', lang: Astro.currentLocale });
const feed = feedItems(list, { site: Astro.site, lang: Astro.currentLocale });
const home = await storyBySlug('about', { collection: 'live', from: Astro.url });
Astro.cache.set({ maxAge: 60 });
---
<html lang={route.locale}><head><StoryHead story={story} /></head><body>
<h1>{story.data.name}</h1><i>{Math.random()}</i><b>{route.href}</b>
<StoryLink link="/about">a</StoryLink>
<a href={href('/news/a', { from: Astro.url })}>n</a>
<a href={href('/legal', { from: Astro.url })}>l</a>
<a href={href('/news/a', { from: Astro.url, lang: 'es' })}>es</a>
<nav>{route.alternates.map((one) => one.href).join(' ')}</nav>
<p>{getAbsoluteLocaleUrl('es', 'about')}</p><q>{feed.map((one) => one.link).sort().join(' ')}</q><s>{home?.data.name}</s></body></html>`;

const { server } = await openLive({
	...content,
	'astro.config.mjs': liveConfig("defaultLanguage: 'en', rebuild: {}", i18n),
	'src/pages/[...path].astro': page,
});

/** Asks for a page of a host as a proxy with HTTPS in front of the server does. */
function ask(
	host: string,
	path: string,
): Promise<{ status: number; cache: unknown; location: string; html: string }> {
	const { hostname, port } = new URL(server.url);
	return new Promise((resolve, reject) => {
		const headers = { host, 'x-forwarded-host': host, 'x-forwarded-proto': 'https' };
		const asked = request({ hostname, port, path, headers }, async (response) => {
			const html = await text(response);
			const { location = '', 'x-astro-cache': cache } = response.headers;
			resolve({ status: response.statusCode ?? 0, cache, location, html });
		});
		asked.on('error', reject).end();
	});
}

const shownIn = (html: string) => {
	const first = (pattern: RegExp) => pattern.exec(html)?.[1];
	return {
		lang: first(/<html lang="([^"]*)"/),
		title: first(/<h1\b[^>]*>([^<]*)/),
		own: first(/<b\b[^>]*>([^<]*)/),
		canonical: first(/rel="canonical" href="([^"]*)"/),
		graph: first(/property="og:url" content="([^"]*)"/),
		hreflang: [...html.matchAll(/hreflang="[^"]*" href="([^"]*)"/g)].map(([, address]) => address).join(' '),
		switch: first(/<nav\b[^>]*>([^<]*)/),
		links: [...html.matchAll(/<a\b[^>]*?href="([^"]*)"/g)].map(([, address]) => address).join(' '),
		feed: first(/<q\b[^>]*>([^<]*)/),
		home: first(/<s\b[^>]*>([^<]*)/),
	};
};

const about = ['https://example.com/about/', 'https://es.example.com/about/'];

it('serves each language in its own domain, with addresses as Astro writes them', async () => {
	const spanish = await ask('es.example.com', '/about/');
	expect(shownIn(spanish.html)).toEqual({
		...{ lang: 'es', title: 'Acerca', own: '/about/', canonical: about[1], graph: about[1], home: 'Acerca' },
		hreflang: [...about, about[0]].join(' '),
		switch: `${about[0]} /about/ ${about[0]}`,
		links: '/about/ /primera/ https://example.com/legal/ /primera/'.replaceAll('/primera', '/news/primera'),
		feed: 'https://es.example.com/ https://es.example.com/about/ https://es.example.com/news/primera/',
	});
	expect(spanish.html).toContain('<p>https://es.example.com/about/</p>');
	expect(shownIn((await ask('example.com', '/about/')).html)).toMatchObject({
		...{ lang: 'en', title: 'About', own: '/about/', canonical: about[0], home: 'About' },
		switch: `/about/ ${about[1]} /about/`,
		links: '/about/ /news/a/ /legal/ https://es.example.com/news/primera/',
	});
	expect(shownIn((await ask('es.example.com', '/')).html)).toMatchObject({ lang: 'es', title: 'Inicio' });
	expect(shownIn((await ask('mx.example.com', '/news/a/')).html)).toMatchObject({ title: 'Noticias MX' });
});

it('shows the nearest language in the domain of another', async () => {
	const { status, html } = await ask('mx.example.com', '/about/');
	expect(status).toBe(200);
	expect(shownIn(html)).toMatchObject({
		...{ lang: 'es', title: 'Acerca', own: '/about/', canonical: about[1] },
		links: '/about/ /news/a/ https://example.com/legal/ https://es.example.com/news/primera/',
	});
});

it('has no page of another domain, and caches each domain by itself', async () => {
	expect((await ask('es.example.com', '/legal/')).status).toBe(404);
	expect((await ask('es.example.com', '/news/a/')).status).toBe(404);
	const [first, other] = [await ask('example.com', '/news/a/'), await ask('mx.example.com', '/news/a/')];
	expect([first.cache, other.cache]).toEqual(['MISS', 'MISS']);
	const again = [await ask('example.com', '/news/a/'), await ask('mx.example.com', '/news/a/')];
	expect(again.map(({ cache }) => cache)).toEqual(['HIT', 'HIT']);
	expect(again.map(({ html }) => html)).toEqual([first.html, other.html]);
});
