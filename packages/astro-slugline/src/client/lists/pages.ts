import { ahead } from './ahead.js';
import type { Page } from './listing.js';
import { planPages } from './plan.js';

/** A page, and what its headers say. */
export interface Fetched<P> {
	page: P;
	/** The `per-page` header. */
	perPage: number | null;
}

/** One run over a list. */
export interface Run<Item, P extends Page<Item>> {
	/** Requests one page, counted from 1. */
	ask(page: number, signal: AbortSignal | undefined): Promise<Fetched<P>>;
	/** Identifies an item. */
	keyOf(item: Item): string | number;
	/** Drops items that the API should not have returned. */
	keep?: ((item: Item) => boolean) | undefined;
	perPage: number;
	expected?: number | undefined;
	/** How many pages to fetch ahead of the consumer. */
	width: number;
	signal?: AbortSignal | undefined;
	/** Creates the error for a list without an end. */
	endless(items: number): Error;
}

/** Items accepted beyond twice the announced number, or without an announced number. */
const maxUnannounced = 250_000;

/** The largest announced number that is trusted. */
const maxAnnounced = 1_000_000;

/**
 * All pages of a list, in order. Their number follows from the first page's `total`, or else from `expected`.
 * Without a total, and after the planned pages, a short page ends the list. A page without new items ends any
 * list.
 *
 * @throws {Error} from `endless` if new items keep coming
 */
export async function* pagesOf<Item, P extends Page<Item>>(run: Run<Item, P>): AsyncGenerator<P> {
	const { ask, keyOf, keep = () => true, width, signal } = run;
	const seen = new Set<string | number>();
	let maxItems = Number.POSITIVE_INFINITY;

	/** Reduces a page to its new items, and reports its original size. */
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
