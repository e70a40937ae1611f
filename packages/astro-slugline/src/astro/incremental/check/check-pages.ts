import type { PageId } from '../decide/page-ids.js';
import type { Sampled } from './sample.js';

export interface CheckOptions {
	/** The pages, in the order in which they are to be checked. */
	sample: Iterable<Sampled>;
	/** Renders a page, and returns the digest of its text; undefined if it has none. */
	render(id: PageId): Promise<string | undefined>;
	/** The digest of the cached copy of a page. */
	digestOf(id: PageId): string | undefined;
	/** Milliseconds that the check may take. At least one page is checked. */
	budgetMs: number;
	/** The current time in milliseconds, for tests. */
	now?: () => number;
}

/**
 * Renders cached pages, each once, and compares them with their copies.
 *
 * @returns the pages that were checked, and those that failed or did not come out as their copies are
 */
export async function checkPages(
	options: CheckOptions,
): Promise<{ checked: Sampled[]; suspects: Set<PageId> }> {
	const { sample, render, digestOf, budgetMs, now = () => performance.now() } = options;
	const end = now() + budgetMs;
	const checked: Sampled[] = [];
	const suspects = new Set<PageId>();
	for (const page of sample) {
		if (checked.length > 0 && now() >= end) break;
		checked.push(page);
		const digest = await render(page.id).catch(() => 'failed');
		if (digest !== undefined && digest !== digestOf(page.id)) suspects.add(page.id);
	}
	return { checked, suspects };
}
