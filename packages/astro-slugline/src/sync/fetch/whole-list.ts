import type { Listing, ListQuery, Page } from '../../client/index.js';
import { SyncError } from '../model/sync-error.js';

/**
 * Reads a list. If it has fewer items than announced, it is read once more, because the space may have changed between two pages.
 *
 * @param what the items, for the error @example 'links'
 * @param pages begins to read the list
 * @param take gets each page, and the number of items so far; if it returns false, the rest is not read
 * @throws {SyncError} if items are missing again
 */
export async function readWholeList<P extends Page<unknown>>(
	what: string,
	pages: () => AsyncIterable<P>,
	take: (page: P, got: number) => unknown,
): Promise<void> {
	const seen: string[] = [];
	while (seen.length < 2) {
		let got = 0;
		let announced: number | null = null;
		for await (const page of pages()) {
			got += page.items.length;
			announced = page.total;
			if ((await take(page, got)) === false) return;
		}
		if (announced === null || got >= announced) return;
		seen.push(`${got} of ${announced}`);
	}
	throw new SyncError(
		`The API returned fewer ${what} than it announced: ${seen.join(', then ')}. The missing ones would be removed from the site, so nothing was changed.`,
		'Build again later. If the problem persists, check proxies between this machine and the API, and report it to the service.',
	);
}

export async function wholeList<Item, Query extends ListQuery>(
	what: string,
	listing: Listing<Item, Query, Page<Item>>,
	query: Query,
): Promise<Item[]> {
	let items: Item[] = [];
	const pages = () => {
		items = [];
		return listing.pages(query);
	};
	await readWholeList(what, pages, (page) => items.push(...page.items));
	return items;
}
