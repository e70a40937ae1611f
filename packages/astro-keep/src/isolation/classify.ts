import type { PageId } from '../decide/page-ids.js';
import type { RenderResult } from './compare.js';
import type { PageToRender } from './protocol.js';
import { type Renderers, type RenderRun, textsIn } from './render-thread.js';

/** A page that is rendered a second time. */
export interface PageToCheck extends PageToRender {
	/** The digest of its copy, for a page that stays; undefined for one that this build renders. */
	copy: string | undefined;
}

/** A page that came out differently. */
export interface Difference {
	id: PageId;
	/** Its second text, or the error. */
	second: Uint8Array | string;
}

/** Why pages came out differently. */
export interface Classification {
	/** True if pages show what `getStaticPaths` left in modules. */
	leaksStaticPaths: boolean;
	/** Pages that differ in the same order, too. */
	nondeterministic: readonly Difference[];
	/** Pages that differ because of other pages. */
	order: readonly Difference[];
	/** Pages that were to stay and differ from their copies even if nothing else is rendered. */
	stale: readonly Difference[];
}

export const noDifferences: Classification = {
	leaksStaticPaths: false,
	nondeterministic: [],
	order: [],
	stale: [],
};

/** Pages of a build, and how they came out in it. */
export interface CheckRuns extends Renderers {
	/** In order. */
	pages: readonly PageToCheck[];
	/** In the order of the second rendering. */
	reversed: readonly PageToCheck[];
	built: ReadonlyMap<PageId, RenderResult>;
}

/** Finds out why pages differ, by rendering them in other ways. */
export async function classify(differ: readonly PageToCheck[], proving: CheckRuns): Promise<Classification> {
	const { pages, built, isSequential, start, renderInNewThread } = proving;
	// Where most pages differ, one rendering of all in order shows which are random, and serves the next step, too.
	const isMost = isSequential && pages.every(isNew) && differ.length * 2 > pages.length;
	// Two new threads start from the same state, so a page that differs between them is nondeterministic. This renders only these pages.
	const [here, there] = isMost
		? [await start().render(pages, 'same')]
		: await Promise.all([start().render(differ, 'same'), renderInNewThread(differ)]);
	const isRandom = ({ id }: PageToCheck) =>
		there && !fails(here, id) && !fails(there, id) && textsIn(here, id) !== textsIn(there, id);
	const random = new Set(isMost ? differing(differ, here, built) : differ.filter(isRandom));
	const suspects = differ.filter((page) => !random.has(page));
	const found =
		suspects.length > 0 ? await classifyOthers(suspects, proving, isMost ? here : undefined) : noDifferences;
	return { ...found, nondeterministic: [...(await described([...random], here)), ...found.nondeterministic] };
}

/**
 * The causes of pages that are not random alone. Each way renders all pages.
 *
 * @param ordered all new pages, rendered in order, if that has shown already which pages are random
 */
async function classifyOthers(
	suspects: readonly PageToCheck[],
	proving: CheckRuns,
	ordered?: RenderRun,
): Promise<Classification> {
	const { pages, reversed, built, isSequential, start, renderInNewThread } = proving;
	const one = await start().render(reversed, 'same');
	const left = differing(suspects, one, built);
	const leaksStaticPaths = left.length < suspects.length;
	if (left.length === 0) return { ...noDifferences, leaksStaticPaths };
	const other = ordered ? one : await renderInNewThread(reversed);
	const fresh = left.filter(isNew);
	const inOrder = ordered ?? (fresh.length > 0 ? await renderInNewThread(pages.filter(isNew)) : other);
	const nondeterministic = new Set([
		...left.filter(
			({ id }) => fails(one, id) !== fails(other, id) || textsIn(one, id) !== textsIn(other, id),
		),
		// Pages that are rendered at the same time as others may differ in any order.
		...(isSequential ? differing(fresh, inOrder, built) : []),
	]);
	const staying = left.filter((page) => !isNew(page) && !nondeterministic.has(page));
	const alone = staying.length > 0 ? await start().render(staying, 'same') : other;
	const stale = new Set(differing(staying, alone, built));
	const order = left.filter((page) => !nondeterministic.has(page) && !stale.has(page));
	return {
		leaksStaticPaths,
		nondeterministic: await described([...nondeterministic], one),
		order: await described(order, one),
		stale: await described([...stale], alone),
	};
}

/** Pages that every build renders, and that differ at once, such as those with the time. Nothing follows from them. */
export async function volatileOf(
	pages: readonly PageToCheck[],
	{ renderInNewThread }: Pick<Renderers, 'renderInNewThread'>,
): Promise<ReadonlySet<PageToCheck>> {
	if (pages.length === 0) return new Set();
	const twice = pages.flatMap((page) => [page, page]);
	const rendered = await renderInNewThread(twice);
	return new Set(pages.filter((page) => differsAgain(rendered, page)));
}

/** The pages that are not what the build made of them, or the one that their copy is from. */
export const differing = (
	pages: readonly PageToCheck[],
	{ made }: RenderRun,
	built: ReadonlyMap<PageId, RenderResult>,
): PageToCheck[] =>
	pages.filter(({ id, copy }) => {
		const expected = copy ?? built.get(id)?.digest;
		const all = made.get(id) ?? [];
		const ownOrder = copy === undefined ? all.slice(0, 1) : all;
		return (
			expected !== undefined && ownOrder.some((page) => page.error !== undefined || page.digest !== expected)
		);
	});

/** True for a page that this build renders. */
export const isNew = ({ copy }: PageToCheck): boolean => copy === undefined;

const fails = ({ made }: RenderRun, id: PageId): boolean =>
	made.get(id)?.some(({ error }) => error !== undefined) === true;

/** True if a page that was rendered twice came out differently. */
export function differsAgain({ made }: RenderRun, { id }: PageToCheck): boolean {
	const [first, second] = made.get(id) ?? [];
	return second !== undefined && (second.error !== undefined || second.digest !== first?.digest);
}

export const described = (pages: readonly PageToCheck[], { made, read }: RenderRun): Promise<Difference[]> =>
	Promise.all(
		pages.map(async ({ id }) => ({
			id,
			second: made.get(id)?.find(({ error }) => error !== undefined)?.error ?? (await read(id)) ?? '',
		})),
	);
