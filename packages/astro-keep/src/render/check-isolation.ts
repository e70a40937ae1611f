import { mkdirSync, writeFileSync } from 'node:fs';
import { differenceOf } from '../check/difference.js';
import { changedEntriesWarning, type Differing, listed, rerenderWarning } from '../check/warnings.js';
import type { Reason } from '../decide/decide.js';
import { type PageId, pathOf } from '../decide/page-ids.js';
import { type PageImages, replayImages } from '../decide/page-images.js';
import { type Coverage, type Isolation, type Reading, unknownIsolation } from '../decide/page-state.js';
import { pageUrl } from '../decide/page-url.js';
import { type Difference, noDifferences } from '../isolation/classify.js';
import { isAlwaysRendered } from '../isolation/compare.js';
import {
	conclude,
	concludeOnce,
	type IsolationFacts,
	isReplaced,
	needsRerender,
	reasonOfRerender,
} from '../isolation/conclude.js';
import { addsCoverage, mergeCoverage } from '../isolation/coverage.js';
import type { IsolationResult } from '../isolation/isolation-check.js';
import type { RenderRun } from '../isolation/render-thread.js';
import { createReadSet } from '../reads/read-set.js';
import { pagesToCheck, pageToRender } from './pages-to-check.js';
import { orderOf } from './plan.js';
import { renderAgain } from './render-again.js';
import { type PageRecord, type Plan, type Rendered, readingsOf } from './tracked-build.js';

interface PagesToCheck extends Rendered {
	/** Entries that pages have changed in place. */
	changed: readonly string[];
}

export interface CheckedPages {
	isolation: Isolation;
	/** Reads that count for every page. */
	readings: readonly Reading[];
	/** The pages that were rendered after all, and why; undefined if all pages are as they were. */
	rerendered: RerenderedPages | undefined;
	/** The pages that were to stay, and failed when they were rendered again. */
	failing: readonly PageId[];
	/** The pages that differ by chance. */
	nondeterministic: readonly Difference[];
}

interface RerenderedPages {
	rendered: ReadonlyMap<PageId, PageRecord>;
	reason: Reason & string;
}

const nothingFound = { readings: [], rerendered: undefined, failing: [], nondeterministic: [] };

/** Draws the conclusions from the second rendering of a build's pages. */
export async function checkIsolation(options: PagesToCheck): Promise<CheckedPages> {
	const { plan, rendered, loaded } = options;
	const { isolationCheck } = loaded;
	const facts = factsOf(options);
	const { before } = facts;
	if (rendered.size === 0 && !isolationCheck.isRunning() && plan.extent !== 'whole')
		return { isolation: before, ...nothingFound };
	const order = orderOf(plan.pages);
	const coverage = loaded.coverage();
	const isHere = plan.extent === 'here' && !isolationCheck.isRunning();
	const again = isHere ? await checkHere(options, coverage) : undefined;
	if (plan.extent === 'none' || again?.isAsExpected) {
		const found = { coverage, orderDependence: orderDependenceOf(options, noDifferences), order };
		return { isolation: concludeOnce(facts, found), ...nothingFound };
	}
	// New code may be without what the evidence is about.
	const first = await isolationCheck.result(before.orderDependence !== '' && !facts.isFirst);
	const inOrder = needsRerender(first, { ...facts, differs: again?.differs ?? false })
		? await rerender(options)
		: undefined;
	const second = inOrder && (await isolationCheck.result(false));
	const last = second ?? first;
	const orderDependence = orderDependenceOf(options, last);
	const nondeterministic = new Map(
		[...first.nondeterministic, ...last.nondeterministic].map((page) => [page.id, page]),
	);
	const reason = reasonOfRerender(first, orderDependence, facts);
	const isolation = conclude({ first, again: second }, facts, { orderDependence, order });
	return {
		isolation: { ...isolation, coverage: mergeCoverage(isolation.coverage, facts.isFirst ? {} : coverage) },
		readings: [...first.readings, ...last.readings],
		rerendered:
			inOrder && facts.isPartial
				? await writeRerendered(options, {
						inOrder,
						nondeterministic,
						orderDependence,
						reason,
						stale: first.stale,
					})
				: writeReplaced(options, nondeterministic, orderDependence),
		failing: failingIn(plan, [...first.nondeterministic, ...first.stale], inOrder),
		nondeterministic: [...nondeterministic.values()],
	};
}

