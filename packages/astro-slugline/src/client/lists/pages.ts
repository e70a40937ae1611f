import { maxHeldBytes, type Turn } from '../http/room.js';
import { ahead } from './ahead.js';
import type { Page } from './listing.js';
import { planPages } from './plan.js';

/** A page, and what its headers say. */
export interface Fetched<P> {
	page: P;
	/** The `per-page` header. */
	perPage: number | null;
	/** What the answer had. */
	bytes: number;
	/** Gives back the room that the answer takes up in the client; to be called once the page is used. */
	release(): void;
}

/** One run over a list. */
export interface Run<Item, P extends Page<Item>> {
	/** Requests one page, counted from 1. */
	ask(page: number, signal: AbortSignal | undefined, turn: Turn | undefined): Promise<Fetched<P>>;
	/** Identifies an item. */
	keyOf(item: Item): string | number;
	/** Drops items that the API should not have returned. */
	keep?: ((item: Item) => boolean) | undefined;
	perPage: number;
	expected?: number | undefined;
	/** How many pages to fetch ahead of the consumer. */
	width: number;
	signal?: AbortSignal | undefined;
	/** Bytes of the whole list at most. */
	maxBytes: number;
	/** The turn of the run, where it is one of several; without it, the run is the next one. */
	turn?: Turn | undefined;
	/** Takes over the release of a page; without it, a page is released when the next one is taken. */
	hold?: ((release: () => void) => void) | undefined;
	/** Creates the error for a list without an end; `came` is what the API returned of it. */
	endless(came: string): Error;
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
	const held = new Set<() => void>();
	try {
		yield* pagesHeld(run, held);
	} finally {
		for (const release of held) release();
	}
}

/** @param held gets what is to be called for the pages that are not taken in the end */
async function* pagesHeld<Item, P extends Page<Item>>(
	run: Run<Item, P>,
	held: Set<() => void>,
): AsyncGenerator<P> {
	const { keyOf, keep = () => true, signal } = run;
	let largest = 0;
	let bytes = 0;
	const ask = async (page: number, ended: AbortSignal | undefined, turn = run.turn) => {
		const fetched = await run.ask(page, ended, turn);
		held.add(fetched.release);
		largest = Math.max(largest, fetched.bytes);
		return fetched;
	};
	/** Fewer pages ahead where they are large, so that there is room for them. */
	const width = () => Math.max(1, Math.min(run.width, Math.floor(maxHeldBytes / 2 / Math.max(1, largest))));
	const used = ({ release }: Fetched<P>) => {
		held.delete(release);
		if (run.hold) run.hold(release);
		else release();
	};
	const seen = new Set<string | number>();
	let maxItems = Number.POSITIVE_INFINITY;

	/** Reduces a page to its new items, and reports its original size. */
	const reduce = (fetched: Fetched<P>) => {
		const { page } = fetched;
		const received = page.items.length;
		const fresh = page.items.filter((item) => {
			const key = keyOf(item);
			return !seen.has(key) && seen.add(key);
		});
		if (seen.size > maxItems) throw run.endless(`${seen.size} items`);
		bytes += fetched.bytes;
		if (bytes > run.maxBytes) throw run.endless(`${Math.floor(bytes / 1024 / 1024)} MB`);
		page.items = fresh.filter(keep);
		return { page, received, ended: fresh.length === 0 };
	};

	const fetched = await ask(1, signal);
	const first = reduce(fetched);
	yield first.page;
	used(fetched);
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
		used(next);
		if (first.page.total === null && received < plan.size) break;
	}
	for (let page = plan.pages + 1; !ended && received >= plan.size && seen.size !== plan.goal; page++) {
		const next = await ask(page, signal);
		const reduced = reduce(next);
		received = reduced.received;
		ended = reduced.ended;
		if (!ended) yield reduced.page;
		used(next);
	}
}

function* numbers(from: number, to: number): Generator<number> {
	for (let number = from; number <= to; number++) yield number;
}
