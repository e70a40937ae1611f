import type { SluglineServiceError } from '../errors.js';

/** One page of a list. */
export interface Page<Item> {
	/** The items of this page, without those that an earlier page of the same run had. */
	items: Item[];
	/** The cache version that the answer names, in its body or by the redirect that led to it; null where it names none. */
	cv: number | null;
	/** How many items the whole list has, as the service says; null where it does not. */
	total: number | null;
	/** How many items a page holds at most. */
	perPage: number;
}

/** What every query may have. */
export interface ListQuery {
	/** Items a page. */
	perPage?: number | undefined;
	/** Ends the run: what is in flight is given up, and the run rejects with the signal's reason. */
	signal?: AbortSignal | undefined;
}

/**
 * A list of the service.
 *
 * Each door rejects with a {@link SluglineServiceError} once a request failed for good (the other requests of the run are
 * given up first), and with a `SluglineUsageError` where the query is not right.
 */
export interface Listing<Item, Query extends ListQuery, P extends Page<Item> = Page<Item>> {
	/**
	 * One page, the first by default.
	 *
	 * @example const { items, total } = await client.stories.page({ page: 2, perPage: 10 })
	 */
	page(query?: Query & { page?: number | undefined }): Promise<P>;
	/**
	 * All pages in their order. Where the first one tells how many there are, the others are fetched side by side.
	 *
	 * @example for await (const { items } of client.stories.pages({ cv })) await write(items)
	 */
	pages(query?: Query): AsyncIterable<P>;
	/**
	 * All items, each once.
	 *
	 * @example const links = await client.links.all({ cv, includeDates: true })
	 */
	all(query?: Query): Promise<Item[]>;
	/**
	 * All items, each once, as they come.
	 *
	 * @example for await (const story of client.stories.each({ language: 'de' })) console.log(story.full_slug)
	 */
	each(query?: Query): AsyncIterable<Item>;
}

/** A listing from its two primitive doors. */
export function createListing<Item, Query extends ListQuery, P extends Page<Item>>(doors: {
	page(query: Query, page: number): Promise<P>;
	pages(query: Query): AsyncGenerator<P>;
	empty: Query;
}): Listing<Item, Query, P> {
	const pages = (query: Query = doors.empty) => doors.pages(query);
	return {
		page: async (query) => doors.page(query ?? doors.empty, query?.page ?? 1),
		pages,
		async all(query) {
			const items: Item[] = [];
			for await (const page of pages(query)) for (const item of page.items) items.push(item);
			return items;
		},
		async *each(query) {
			for await (const page of pages(query)) yield* page.items;
		},
	};
}