/** The pages that stay of those that failed in a thread. */
function failingIn({ reused }: Plan, differing: readonly Difference[], inOrder?: RenderRun): PageId[] {
	const failed = new Set(differing.flatMap(({ id, second }) => (typeof second === 'string' ? [id] : [])));
	const fails = (id: PageId) => failed.has(id) || inOrder?.made.get(id)?.[0]?.error !== undefined;
	return [...reused].flatMap(({ id }) => (fails(id) ? [id] : []));
}

/**
 * Renders the pages of the build again in the build itself. Unless they come out as they did, a thread begins to find out why.
 *
 * @returns `differs` is true if one is wrong, whatever the thread finds
 */
async function checkHere(
	options: PagesToCheck,
	coverage: Coverage,
): Promise<{ isAsExpected: boolean; differs: boolean }> {
	const { build, plan, loaded, changed } = options;
	const before = build.previous?.isolation ?? unknownIsolation;
	const isSuspicious = changed.length > 0 || addsCoverage(coverage, before.coverage, false);
	const { suspects, differs } = isSuspicious
		? { suspects: new Set<PageId>(), differs: false }
		: await renderAgain(options);
	if (!isSuspicious && suspects.size === 0) return { isAsExpected: true, differs };
	loaded.isolationCheck.begin(pagesToCheck(plan, loaded.app, build.previous, suspects));
	return { isAsExpected: false, differs };
}

function factsOf({ build, plan, loaded, rendered, changed }: PagesToCheck): IsolationFacts {
	const { previous } = build;
	const isNewCode = previous?.code !== loaded.fingerprint.code;
	const isPartial = plan.reused.size > 0 && plan.extent !== 'whole';
	return {
		...{ before: previous?.isolation ?? unknownIsolation, isNewCode, isPartial, changed },
		...{ isFirst: !loaded.isChecked, isUnchanged: loaded.isUnchanged, differs: false },
		rendered: [...rendered.keys()],
		due: [...plan.decisions].flatMap(([id, { reasons }]) =>
			reasons.some((one) => one !== 'unchecked') ? [id] : [],
		),
	};
}

/** Renders all pages of the build in order. Astro leaves out some of those that fall back to another language. */
function rerender({ plan, loaded, rendered }: PagesToCheck): Promise<RenderRun> {
	const isComparable = (id: PageId) => plan.decisions.has(id);
	const pages = plan.pages.filter(({ id }) => isComparable(id) || rendered.has(id));
	return loaded.isolationCheck.rerenderAll(
		pages.flatMap((page) => pageToRender(page, loaded.app) ?? []),
		isComparable,
	);
}

/** How all pages came out in order, and what follows from it. */
interface Rerender extends Pick<RerenderedPages, 'reason'> {
	inOrder: RenderRun;
	nondeterministic: ReadonlyMap<PageId, Difference>;
	orderDependence: string;
	/** Pages that are not what their copies say. */
	stale: readonly Difference[];
}

/** Writes the pages that were rendered after all, and says why. */
async function writeRerendered(options: PagesToCheck, rerender: Rerender): Promise<RerenderedPages> {
	const { build, loaded, changed } = options;
	const { logger, selfCheck, previous } = build;
	const { orderDependence, stale } = rerender;
	if (orderDependence !== '')
		logger.warn(changed.length > 0 ? changedEntriesWarning(changed) : rerenderWarning(orderDependence));
	const copies = orderDependence === '' ? stale.map((page) => shown(options, page)) : [];
	const rerendered = await writeDiffering(options, rerender);
	if (previous?.code === loaded.fingerprint.code) selfCheck.recordStale(copies);
	return rerendered;
}

/**
 * Writes the pages that were to stay and came out differently when the build itself rendered them.
 *
 * @param nondeterministic pages that differ by chance
 */
