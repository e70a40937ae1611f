import { maxHeldBytes, type Turn } from '../http/exchange.js';
import type { Page } from './listing.js';

/** A page, and the room that it takes up. */
export interface Fetched<P> {
	page: P;
	/** What the answer had. */
	bytes: number;
	/** Gives back the room that the answer takes up in the client; to be called once the page is used. */
	release(): void;
}

export interface Run<Item, P extends Page<Item>> {
	/** Requests one page, counted from 1. */
	ask(page: number, signal: AbortSignal | undefined, turn: Turn | undefined): Promise<Fetched<P>>;
	keyOf(item: Item): string | number;
	/** Drops items that the API should not have returned. */
	keep?: ((item: Item) => boolean) | undefined;
	perPage: number;
	expected?: number | undefined;
	/** How many pages to fetch ahead of the consumer. */
	width: number;
	signal?: AbortSignal | undefined;
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
	const { keyOf, keep = () => true, hold = (release) => release(), signal } = run;
	const seen = new Set<string | number>();
	let maxItems = Number.POSITIVE_INFINITY;
	let largest = 0;
	let bytes = 0;
	/** The number of items in the last response, and whether none of them was new. */
	let received = 0;
	let ended = false;

	const ask = async (page: number, stop: AbortSignal, turn: Turn) => {
		const fetched = await run.ask(page, stop, run.turn ?? turn);
		largest = Math.max(largest, fetched.bytes);
		return fetched;
	};
	/** Fewer pages ahead where they are large, so that there is room for them. */
	const width = () => Math.max(1, Math.min(run.width, Math.floor(maxHeldBytes / 2 / Math.max(1, largest))));

	/** Reduces a page to its new items. */
	const reduce = (fetched: Fetched<P>): P => {
		const { page } = fetched;
		received = page.items.length;
		const fresh = page.items.filter((item) => {
			const key = keyOf(item);
			return !seen.has(key) && seen.add(key);
		});
		if (seen.size > maxItems) throw run.endless(`${seen.size} items`);
		bytes += fetched.bytes;
		if (bytes > run.maxBytes) throw run.endless(`${Math.floor(bytes / 1024 / 1024)} MB`);
		page.items = fresh.filter(keep);
		ended = fresh.length === 0;
		return page;
	};

	let first: Fetched<P> | undefined;
	for await (first of ahead([1], oneByOne, signal, ask)) {
		yield reduce(first);
		hold(first.release);
	}
	if (!first) return;
	const plan = planPages(run, received, first.page);
	maxItems = 2 * Math.min(plan.goal ?? 0, maxAnnounced) + maxUnannounced;
	const hasTotal = first.page.total !== null;
	const planned = numbers(2, (page) => page <= plan.pages);
	const further = numbers(plan.pages + 1, () => !ended && received >= plan.size && seen.size !== plan.goal);
	for (const [pages, howMany] of [
		[planned, width],
		[further, oneByOne],
	] as const) {
		for await (const fetched of ahead(pages, howMany, signal, ask)) {
			const page = reduce(fetched);
			if (ended) break;
			yield page;
			hold(fetched.release);
			if (!hasTotal && received < plan.size) break;
		}
	}
}

const oneByOne = () => 1;

function* numbers(from: number, goesOn: (number: number) => boolean): Generator<number> {
	for (let number = from; goesOn(number); number++) yield number;
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

/**
 * Plans the remaining pages from the first one.
 *
 * @param asked requested items per page
 * @param expected how many items the caller expects, from another source. Used if the API does not say
 * @param received items in the response
 */
function planPages<Item>(
	{ perPage: asked, expected = null }: { perPage: number; expected?: number | null | undefined },
	received: number,
	{ total }: Page<Item>,
): Plan {
	const fullSize = Math.max(asked, received);
	const goal = total ?? expected;
	if (received === 0) return { pages: 1, size: fullSize, goal };
	if (total !== null) {
		// A first page with fewer items than the total is a full page, however small.
		const size = received < total ? received : fullSize;
		return { pages: Math.max(1, Math.ceil(total / size)), size, goal };
	}
	if (received < fullSize) {
		// It may be a full page all the same, from an API with smaller pages, if that justifies one more request.
		const mayBeFull =
			expected !== null && expected > received && (received >= smallestFullPage || expected > asked);
		return { pages: 1, size: mayBeFull ? received : fullSize, goal };
	}
	return { pages: goal === null ? 1 : Math.max(1, Math.ceil(goal / fullSize)), size: fullSize, goal };
}

/**
 * Runs tasks concurrently and yields their results in order, at most `width` ahead of the consumer. The first task that fails
 * aborts the others, and its error is thrown. When the generator ends, no task is running, and what was not consumed is released.
 *
 * @param start begins a task, which must stop when its signal aborts; its turn says when its result is the next one to be taken
 */
export async function* ahead<Item, T extends { release(): void }>(
	items: Iterable<Item>,
	width: () => number,
	outer: AbortSignal | undefined,
	start: (item: Item, signal: AbortSignal, turn: Turn) => Promise<T>,
): AsyncGenerator<T> {
	const own = new AbortController();
	const signal = outer ? AbortSignal.any([outer, own.signal]) : own.signal;
	const running: { task: Promise<T>; come(): void }[] = [];
	const waiting = items[Symbol.iterator]();
	const fill = () => {
		while (running.length < width()) {
			const next = waiting.next();
			if (next.done) return;
			const { promise: come, resolve } = Promise.withResolvers<void>();
			if (running.length === 0) resolve();
			const isNext = () => running[0] === undefined || running[0].task === task;
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
		for (const left of await Promise.allSettled(running.map(({ task }) => task)))
			if (left.status === 'fulfilled') left.value.release();
	}
}
