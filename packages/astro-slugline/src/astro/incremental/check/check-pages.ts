import type { PageId } from '../decide/page-ids.js';
import type { Candidate } from './sample.js';

/** The result of a check. */
export interface Findings {
	/** Number of checked pages. */
	checked: number;
	/** The last page that was checked of each route, by its place. */
	places: Record<string, number>;
	lastRoute: string;
	/** Pages that failed, or did not come out as their copies are. */
	suspects: Set<PageId>;
}

export interface CheckOptions {
	/** The pages, in the order in which they are to be checked. */
	sample: Iterable<Candidate & { place: number }>;
	/** Renders a page, and returns the digest of its text; undefined if it has none. */
	render(id: PageId): Promise<string | undefined>;
	/** The digest of the cached copy of a page. */
	digestOf(id: PageId): string | undefined;
	/** Milliseconds that the check may take. At least one page is checked. */
	budgetMs: number;
	/** The current time in milliseconds, for tests. */
	now?: () => number;
}

/** Renders cached pages, each once, and compares them with their copies. */
export async function checkPages(options: CheckOptions): Promise<Findings> {
	const { sample, render, digestOf, budgetMs, now = () => performance.now() } = options;
	const end = now() + budgetMs;
	const found: Findings = { checked: 0, places: {}, lastRoute: '', suspects: new Set() };
	for (const { id, route, place } of sample) {
		if (found.checked > 0 && now() >= end) break;
		found.checked += 1;
		found.places[route] = place;
		found.lastRoute = route;
		const digest = await render(id).catch(() => 'failed');
		if (digest !== undefined && digest !== digestOf(id)) found.suspects.add(id);
	}
	return found;
}
