/** What the first page of a list says about it. */
export interface FirstPage {
	/** Requested items per page. */
	asked: number;
	/** Items in the response. */
	received: number;
	/** The `total` header. */
	total: number | null;
	/** The `per-page` header. */
	perPage: number | null;
	/** How many items the caller expects, from another source. Used if the API does not say. */
	expected: number | null;
}

/** How the rest of a list is read. */
export interface Plan {
	/** Number of pages that certainly exist, which can be fetched concurrently. */
	pages: number;
	/** Size of a full page. After a full last page there may be more, unless `goal` is reached. */
	size: number;
	/** How many different items there should be, or null if unknown. */
	goal: number | null;
}

/** Full pages smaller than the documented default are unlikely. */
const smallestFullPage = 25;

/** Plans the remaining pages from the first one. */
export function planPages(first: FirstPage): Plan {
	const { asked, received, total, perPage, expected } = first;
	const reported = perPage !== null && perPage > 0 && perPage >= received && perPage < asked ? perPage : null;
	const fullSize = reported ?? Math.max(asked, received);
	const goal = total ?? expected;
	if (received === 0) return { pages: 1, size: fullSize, goal };
	if (total !== null) {
		// A first page with fewer items than the total is a full page, however small.
		const size = received < total ? (reported ?? received) : fullSize;
		return { pages: Math.max(1, Math.ceil(total / size)), size, goal };
	}
	if (received < fullSize) return { pages: 1, size: mayBeFull(first) ? received : fullSize, goal };
	return { pages: goal === null ? 1 : Math.max(1, Math.ceil(goal / fullSize)), size: fullSize, goal };
}

/**
 * True if a page with fewer items than requested may be a full page, from an API with smaller pages: more
 * items were expected, and one more request for them is justified.
 */
function mayBeFull({ asked, received, expected }: FirstPage): boolean {
	return expected !== null && expected > received && (received >= smallestFullPage || expected > asked);
}
