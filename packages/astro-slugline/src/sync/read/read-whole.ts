import type { Listing, ListQuery, Page } from '../../client/index.js';
import { SyncError } from '../model/sync-error.js';

interface ListReading<T> {
	value: T;
	/** Number of different items. */
	got: number;
	/** The total that the API reported with the last page; null if it did not report one. */
	announced: number | null;
}

/**
 * Reads a list. If it has fewer items than announced, it is read once more, because the space may have changed between two pages.
 *
 * @param what the items, for the error @example 'links'
 * @throws {SyncError} if items are missing again
 */
export async function readWhole<T>(what: string, read: () => Promise<ListReading<T>>): Promise<T> {
	const seen: string[] = [];
	for (;;) {
		const { value, got, announced } = await read();
		if (announced === null || got >= announced) return value;
		seen.push(`${got} of ${announced}`);
		if (seen.length === 2) {
			throw new SyncError(
				`The API returned fewer ${what} than it announced: ${seen.join(', then ')}. The missing ones would be removed from the site, so nothing was changed.`,
				'Build again later. If the problem persists, check proxies between this machine and the API, and report it to the service.',
			);
		}
	}
}

export const wholeList = <Item, Query extends ListQuery>(
	what: string,
	listing: Listing<Item, Query, Page<Item>>,
	query: Query,
): Promise<Item[]> =>
	readWhole(what, async () => {
		const value: Item[] = [];
		let announced: number | null = null;
		for await (const page of listing.pages(query)) {
			value.push(...page.items);
			announced = page.total;
		}
		return { value, got: value.length, announced };
	});