export function writeReplaced(
	options: PagesToCheck,
	nondeterministic: ReadonlyMap<PageId, Difference> = new Map(),
	orderDependence = '',
): RerenderedPages | undefined {
	const { build, plan, loaded, again, changed } = options;
	if (again.size > 0 && orderDependence !== '')
		build.logger.warn(changed.length > 0 ? changedEntriesWarning(changed) : rerenderWarning(orderDependence));
	const isOther = ([id, { copy }]: readonly [PageId, PageRecord]) =>
		copy && copy.digest !== plan.decisions.get(id)?.previous?.copy?.digest && !nondeterministic.has(id);
	const rendered = new Map([...again].filter(isOther));
	if (rendered.size === 0) return undefined;
	const replaced: Differing[] = [];
	for (const [id, { copy, images }] of rendered) {
		const [file, bytes] = [plan.byId.get(id)?.file, copy && build.copies.readNew(copy)];
		if (!file || !bytes) continue;
		replaced.push(shown(options, { id, second: bytes }));
		writePage(options, file, bytes, images);
	}
	const isStale = build.previous?.code === loaded.fingerprint.code;
	if (isStale) build.selfCheck.recordStale(replaced);
	if (isStale) build.selfCheck.areUntracked([...rendered.keys()]);
	return { rendered, reason: isStale ? 'stale' : 'polluted' };
}

function writePage(
	{ build }: PagesToCheck,
	file: URL,
	bytes: Uint8Array,
	images: PageImages | undefined,
): void {
	mkdirSync(new URL('./', file), { recursive: true });
	writeFileSync(file, bytes);
	if (images) replayImages(images, build.config.root);
}

/** Records pages that differ by chance, unless they are known to. */
export function reportChance(options: PagesToCheck, nondeterministic: Iterable<Difference>): void {
	const { rendered, build } = options;
	const unasked = [...nondeterministic].filter(({ id }) => {
		const page = rendered.get(id);
		return !isAlwaysRendered(page && readingsOf(page));
	});
	build.selfCheck.recordNondeterministic(unasked.map((page) => shown(options, page, ['first', 'then'])));
}

/** How a page came out differently. */
function shown(
	{ plan, rendered, build: { copies } }: PagesToCheck,
	{ id, second }: Difference,
	names?: [string, string],
): Differing {
	const { copy } = plan.decisions.get(id)?.previous ?? {};
	const own = rendered.get(id)?.copy;
	const first = own ? copies.readNew(own) : copy && copies.read(copy);
	const textOf = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString();
	return {
		id,
		route: plan.byId.get(id)?.path.route.component ?? '',
		difference:
			typeof second === 'string'
				? `it fails with "${second}" when it is rendered again`
				: differenceOf(textOf(first), textOf(second), names),
	};
}

/** What shows that pages affect each other, as a clause; empty if nothing does. */
function orderDependenceOf(options: PagesToCheck, { order }: Pick<IsolationResult, 'order'>): string {
	const { changed } = options;
	if (changed.length > 0) return `they change entries in place, which all pages share: ${listed(changed)}`;
	const [first] = order;
	if (!first) return '';
	const { difference } = shown(options, first, ['first', 'then']);
	return `${pathOf(first.id)} comes out differently when it is rendered again in another order: ${difference}`;
}

/** Writes pages that were rendered in order and differ from what the output has, or all of them if they affect each other. */
async function writeDiffering(
	options: PagesToCheck,
	{ inOrder, nondeterministic, reason }: Rerender,
): Promise<RerenderedPages> {
	const { build, plan, loaded } = options;
	const rendered = new Map<PageId, PageRecord>();
	const stale: PageId[] = [];
	for (const { id, path, file } of plan.pages) {
		const [page, decision] = [inOrder.made.get(id)?.[0], plan.decisions.get(id)];
		if (
			!page ||
			!file ||
			page.error !== undefined ||
			nondeterministic.has(id) ||
			decision?.reasons.includes('nondeterministic')
		)
			continue;
		const bytes = await inOrder.read(id);
		const { copy: own, headers = decision?.previous?.headers } = options.rendered.get(id) ?? {};
		const isSame = page.digest === (own ?? decision?.previous?.copy)?.digest;
		if (!bytes || !isReplaced(own !== undefined, isSame, reason)) continue;
		await build.search().searchPage(bytes, pageUrl(path, loaded.app.getOptions()));
		if (reason === 'stale' && decision?.reasons.length === 0 && !isSame) stale.push(id);
		const { images, readings } = page;
		const { component } = path.route;
		const copy = build.copies.add(bytes);
		rendered.set(id, { component, reads: createReadSet(), readings, copy, headers, images });
		writePage(options, file, bytes, images);
	}
	build.selfCheck.areUntracked(stale);
	return { rendered, reason };
}
