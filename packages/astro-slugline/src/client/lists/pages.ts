import { maxHeldBytes, type Turn } from '../http/exchange.js';
import type { Page } from './listing.js';

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

/** What the first page of a list says about it. */
interface FirstPage {
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
interface Plan {
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
function planPages(first: FirstPage): Plan {
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

/**
 * Runs numbered tasks concurrently and yields their results in order, at most `width` ahead of the consumer.
 * The first task that fails aborts the others, and its error is thrown. No task is running when the generator
 * ends.
 *
 * @param start begins task `n`, which must stop when its signal aborts; its turn says when its result is the next one to be taken
 */
export async function* ahead<T>(
	numbers: Iterable<number>,
	width: number | (() => number),
	outer: AbortSignal | undefined,
	start: (n: number, signal: AbortSignal, turn: Turn) => Promise<T>,
): AsyncGenerator<T> {
	const own = new AbortController();
	const signal = outer ? AbortSignal.any([outer, own.signal]) : own.signal;
	const running: { task: Promise<T>; come(): void }[] = [];
	const waiting = numbers[Symbol.iterator]();
	const widthNow = typeof width === 'number' ? () => width : width;
	const fill = () => {
		while (running.length < widthNow()) {
			const next = waiting.next();
			if (next.done) return;
			let resolve = () => {};
			const come = new Promise<void>((done) => {
				resolve = done;
			});
			const isNext = () => running[0] === undefined || running[0].task === task;
			if (running.length === 0) resolve();
			const task: Promise<T> = start(next.value, signal, { isNext, come });
			task.catch((error) => own.abort(error));
			running.push({ task, come: resolve });
		}
	};
	try {
		for (fill(); running[0]; fill()) {
			yield await running[0].task;
			running.shift();
			running[0]?.come();
		}
	} finally {
		own.abort();
		for (const { come } of running) come();
		await Promise.allSettled(running.map(({ task }) => task));
	}
}
