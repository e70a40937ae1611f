import { ahead } from './ahead.js';
import type { Page } from './listing.js';
import { planPages } from './plan.js';

/** A page and what its headers tell. */
export interface Fetched<P> {
	page: P;
	/** The `per-page` header. */
	perPage: number | null;
}

/** One run over a list. */
export interface Run<Item, P extends Page<Item>> {
	/** Asks for one page, from 1. */
	ask(page: number, signal: AbortSignal | undefined): Promise<Fetched<P>>;
	/** What tells one item from another. */
	keyOf(item: Item): string | number;
	/** Leaves out what the service should have left out. */
	keep?: ((item: Item) => boolean) | undefined;
	perPage: number;
	expected?: number | undefined;
	/** Pages that are fetched ahead of what was taken. */
	width: number;
	signal?: AbortSignal | undefined;
	/** The error of a list that does not end. */
	endless(items: number): Error;
}

/** Items that may come beyond twice the announced ones, or without a word of how many there are. */
const maxUnannounced = 250_000;

/** The largest announcement that is believed. */
const maxAnnounced = 1_000_000;

/**
 * All pages of a list, in order. Their number comes from the first page's `total`, else from `expected`. Without a total, and
 * after the known pages, the list ends with a short page. A page without anything new ends every list.
 *
 * @throws {Error} of `endless` where new items come without an end
 */
export async function* pagesOf<Item, P extends Page<Item>>(run: Run<Item, P>): AsyncGenerator<P> {
	const { ask, keyOf, keep = () => true, width, signal } = run;
	const seen = new Set<string | number>();
	let maxItems = Number.POSITIVE_INFINITY;

	/** Reduces a page to what is new, and tells how it was before. */
	const reduce = ({ page }: Fetched<P>) => {
		const received = page.items.length;
		const fresh = page.items.filter((item) => {
			const key = keyOf(item);
			return !seen.has(key) && seen.add(key);
		});
		if (seen.size > maxItems) throw run.endless(seen.size);
		page.items = fresh.filter(keep);
		return { page, received, ended: fresh.length === 0 };
	};

	const fetched = await ask(1, signal);
	const first = reduce(fetched);
	yield first.page;
	const plan = planPages({
		asked: run.perPage,
		received: first.received,
		total: first.page.total,
		perPage: fetched.perPage,
		expected: run.expected ?? null,
	});
	maxItems = 2 * Math.min(plan.goal ?? 0, maxAnnounced) + maxUnannounced;
	let { received, ended } = first;
	for await (const next of ahead(numbers(2, plan.pages), width, signal, ask)) {
		const reduced = reduce(next);
		received = reduced.received;
		ended = reduced.ended;
		if (ended) break;
		yield reduced.page;
		if (first.page.total === null && received < plan.size) break;
	}
	for (let page = plan.pages + 1; !ended && received >= plan.size && seen.size !== plan.goal; page++) {
		const reduced = reduce(await ask(page, signal));
		received = reduced.received;
		ended = reduced.ended;
		if (!ended) yield reduced.page;
	}
}

function* numbers(from: number, to: number): Generator<number> {
	for (let number = from; number <= to; number++) yield number;
}
