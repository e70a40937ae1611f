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

/** Smaller full pages than the documented default are unlikely. */
const smallestFullPage = 25;

/** Decides from the first page how to go on. */
export function planPages(first: FirstPage): Plan {
	const { asked, received, total, perPage, expected } = first;
	const told = perPage !== null && perPage > 0 && perPage >= received && perPage < asked ? perPage : null;
	const most = told ?? Math.max(asked, received);
	const goal = total ?? expected;
	if (received === 0) return { pages: 1, size: most, goal };
	if (total !== null) {
		// A first page that lacks some of the total is a full one, however small.
		const size = received < total ? (told ?? received) : most;
		return { pages: Math.max(1, Math.ceil(total / size)), size, goal };
	}
	if (received < most) return { pages: 1, size: mayBeFull(first) ? received : most, goal };
	return { pages: goal === null ? 1 : Math.max(1, Math.ceil(goal / most)), size: most, goal };
}

/**
 * True for a page with fewer items than asked for that may be a full one of a service with smaller pages: more were expected,
 * and one more request for them is worth it.
 */
function mayBeFull({ asked, received, expected }: FirstPage): boolean {
	return expected !== null && expected > received && (received >= smallestFullPage || expected > asked);
}
