/** What the first page of a list tells. */
export interface FirstPage {
	/** Items a page that were asked for. */
	asked: number;
	/** Items that came. */
	received: number;
	/** The `total` header. */
	total: number | null;
	/** The `per-page` header. */
	perPage: number | null;
	/** How many items the caller expects, from another source; used where the service does not say. */
	expected: number | null;
}

export interface Plan {
	/** How many pages there are for certain: these can be fetched side by side. */
	pages: number;
	/** What a full page holds. After a full last page there may be another one, unless `goal` is reached. */
	size: number;
	/** How many different items there should be; null where nobody knows. */
	goal: number | null;
}

/** Fewer than this no service gives on a full page: it is the documented default. */
const smallestFullPage = 25;

/** Decides from the first page how to go on. */
export function planPages({ asked, received, total, perPage, expected }: FirstPage): Plan {
	const goal = total ?? expected;
	const size = sizeOfPage({ asked, received, total, perPage, expected });
	if (received === 0) return { pages: 1, size, goal };
	if (total === null && received < size) return { pages: 1, size, goal };
	return { pages: goal === null ? 1 : Math.max(1, Math.ceil(goal / size)), size, goal };
}

/** A service may have smaller pages than asked for, say so or not, and one that does not page at all has one huge one. */
function sizeOfPage({ asked, received, total, perPage, expected }: FirstPage): number {
	const told = perPage !== null && perPage >= received && perPage > 0 && perPage < asked ? perPage : null;
	if (total !== null && total > received && received > 0)
		return told ?? (received < asked ? received : Math.max(asked, received));
	if (total === null && expected !== null && expected > received && received >= smallestFullPage)
		return told ?? received;
	return told ?? Math.max(asked, received);
}
