import type { Turn } from '../http/room.js';
import { createListing, type Listing, type ListQuery, type Page } from './listing.js';
import { type Fetched, pagesOf } from './pages.js';
import { checkCount, endlessList, runCv, type Source } from './source.js';

/** Which page to request. */
export interface Paging {
	page: number;
	perPage: number;
	signal: AbortSignal | undefined;
	turn?: Turn | undefined;
}

/**
 * Bytes of such a list, which is read as a whole, at most: half a million links without translations. In memory it takes little more.
 */
const maxListBytes = 256 * 1024 * 1024;

/** The largest page of links and datasources. It is the default, because it needs the fewest requests. */
const maxPerPage = 1000;

/**
 * Creates a listing whose pages are plain requests of up to 1000 items each.
 *
 * @param path path of the list, for messages
 * @param empty the query of a call without one
 */
export function createPaged<Item, Query extends ListQuery & { cv?: number | undefined }>(
	source: Source,
	path: string,
	empty: Query,
	keyOf: (item: Item) => string | number,
	request: (query: Query, paging: Paging) => Promise<Fetched<Page<Item>>>,
): Listing<Item, Query> {
	const sizeOf = ({ perPage = maxPerPage }: Query) => checkCount(perPage, 'perPage', maxPerPage);
	return createListing<Item, Query, Page<Item>>({
		empty,
		async page(query, page) {
			const paging = { page: checkCount(page, 'page'), perPage: sizeOf(query), signal: query.signal };
			const { page: one, release } = await request(query, paging);
			release();
			return one;
		},
		async *pages(query) {
			const perPage = sizeOf(query);
			const cv = runCv(query.cv);
			yield* pagesOf({
				ask: async (page, signal, turn) =>
					cv.learn(await request({ ...query, cv: cv.get() }, { page, perPage, signal, turn })),
				keyOf,
				perPage,
				width: source.concurrency,
				maxBytes: maxListBytes,
				signal: query.signal,
				endless: endlessList(source, path),
			});
		},
	});
}
