import { createListing, type Listing, type ListQuery, type Page } from './listing.js';
import { type Fetched, pagesOf } from './pages.js';
import { checkCount, endlessList, runCv, type Source } from './source.js';

/** Which page to ask for. */
export interface Paging {
	page: number;
	perPage: number;
	signal: AbortSignal | undefined;
}

/** The most that links and datasources have a page: the fewest requests, so the default too. */
const most = 1000;

/**
 * The listing of a list that only needs a request: pages of up to 1000, any number of them.
 *
 * @param path of the list, for messages
 * @param empty the query of a call without one
 */
export function createPaged<Item, Query extends ListQuery & { cv?: number | undefined }>(
	source: Source,
	path: string,
	empty: Query,
	keyOf: (item: Item) => string | number,
	request: (query: Query, paging: Paging) => Promise<Fetched<Page<Item>>>,
): Listing<Item, Query> {
	const sizeOf = ({ perPage = most }: Query) => checkCount(perPage, 'perPage', most);
	return createListing<Item, Query, Page<Item>>({
		empty,
		async page(query, page) {
			const paging = { page: checkCount(page, 'page'), perPage: sizeOf(query), signal: query.signal };
			return (await request(query, paging)).page;
		},
		async *pages(query) {
			const perPage = sizeOf(query);
			const cv = runCv(query.cv);
			yield* pagesOf({
				ask: async (page, signal) =>
					cv.learn(await request({ ...query, cv: cv.get() }, { page, perPage, signal })),
				keyOf,
				perPage,
				width: source.concurrency,
				signal: query.signal,
				endless: endlessList(source, path),
			});
		},
	});
}
