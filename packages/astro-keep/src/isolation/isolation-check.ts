import type { PageId } from '../decide/page-ids.js';
import type { Coverage, Reading } from '../decide/page-state.js';
import { once } from '../shared/once.js';
import {
	type Classification,
	classify,
	described,
	differing,
	differsAgain,
	isNew,
	noDifferences,
	type PageToCheck,
	volatileOf,
} from './classify.js';
import { differingReads, isAlwaysRendered, type RenderResult } from './compare.js';
import type { PageToRender, PathsFrom } from './protocol.js';
import type { Renderers, RenderRun, RenderThread } from './render-thread.js';

/** What rendering pages a second time shows. */
export interface IsolationResult extends Classification {
	/** Reads that only one of two renderings made. Their modules hold what they read. */
	readings: readonly Reading[];
	/** True if a page of this build renders differently again after the others. A reused page may have advanced a counter that it shows. */
	differsAgain: boolean;
	/** The code that has run. */
	coverage: Coverage;
}

/** Renders the pages of a build a second time, in threads, while the build renders them. */
export class IsolationCheck {
	readonly #threads = new Set<RenderThread>();
	readonly #built = new Map<PageId, RenderResult>();
	#asked: readonly PageToCheck[] = [];
	/** The pages in reverse; if any page is reused, then all of them again in the order of the build. */
	#reversed: readonly PageToCheck[] = [];
	#paths: PathsFrom;
	#backwards: Promise<RenderRun> | undefined;

	/** @param isFirst true if no earlier build has checked this code */
	constructor(
		private readonly renderers: Renderers,
		isFirst: boolean,
	) {
		this.#paths = pathsFor(isFirst);
	}

	readonly #start = (): RenderThread => {
		const thread = this.renderers.start();
		this.#threads.add(thread);
		return thread;
	};

	readonly #first = once(this.#start);

	/** Starts the thread. */
	prepare(): void {
		this.#first();
	}

	/** Starts to load the code. Call it after the build has loaded its own, so that the build, not the thread, takes what only one can have, such as the lock of a database. */
	load(): void {
		this.#first().load();
	}

	/** Starts to list the paths, when the build has listed them. */
	list(): void {
		this.#first().list(this.#paths);
	}

	/** Starts to render, last page first. */
	begin(pages: readonly PageToCheck[], thread = this.#first): void {
		this.#asked = pages;
		if (pages.length === 0) return;
		this.#reversed = [...oneMore(pages), ...[...pages].reverse(), ...onceMore(pages)];
		this.#backwards = thread().render(this.#reversed, this.#paths);
		// It may fail before the build has rendered its own pages, and waits for it.
		this.#backwards.catch(() => {});
	}

	/** True while a thread renders pages beside the build. */
	isRunning(): boolean {
		return this.#backwards !== undefined;
	}

	/** Ends what gets in the way of the build, such as a lock on a database. The pages are rendered again for the result. */
	async cancel(): Promise<void> {
		this.#backwards = undefined;
		await this.stop();
	}

	/** Notes how a page came out in the build. */
	rendered(id: PageId, page: RenderResult): void {
		this.#built.set(id, page);
	}

	/**
	 * Compares. Pages that differ are rendered again in other ways, to find out why.
	 *
	 * @param isKnownToDepend true if an earlier build has found out that pages affect each other
	 * @throws {Error} if the code cannot be loaded in a thread
	 */
	async result(isKnownToDepend: boolean): Promise<IsolationResult> {
		const [built, reversed, pages] = [this.#built, this.#reversed, this.#asked];
		if (reversed.length === 0) return { ...noDifferences, readings: [], differsAgain: false, coverage: {} };
		const found = await (this.#backwards ?? this.#start().render(reversed, this.#paths));
		const isAlways = ({ id }: PageToCheck): boolean => isAlwaysRendered(built.get(id)?.readings);
		const sure = {
			readings: [...memoizedReads(pages, found, built), ...found.ran.outside],
			differsAgain: pages.some((page) => isNew(page) && !isAlways(page) && differsAgain(found, page)),
			coverage: found.ran.coverage,
		};
		const differ = differing(pages, found, built);
		const always = differ.filter(isAlways);
		const inVain = this.#paths === 'same' ? new Set(always) : await volatileOf(always, this.renderers);
		const suspects = differ.filter((page) => !inVain.has(page));
		if (suspects.length > 0 && !isKnownToDepend) {
			const runs = { ...this.renderers, pages, reversed, built, start: this.#start };
			return { ...sure, ...(await classify(suspects, runs)) };
		}
		return { ...sure, ...noDifferences, order: await described(suspects.slice(0, 1), found) };
	}

	/** Renders all pages in order instead of the build. The next result is of these, except those that cannot be compared. */
	async rerenderAll(
		pages: readonly PageToRender[],
		isComparable: (id: PageId) => boolean,
	): Promise<RenderRun> {
		await this.stop();
		this.#paths = 'apart';
		const inOrder = await this.#start().render(pages, 'same');
		for (const [id, [page]] of inOrder.made)
			if (page && page.error === undefined && isComparable(id)) this.#built.set(id, page);
		const asNew = pages.map((page) => ({ ...page, copy: undefined }));
		this.begin(asNew, this.#start);
		return inOrder;
	}

	async stop(): Promise<void> {
		await Promise.all([...this.#threads].map((thread) => thread.stop()));
		this.#threads.clear();
	}
}

/** Where pages get their paths. What `getStaticPaths` leaves in modules has been found of code that was checked. */
export function pathsFor(isFirst: boolean): PathsFrom {
	return isFirst ? 'apart' : 'same';
}

/**
 * The page to render before all others. In reverse, each page of an odd number has as many others before it as in order, up to an even
 * number, so what alternates, such as the state of a regular expression, would come out the same.
 */
export function oneMore(pages: readonly PageToCheck[]): readonly PageToCheck[] {
	return pages.length > 1 && pages.length % 2 === 1 && pages.every(isNew) ? pages.slice(-1) : [];
}

/** The pages to render in order once more, if any stays: each then comes after all that may affect it, and a counter goes on. */
export function onceMore(pages: readonly PageToCheck[]): readonly PageToCheck[] {
	return pages.every(isNew) ? [] : pages;
}

/** Reads that a page made in one of its renderings only. */
const memoizedReads = (
	asked: readonly PageToCheck[],
	{ made }: RenderRun,
	built: ReadonlyMap<PageId, RenderResult>,
): Reading[] =>
	asked.flatMap(({ id }) => {
		const [page, expected] = [made.get(id)?.[0], built.get(id)];
		return page?.error === undefined && page && expected ? differingReads(expected, page) : [];
	});
