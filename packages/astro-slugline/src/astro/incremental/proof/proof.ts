import { once } from '../../../shared/once.js';
import type { PageId } from '../decide/page-ids.js';
import type { Blocks, Reading } from '../decide/page-state.js';
import { differingReads, isAlwaysRendered, type Rendition } from './compare.js';
import type { Asked, Instance, PathsFrom } from './protocol.js';
import { type RenderThread, type Renditions, renderApart, startThread, textsIn } from './render-thread.js';

/** A page that is rendered a second time. */
export interface ProvedPage extends Asked {
	/** The digest of its copy, for a page that stays; undefined for one that this build renders. */
	copy: string | undefined;
}

/** A page that came out differently. */
export interface Difference {
	id: PageId;
	/** Its second text, or the error. */
	second: Uint8Array | string;
}

/** What rendering pages a second time shows. */
export interface Verdict {
	/** Reads that only one of two renderings made. Their modules hold what they read. */
	readings: readonly Reading[];
	/** True if pages show what `getStaticPaths` left in modules. */
	keepsPaths: boolean;
	/** Pages that differ in the same order, too. */
	chance: readonly Difference[];
	/** Pages that differ because of other pages. */
	order: readonly Difference[];
	/** Pages that were to stay and differ from their copies even if nothing else is rendered. */
	stale: readonly Difference[];
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

	/** The pages that are not what this build made of them, or the one that their copy is from. */
	const differing = (pages: readonly ProvedPage[], { made }: Renditions): ProvedPage[] =>
		pages.filter(({ id, copy }) => {
			const expected = copy ?? built.get(id)?.digest;
			const all = made.get(id) ?? [];
			const ownOrder = copy === undefined ? all.slice(0, 1) : all;
			return (
				expected !== undefined &&
				ownOrder.some((page) => page.error !== undefined || page.digest !== expected)
			);
		});

	/** Pages that every build renders, and that differ at once, such as those with the time. Nothing follows from them. */
	const volatile = async (pages: readonly ProvedPage[]): Promise<ReadonlySet<ProvedPage>> => {
		if (pages.length === 0) return new Set();
		const twice = await renderApart(
			instance,
			pages.flatMap((page) => [page, page]),
		);
		return new Set(pages.filter((page) => differsAgain(twice, page)));
	};

	/** Finds out why pages differ. */
	const explain = async (suspects: readonly ProvedPage[]): Promise<Explained> => {
		const one = await start().render(reversed, 'same');
		const left = differing(suspects, one);
		const keepsPaths = left.length < suspects.length;
		if (left.length === 0) return { ...clear, keepsPaths };
		const other = await renderApart(instance, reversed);
		const fresh = left.filter(isNew);
		const inOrder = fresh.length > 0 ? await renderApart(instance, asked.filter(isNew)) : other;
		const chance = new Set([
			...left.filter(({ id }) => fails(one, id) || textsIn(one, id) !== textsIn(other, id)),
			// Pages that are rendered at the same time as others may differ in any order.
			...(instance.isSequential ? differing(fresh, inOrder) : []),
		]);
		const staying = left.filter((page) => !isNew(page) && !chance.has(page));
		const alone = staying.length > 0 ? await start().render(staying, 'same') : other;
		const stale = new Set(differing(staying, alone));
		return {
			keepsPaths,
			chance: await described([...chance], one),
			order: await described(
				left.filter((page) => !chance.has(page) && !stale.has(page)),
				one,
			),
			stale: await described([...stale], alone),
		};
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
			if (reversed.length === 0) return { ...clear, readings: [], differsAgain: false, blocks: {} };
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
			const differ = differing(asked, found);
			const inVain =
				paths === 'same' ? new Set(differ.filter(isAlways)) : await volatile(differ.filter(isAlways));
			const suspects = differ.filter((page) => !inVain.has(page));
			if (suspects.length > 0 && !hasEvidence) return { ...sure, ...(await explain(suspects)) };
			return { ...sure, ...clear, order: await described(suspects.slice(0, 1), found) };
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

type Explained = Pick<Verdict, 'keepsPaths' | 'chance' | 'order' | 'stale'>;

const clear: Explained = { keepsPaths: false, chance: [], order: [], stale: [] };

/** True for a page that this build renders. */
const isNew = ({ copy }: ProvedPage): boolean => copy === undefined;

const fails = ({ made }: Renditions, id: PageId): boolean =>
	made.get(id)?.some(({ error }) => error !== undefined) === true;

/** True if a page that was rendered twice came out differently. */
function differsAgain({ made }: Renditions, { id }: ProvedPage): boolean {
	const [first, second] = made.get(id) ?? [];
	return second !== undefined && (second.error !== undefined || second.digest !== first?.digest);
}

const described = (pages: readonly ProvedPage[], { made, read }: Renditions): Promise<Difference[]> =>
	Promise.all(
		pages.map(async ({ id }) => ({
			id,
			second: made.get(id)?.find(({ error }) => error !== undefined)?.error ?? (await read(id)) ?? '',
		})),
	);
