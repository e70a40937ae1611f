import type { PageId } from '../decide/page-ids.js';
import { differenceOf } from './difference.js';
import type { Candidate } from './sample.js';

/** A page that came out differently than before. */
export interface Differing {
	id: PageId;
	route: string;
	/** The first difference, in readable form. */
	difference: string;
}

/** The result of a check. */
export interface Findings {
	/** Number of checked pages. */
	checked: number;
	/** The last page that was checked of each route, by its place. */
	places: Record<string, number>;
	lastRoute: string;
	/** Pages that differ between two renderings. */
	unstable: readonly Differing[];
	/** Pages that failed to render. Astro renders them again and reports the error. */
	failing: PageId[];
	/** The first stale page of each route, or all of them if `all` is set. */
	stale: readonly Differing[];
}

export interface CheckOptions {
	/** The pages, in the order in which they are to be checked. */
	sample: Iterable<Candidate & { place: number }>;
	/** Renders a page; undefined if it cannot be rendered now. */
	render(id: PageId): Promise<Uint8Array | undefined>;
	/** The cached copy of a page; undefined if it is missing or damaged. */
	copyOf(id: PageId): Uint8Array | undefined;
	/** Milliseconds that the check may take. At least one page is checked. */
	budgetMs: number;
	/** Continues with a route after its first stale page. */
	all: boolean;
	/** The current time in milliseconds, for tests. */
	now?: () => number;
}

/**
 * Renders cached pages, each twice, and compares them with their copies. Two renderings that differ from each other say that
 * the page is not deterministic. Two that agree with each other and not with the copy say that the copy is stale: something
 * changed that is not tracked.
 */
export async function checkPages(options: CheckOptions): Promise<Findings> {
	const { sample, render, copyOf, budgetMs, all, now = () => performance.now() } = options;
	const end = now() + budgetMs;
	const found: Findings & { unstable: Differing[]; stale: Differing[] } = {
		checked: 0,
		places: {},
		lastRoute: '',
		unstable: [],
		failing: [],
		stale: [],
	};
	const staleRoutes = new Set<string>();
	for (const { id, route, place } of sample) {
		if (found.checked > 0 && now() >= end) break;
		if (!all && staleRoutes.has(route)) continue;
		const copy = copyOf(id);
		const attempt = () =>
			render(id).catch(() => {
				found.failing.push(id);
				return undefined;
			});
		const first = copy && (await attempt());
		if (!copy || !first) continue;
		found.checked += 1;
		found.places[route] = place;
		found.lastRoute = route;
		const second = await attempt();
		if (!second) continue;
		if (!isEqual(first, second)) {
			const difference = differenceOf(textOf(first), textOf(second), ['first', 'then']);
			found.unstable.push({ id, route, difference });
		} else if (!isEqual(first, copy)) {
			staleRoutes.add(route);
			found.stale.push({ id, route, difference: differenceOf(textOf(copy), textOf(first)) });
		}
	}
	return found;
}

const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
	one.length === other.length && Buffer.compare(one, other) === 0;

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
