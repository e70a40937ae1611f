import type { SluglineServiceError } from '../model/errors.js';

/** One page of a list. */
export interface Page<Item> {
	/** The items of this page, without those that an earlier page of the same run contained. */
	items: Item[];
	/** The cache version in the response's body, or in the redirect that led to it. Null if neither contains one. */
	cv: number | null;
	/** Number of items in the whole list, or null if the API does not say. */
	total: number | null;
	/** Items per page. */
	perPage: number;
}

/** Options of every query. */
export interface ListQuery {
	/** Items per page. */
	perPage?: number | undefined;
	/** Cancels the run, including requests in flight. The run rejects with the signal's reason. */
	signal?: AbortSignal | undefined;
}

/**
 * A list of the API.
 *
 * Each method rejects with a {@link SluglineServiceError} if a request failed for good, after cancelling the
 * other requests of the run, and with a `SluglineUsageError` if the query is invalid.
 * @see docs/client.md
 */
export interface Listing<Item, Query extends ListQuery, P extends Page<Item> = Page<Item>> {
	/**
	 * One page. Default: the first.
	 *
	 * @example
	 * const { items, total } = await client.stories.page({ page: 2, perPage: 10 });
	 */
	page(query?: Query & { page?: number | undefined }): Promise<P>;
	/**
	 * All pages, in order. They are fetched concurrently if the first one says how many there are.
	 *
	 * @example
	 * for await (const { items } of client.stories.pages({ cv })) await write(items);
	 */
	pages(query?: Query): AsyncIterable<P>;
	/**
	 * All items, each once.
	 *
	 * @example
	 * const links = await client.links.all({ cv, includeDates: true });
	 */
	all(query?: Query): Promise<Item[]>;
	/**
	 * Iterates over all items, each once, as their pages arrive.
	 *
	 * @example
	 * for await (const story of client.stories.each({ language: 'de' })) console.log(story.full_slug);
	 */
	each(query?: Query): AsyncIterable<Item>;
}

/** Builds a listing from its two primitives. An error of theirs is one of the listing's promises. */
export function createListing<Item, Query extends ListQuery, P extends Page<Item>>(primitives: {
	page(query: Query, page: number): Promise<P>;
	pages(query: Query): AsyncGenerator<P>;
}): Listing<Item, Query, P> {
	const none = {} as Query;
	async function* pages(query: Query = none) {
		yield* primitives.pages(query);
	}
	return {
		page: async (query) => primitives.page(query ?? none, query?.page ?? 1),
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
