import type { Alternate } from '../page/data/index.js';
import { current, readRoutes, type Synced } from '../session/index.js';

/** What is read of an item of a sitemap. */
export interface SitemapEntry {
	/** Absolute address of the page. */
	url: string;
}

/** What a story's page adds to its item. */
export interface SitemapAddition {
	/** The page in all its languages, itself included; absent for a page of one language. */
	links?: { lang: string; url: string }[];
	/** When the story was last published. */
	lastmod?: string;
}

/**
 * An item of `@astrojs/sitemap` with all languages of the page, and when its story was last published. A page that is no
 * story's stays as it is.
 *
 * @example sitemap({ serialize: withAlternates })
 */
export function withAlternates<Item extends SitemapEntry>(item: Item): Item & SitemapAddition {
	const { origin, pathname } = new URL(item.url);
	for (const connection of current.values()) {
		const synced = connection.latest();
		const page = synced && pagesOf(synced).get(plainPath(pathname));
		if (page) return { ...item, ...additionOf(page, origin) };
	}
	return item;
}

interface Page {
	alternates: readonly Alternate[];
	published: string | undefined;
}

function additionOf({ alternates, published }: Page, origin: string): SitemapAddition {
	const links = alternates.map(({ hreflang, href }) => ({ lang: hreflang, url: `${origin}${href}` }));
	return {
		...(new Set(links.map(({ url }) => url)).size > 1 && { links }),
		...(published && !Number.isNaN(Date.parse(published)) && { lastmod: published }),
	};
}

const known = new WeakMap<Synced, Map<string, Page>>();

/** The pages of a space by their address. */
function pagesOf(synced: Synced): Map<string, Page> {
	const made = known.get(synced);
	if (made) return made;
	const dates = new Map(synced.space.links.map((link) => [link.uuid, link.published_at]));
	const { routes, alternates } = readRoutes(synced.routes);
	const pages = new Map(
		Object.values(routes).map((route) => {
			const published = dates.get(route.uuid)?.replace(/\+0000$/, 'Z');
			return [plainPath(route.href), { alternates: alternates[route.alternates] ?? [], published }];
		}),
	);
	known.set(synced, pages);
	return pages;
}

/** An address less what `trailingSlash` and `build.format` add to it. */
const plainPath = (path: string): string =>
	path.replace(/(?:\/index)?\.html$/, '').replace(/\/+$/, '') || '/';
