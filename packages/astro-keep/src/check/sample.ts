import type { PageId } from '../decide/page-ids.js';
import { smallHash } from '../shared/text/small-hash.js';

/** A cached page that may be checked. */
export interface Candidate {
	id: PageId;
	/** The component of its route. */
	route: string;
}

/** A page of the sample. Its place in the cycle of its route is a hash of its id. */
export type Sampled = Candidate & { place: number };

/** How far earlier builds came with checking. */
export interface CheckProgress {
	/** Of each route, the place of the page that was checked last. */
	places: Readonly<Record<string, number>>;
	/** The route whose page was checked last; empty if none was. */
	lastRoute: string;
}

/**
 * The order in which pages are checked: one page of each route in turn, and of a route the page that was checked least
 * recently. A page's place is a hash of its id, so the pages of a route come around in a fixed cycle, and pages that come or go
 * do not disturb it.
 */
export function* sampleOf(
	candidates: Iterable<Candidate>,
	{ places, lastRoute }: CheckProgress,
): Generator<Sampled> {
	const placed = [...candidates].map((candidate) => ({ ...candidate, place: smallHash(candidate.id) }));
	const cycles = [...Map.groupBy(placed, ({ route }) => route)]
		.sort(([one], [other]) => compare(one, other))
		.map(([route, pages]) => ({ route, pages: afterPlace(pages, places[route]) }));
	const start = cycles.findIndex(({ route }) => route > lastRoute);
	const turn = start < 0 ? cycles : [...cycles.slice(start), ...cycles.slice(0, start)];
	const longest = Math.max(0, ...turn.map(({ pages }) => pages.length));
	for (let round = 0; round < longest; round += 1) {
		for (const { pages } of turn) {
			const page = pages[round];
			if (page) yield page;
		}
	}
}

/** Pages in the order of their places, those behind the given place first. */
function afterPlace<Page extends { id: string; place: number }>(
	pages: Page[],
	place: number | undefined,
): Page[] {
	const sorted = pages.sort((one, other) => one.place - other.place || compare(one.id, other.id));
	const next = place === undefined ? 0 : sorted.findIndex((page) => page.place > place);
	return next <= 0 ? sorted : [...sorted.slice(next), ...sorted.slice(0, next)];
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
