import { once } from '../../../shared/once.js';
import type { PageId } from '../decide/page-ids.js';
import type { Blocks, Reading } from '../decide/page-state.js';
import {
	type Causes,
	causesOf,
	described,
	differing,
	differsAgain,
	isNew,
	noCauses,
	type ProvedPage,
	volatileOf,
} from './causes.js';
import { differingReads, isAlwaysRendered, type Rendition } from './compare.js';
import type { Asked, Instance, PathsFrom } from './protocol.js';
import { type RenderThread, type Renditions, startThread } from './render-thread.js';

/** What rendering pages a second time shows. */
export interface Verdict extends Causes {
	/** Reads that only one of two renderings made. Their modules hold what they read. */
	readings: readonly Reading[];
	/** True if a page that the build rendered differs the second time, after other pages. A page that stays may have counted before it. */
	differsAgain: boolean;
	/** The code that has run. */
	blocks: Blocks;
}

/** Renders the pages of a build a second time, in threads, while the build renders them. */
export interface Proof {
	/** Starts the thread. */
	prepare(): void;
	/** Starts to load the code. Call it when the build has loaded it: the first to load it gets what only one can have, such as a lock. */
	load(): void;
	/** Starts to list the paths, when the build has listed them. */
	list(): void;
	/** Starts to render, last page first. */
	begin(pages: readonly ProvedPage[]): void;
	/** True while a thread renders pages beside the build. */
	isBeside(): boolean;
	/** Ends what gets in the way of the build, such as a lock on a database. The pages are rendered again for the verdict. */
	postpone(): Promise<void>;
	/** Notes how a page came out in the build. */
	rendered(id: PageId, page: Rendition): void;
	/**
	 * Compares. Pages that differ are rendered again in other ways, to find out why.
	 *
	 * @param hasEvidence true if an earlier build has found out that pages affect each other
	 * @throws {Error} if the code cannot be loaded in a thread
	 */
	verdict(hasEvidence: boolean): Promise<Verdict>;
	/** Renders all pages in order instead of the build. The next verdict is of these, except those that cannot be compared. */
	replay(pages: readonly Asked[], isComparable: (id: PageId) => boolean): Promise<Renditions>;
	stop(): Promise<void>;
}

/** @param isNewCode true if code is new since the last build. What `getStaticPaths` leaves in modules has been found of other code. */
export function startProof(instance: Instance, isNewCode: boolean): Proof {
	const threads = new Set<RenderThread>();
	const start = (): RenderThread => {
		const thread = startThread(instance);
		threads.add(thread);
		return thread;
	};
	const first = once(start);
	const built = new Map<PageId, Rendition>();
	let asked: readonly ProvedPage[] = [];
	/** Last page first, and of a build that keeps pages in order again. */
	let reversed: readonly ProvedPage[] = [];
	let paths: PathsFrom = isNewCode ? 'apart' : 'same';
	let backwards: Promise<Renditions> | undefined;
	const stop = async (): Promise<void> => {
		await Promise.all([...threads].map((thread) => thread.stop()));
		threads.clear();
	};
	const isAlways = ({ id }: ProvedPage): boolean => {
		const page = built.get(id);
		return page !== undefined && isAlwaysRendered(page);
	};

	const begin = (pages: readonly ProvedPage[], thread: () => RenderThread): void => {
		asked = pages;
		if (pages.length === 0) return;
		// If pages stay, in order once more: each then comes after all that may affect it, and a counter of a single page goes on.
		reversed = [...[...pages].reverse(), ...(pages.every(isNew) ? [] : pages)];
		backwards = thread().render(reversed, paths);
		// It may fail before the build has rendered its own pages, and waits for it.
		backwards.catch(() => {});
	};

	return {
		prepare: () => void first(),
		load: () => first().load(),
		list: () => first().list(paths),
		begin: (pages) => begin(pages, first),
		isBeside: () => backwards !== undefined,
		async postpone() {
			backwards = undefined;
			await stop();
		},
		rendered: (id, page) => built.set(id, page),
		async verdict(hasEvidence) {
			if (reversed.length === 0) return { ...noCauses, readings: [], differsAgain: false, blocks: {} };
			const found = await (backwards ?? start().render(reversed, paths));
			const own = asked.flatMap(({ id }) => {
				const [page, expected] = [found.made.get(id)?.[0], built.get(id)];
				return page?.error === undefined && page && expected ? differingReads(expected, page) : [];
			});
			const sure = {
				readings: [...own, ...found.ran.outside],
				differsAgain: asked.some((page) => isNew(page) && !isAlways(page) && differsAgain(found, page)),
				blocks: found.ran.blocks,
			};
			const differ = differing(asked, found, built);
			const always = differ.filter(isAlways);
			const inVain = paths === 'same' ? new Set(always) : await volatileOf(always, instance);
			const suspects = differ.filter((page) => !inVain.has(page));
			if (suspects.length > 0 && !hasEvidence)
				return { ...sure, ...(await causesOf(suspects, { instance, pages: asked, reversed, built, start })) };
			return { ...sure, ...noCauses, order: await described(suspects.slice(0, 1), found) };
		},
		async replay(pages, isComparable) {
			await stop();
			paths = 'apart';
			const inOrder = await start().render(pages, 'same');
			for (const [id, [page]] of inOrder.made)
				if (page && page.error === undefined && isComparable(id)) built.set(id, page);
			begin(
				pages.map((page) => ({ ...page, copy: undefined })),
				start,
			);
			return inOrder;
		},
		stop,
	};
}
