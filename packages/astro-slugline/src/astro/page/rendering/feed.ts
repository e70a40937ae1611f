import { liveReads } from '../live/index.js';
import { namedChain, routeOf } from '../paths/index.js';
import { descriptionOf, type HeadEntry } from './head.js';

/** An item of a feed, as `rss()` of `@astrojs/rss` takes it. */
export interface FeedItem {
	title: string;
	/** The canonical address of the page. */
	link: string;
	/** The description in the SEO field, if it has one. */
	description?: string;
	/** When the story was first published; missing if that is unknown, as in a folder without dates. */
	pubDate?: Date;
}

/**
 * The items of a feed in one language, or else in those that Astro's `fallback` names for it, the newest first. Entries without a page are left out, and items without a date are last.
 *
 * @param entries of a collection, or of `query()`, which selects a folder or a content type
 * @param options `site` is the address of the site; `lang` is a language of the space, or a locale of Astro
 * @example
 * const items = feedItems(await query({ collection: 'pages', startsWith: 'blog/' }), { site, lang: 'de' });
 */
export function feedItems(
	entries: readonly HeadEntry[],
	{ site, lang = 'default' }: { site: URL | undefined; lang?: string | undefined },
): FeedItem[] {
	const languages = namedChain(lang);
	const pages = entries.flatMap((entry) => {
		const route = routeOf(entry);
		const place = route?.locale === lang ? 0 : languages.indexOf(route?.lang ?? '');
		return route && place >= 0 ? [{ entry, route, place }] : [];
	});
	const nearest = new Map(
		pages.toSorted((a, b) => b.place - a.place).map((page) => [page.entry.data.uuid, page]),
	);
	const items = [...nearest.values()].map(({ entry, route }): FeedItem => {
		const { data } = entry;
		const date = new Date(data.first_published_at ?? '');
		const link = site ? new URL(route.href, liveReads()?.origin() ?? site).href : route.href;
		const description = descriptionOf(entry);
		return {
			title: data.name,
			link,
			...(description !== undefined && { description }),
			...(!Number.isNaN(date.getTime()) && { pubDate: date }),
		};
	});
	return items.sort((a, b) => (b.pubDate?.getTime() ?? 0) - (a.pubDate?.getTime() ?? 0));
}
