import { plainPath } from 'astro-keep/shared/text/slashes';
import type { Alternate } from '../page/data/index.js';
import { currentConnections, readRoutes, type Synced } from '../session/index.js';

/** The part of a sitemap item that `withAlternates()` reads. */
export interface SitemapEntry {
	/** Absolute address of the page. */
	url: string;
}

/** What `withAlternates()` adds to a sitemap item. */
export interface SitemapAddition {
	/** All languages of the page, including its own; absent for a page in only one language. */
	links?: { lang: string; url: string }[];
	/** When the story was last published, as an ISO date. */
	lastmod?: string;
}

/**
 * Adds all languages of a page, and when its story was last published, to an item of `@astrojs/sitemap`, and gives it the canonical
 * address of the page: the sitemap takes the names of files for addresses, without escaping `%`, and ends that of the home page with a
 * slash. Items of other pages are returned unchanged. Undefined, so that the sitemap leaves it out, for a fallback page:
 * the story's own page is in the sitemap.
 *
 * @example sitemap({ serialize: withAlternates })
 */
export function withAlternates<Item extends SitemapEntry>(item: Item): (Item & SitemapAddition) | undefined {
	const { origin, pathname } = new URL(item.url);
	for (const connection of currentConnections.values()) {
		const synced = connection.latest();
		const pages = synced && pagesOf(synced);
		const page = pages?.get(origin + plainPath(pathname)) ?? pages?.get(plainPath(pathname));
		if (page === 'fallback') return undefined;
		if (page) return { ...item, url: new URL(page.href, origin).href, ...additionOf(page, origin) };
	}
	return item;
}

interface SitemapPage {
	/** Address below the origin. */
	href: string;
	alternates: readonly Alternate[];
	published: string | undefined;
}

function additionOf({ alternates, published }: SitemapPage, origin: string): SitemapAddition {
	const links = alternates.map(({ hreflang, href }) => ({ lang: hreflang, url: new URL(href, origin).href }));
	return {
		...(new Set(links.map(({ url }) => url)).size > 1 && { links }),
		...(published && !Number.isNaN(Date.parse(published)) && { lastmod: published }),
	};
}

const cache = new WeakMap<Synced, Map<string, SitemapPage | 'fallback'>>();

/** The address of a page as the sitemap has it, without the origin of a site with one domain. */
function sitemapPath(href: string): string {
	const { origin, pathname } = new URL(decodeURIComponent(href), noOrigin);
	return (origin === noOrigin ? '' : origin) + plainPath(pathname);
}

const noOrigin = 'http://site';

/** The pages of a space by their paths in the sitemap. Fallback pages have no place in it. */
function pagesOf(synced: Synced): Map<string, SitemapPage | 'fallback'> {
	const cached = cache.get(synced);
	if (cached) return cached;
	const dates = new Map(synced.space.links.map((link) => [link.uuid, link.published_at]));
	const { routes, alternates } = readRoutes(synced.routes);
	const pages = new Map<string, SitemapPage | 'fallback'>(
		Object.values(routes).map((route) => {
			if (route.storyLang !== undefined) return [sitemapPath(route.href), 'fallback'] as const;
			const isInvented = synced.invented?.get(route.uuid)?.includes('published_at') === true;
			const published = isInvented ? undefined : dates.get(route.uuid)?.replace(/\+0000$/, 'Z');
			const page = { href: route.href, alternates: alternates[route.alternates] ?? [], published };
			return [sitemapPath(route.href), page] as const;
		}),
	);
	cache.set(synced, pages);
	return pages;
}
