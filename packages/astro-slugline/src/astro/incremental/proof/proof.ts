import { once } from '../../../shared/once.js';
import type { PageId } from '../decide/page-ids.js';
import type { Reading } from '../decide/page-state.js';
import { differingReads, isAlwaysRendered, type Rendition } from './compare.js';
import type { Asked, Instance, Made, PathsFrom } from './protocol.js';
import { type RenderThread, startThread } from './render-thread.js';

/** A page that is rendered a second time. */
export interface ProvedPage extends Asked {
	/** The digest of its copy, for a page that stays; undefined for one that this build renders. */
	copy: string | undefined;
}

/** A page that came out differently. */
export interface Difference {
	id: PageId;
	isCached: boolean;
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
}

/** Renders the pages of a build a second time, in threads, while the build renders them. */
export interface Proof {
	/** Starts the thread. */
	prepare(): void;
	/** Starts to load the code. Call it when the build has loaded it: the first to load it gets what only one can have, such as a lock. */
	load(): void;
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
	/** Renders all pages in order. */
	replay(pages: readonly Asked[]): Promise<Renditions>;
	stop(): Promise<void>;
}

/** Pages as one thread made them. */
export interface Renditions {
	/** The results of each page, in order: two for one that was rendered twice. */
	made: ReadonlyMap<PageId, readonly Made[]>;
	/** The text of a page. */
	read: RenderThread['read'];
}

/** @param paths where the first rendering gets what `getStaticPaths` gives */
export function startProof(instance: Instance, paths: PathsFrom): Proof {
	const threads = new Set<RenderThread>();
	const start = (from: PathsFrom = 'same'): RenderThread => {
		const thread = startThread({ instance, paths: from });
		threads.add(thread);
		return thread;
	};
	const first = once(() => start(paths));
	const built = new Map<PageId, Rendition>();
	let asked: readonly ProvedPage[] = [];
	/** Last page first, and some of them twice in a row. */
	let reversed: readonly ProvedPage[] = [];
	let backwards: Promise<Renditions> | undefined;
	const stop = async (): Promise<void> => {
		await Promise.all([...threads].map((thread) => thread.stop()));
	};

	/** The pages that are not what this build made of them, or the one that their copy is from. */
	const differing = (pages: readonly ProvedPage[], { made }: Renditions): ProvedPage[] =>
		pages.filter(({ id, copy }) => {
			const expected = copy === undefined ? built.get(id) : { digest: copy, readings: [] };
			if (!expected || isAlwaysRendered(expected)) return false;
			return made.get(id)?.some(({ digest, error }) => error !== undefined || digest !== expected.digest);
		});

	/** Finds out why pages differ. */
	const explain = async (suspects: readonly ProvedPage[]): Promise<Omit<Verdict, 'readings'>> => {
		const one = await renderIn(start(), reversed);
		const left = differing(suspects, one);
		const keepsPaths = left.length < suspects.length;
		if (left.length === 0) return { ...clear, keepsPaths };
		const isNew = ({ copy }: ProvedPage) => copy === undefined;
		const [fresh, copy] = [left.filter(isNew), left.filter((page) => !isNew(page))];
		const fails = ({ id }: ProvedPage) => one.made.get(id)?.some(({ error }) => error !== undefined);
		const inOrder = await renderIn(start(), asked.filter(isNew));
		const alone = await renderIn(start(), copy);
		const other = await renderIn(start(), reversed);
		const chance = new Set([
			...left.filter(fails),
			...differing(fresh, inOrder),
			...left.filter(({ id }) => digestIn(one, id) !== digestIn(other, id)),
		]);
		const stale = new Set(differing(copy, alone).filter((page) => !chance.has(page)));
		const order = left.filter((page) => !chance.has(page) && !stale.has(page));
		return {
			keepsPaths,
			chance: await described([...chance], one),
			order: await described(order, one),
			stale: await described([...stale], alone),
		};
	};

	return {
		prepare: () => void first(),
		load: () => first().load(),
		begin(pages) {
			asked = pages;
			if (pages.length === 0) return;
			// Two in a row show a counter that no other page of the list runs.
			const isPartial = pages.some(({ copy }) => copy !== undefined);
			const twice = (page: ProvedPage) => (isPartial && page.copy === undefined ? [page, page] : [page]);
			reversed = [...pages].reverse().flatMap(twice);
			backwards = renderIn(first(), reversed);
			// It may fail before the build has rendered its own pages, and waits for it.
			backwards.catch(() => {});
		},
		isBeside: () => backwards !== undefined,
		async postpone() {
			backwards = undefined;
			await stop();
		},
		rendered: (id, page) => built.set(id, page),
		async verdict(hasEvidence) {
			if (reversed.length === 0) return { readings: [], ...clear };
			const found = await (backwards ?? renderIn(start(paths), reversed));
			const readings = asked.flatMap(({ id }) => {
				const [page, expected] = [found.made.get(id)?.[0], built.get(id)];
				return page?.error === undefined && page && expected ? differingReads(expected, page) : [];
			});
			const suspects = differing(asked, found);
			if (suspects.length > 0 && !hasEvidence) return { readings, ...(await explain(suspects)) };
			return { readings, ...clear, order: await described(suspects.slice(0, 1), found) };
		},
		replay: (pages) => renderIn(start(), pages),
		stop,
	};
}

const clear = { keepsPaths: false, chance: [], order: [], stale: [] };

/** Renders pages in a thread. */
async function renderIn(thread: RenderThread, pages: readonly Asked[]): Promise<Renditions> {
	const made = new Map<PageId, Made[]>();
	const asked = pages.map(({ id, address, route }): Asked => ({ id, address, route }));
	await thread.render(asked, (id, page) => {
		const others = made.get(id);
		if (others) others.push(page);
		else made.set(id, [page]);
	});
	return { made, read: thread.read };
}

const digestIn = ({ made }: Renditions, id: PageId) => made.get(id)?.[0]?.digest;

const described = (pages: readonly ProvedPage[], { made, read }: Renditions): Promise<Difference[]> =>
	Promise.all(
		pages.map(async ({ id, copy }) => ({
			...{ id, isCached: copy !== undefined },
			second: made.get(id)?.find(({ error }) => error !== undefined)?.error ?? (await read(id)) ?? '',
		})),
	);
