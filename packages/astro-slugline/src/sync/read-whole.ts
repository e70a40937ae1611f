import type { Listing, ListQuery, Page } from '../client/index.js';
import { SyncError } from './sync-error.js';

/** A list as it was read once. */
export interface Reading<T> {
	value: T;
	/** How many different items came. */
	got: number;
	/** How many there are, as the service said with the last page; null where it does not say. */
	announced: number | null;
}

/**
 * Reads a list. One that gave fewer items than it announced is read once more: the space may have changed between two pages.
 *
 * @param what the items, for the message @example 'links'
 * @throws {SyncError} if the second reading lacks some, too
 */
export async function readWhole<T>(what: string, read: () => Promise<Reading<T>>): Promise<T> {
	const seen: string[] = [];
	for (;;) {
		const { value, got, announced } = await read();
		if (announced === null || got >= announced) return value;
		seen.push(`${got} of ${announced}`);
		if (seen.length === 2) {
			throw new SyncError(
				`The service gave fewer ${what} than it announced: ${seen.join(', then ')}. What is missing would be removed from the site, so nothing was taken over.`,
				'Build again later. If it lasts, look at what stands between this machine and the service, and report it to the service.',
			);
		}
	}
}

/** All items of a list, as many as it announces. */
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
