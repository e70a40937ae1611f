import { mkdirSync, writeFileSync } from 'node:fs';
import { differenceOf } from '../check/difference.js';
import { changedEntriesWarning, type Differing, listed, replayWarning } from '../check/warnings.js';
import { addressOf } from '../decide/address.js';
import type { Reason } from '../decide/decide.js';
import { type PageId, pathOf } from '../decide/page-ids.js';
import { wantImages } from '../decide/page-images.js';
import { type Blocks, type Conclusions, noConclusions, type Reading } from '../decide/page-state.js';
import { areNew, joined } from '../proof/blocks.js';
import { type Difference, noCauses } from '../proof/causes.js';
import { isAlwaysRendered } from '../proof/compare.js';
import {
	conclude,
	concludeOnce,
	isReplaced,
	needsReplay,
	type ProofFacts,
	reasonOfReplay,
} from '../proof/conclude.js';
import type { Verdict } from '../proof/proof.js';
import type { Renditions } from '../proof/render-thread.js';
import { createReadSet } from '../reads/read-set.js';
import { pagesToProve, pageToRender } from './pages-to-prove.js';
import { orderOf } from './plan.js';
import { renderAgain } from './render-again.js';
import { type Rendered, type Rendering, readingsOf } from './tracked-build.js';

interface ToProve extends Rendered {
	/** Entries that pages have changed in place. */
	changed: readonly string[];
}

export interface Proved {
	conclusions: Conclusions;
	/** Reads that count for every page. */
	readings: readonly Reading[];
	/** The pages that were rendered after all, and why; undefined if all pages are as they were. */
	replayed: Replayed | undefined;
}

interface Replayed {
	rendered: ReadonlyMap<PageId, Rendering>;
	why: Reason & string;
	/** Those that were to stay, and differ from their copies. */
	replaced: readonly Differing[];
}

/** Draws the conclusions from the second rendering of a build's pages. */
export async function prove(options: ToProve): Promise<Proved> {
	const { plan, rendered, loaded } = options;
	const { proof } = loaded;
	const facts = factsOf(options);
	const { before } = facts;
	if (rendered.size === 0 && !proof.isBeside() && !facts.checksAll)
		return { conclusions: before, readings: [], replayed: undefined };
	const order = orderOf(plan.pages);
	const blocks = loaded.blocks();
	const isHere = plan.extent === 'here' && !proof.isBeside();
	const again = isHere ? await checkHere(options, blocks) : undefined;
	if (plan.extent === 'none' || again?.isAsExpected) {
		const found = { blocks, evidence: evidenceOf(options, noCauses), order };
		return { conclusions: concludeOnce(facts, found), readings: [], replayed: undefined };
	}
	// New code may be without what the evidence is about.
	const first = await proof.verdict(before.evidence !== '' && !facts.isFirst);
	const inOrder = needsReplay(first, { ...facts, differs: again?.differs ?? false })
		? await replay(options)
		: undefined;
	const second = inOrder && (await proof.verdict(false));
	const last = second ?? first;
	const evidence = evidenceOf(options, last);
	const chance = new Map([...first.chance, ...last.chance].map((page) => [page.id, page]));
	reportChance(options, chance.values());
	const why = reasonOfReplay(first, evidence, facts);
	const conclusions = conclude({ first, again: second }, facts, { evidence, order });
	return {
		conclusions: { ...conclusions, blocks: joined(conclusions.blocks, facts.isFirst ? {} : blocks) },
		readings: [...first.readings, ...last.readings],
		replayed:
			inOrder && facts.isPartial
				? await writeReplayed(options, { inOrder, chance, evidence, why, stale: first.stale })
				: undefined,
	};
}

/**
 * Renders the pages of the build again in the build itself. Unless they come out as they did, a thread begins to find out why.
 *
 * @returns `differs` is true if one is wrong, whatever the thread finds
 */
async function checkHere(
	options: ToProve,
	blocks: Blocks,
): Promise<{ isAsExpected: boolean; differs: boolean }> {
	const { build, plan, loaded, changed } = options;
	const before = build.former?.conclusions ?? noConclusions;
	const isSuspicious = changed.length > 0 || areNew(blocks, before.blocks, false);
	const { suspects, differs } = isSuspicious
		? { suspects: new Set<PageId>(), differs: false }
		: await renderAgain(options);
	if (!isSuspicious && suspects.size === 0) return { isAsExpected: true, differs };
	loaded.proof.begin(pagesToProve(plan, loaded.app, build.former, suspects));
	return { isAsExpected: false, differs };
}

function factsOf({ build, plan, loaded, rendered, changed }: ToProve): ProofFacts {
	const { former, selfCheck } = build;
	const isNewCode = former?.code !== loaded.now.code;
	const isPartial = plan.unchanged.size > 0;
	return {
		...{ before: former?.conclusions ?? noConclusions, isNewCode, isPartial, changed },
		...{ isFirst: !loaded.isChecked, isAsBefore: loaded.isAsBefore, differs: false },
		checksAll: isPartial && selfCheck.checksAll,
		rendered: [...rendered.keys()],
		due: [...plan.decisions].flatMap(([id, { why }]) => (why.some((one) => one !== 'unchecked') ? [id] : [])),
	};
}

/** Renders all pages of the build in order. Astro leaves out some of those that fall back to another language. */
function replay({ plan, loaded, rendered }: ToProve): Promise<Renditions> {
	const isComparable = (id: PageId) => plan.decisions.has(id);
	const pages = plan.pages.filter(({ id }) => isComparable(id) || rendered.has(id));
	return loaded.proof.replay(
		pages.flatMap((page) => pageToRender(page, loaded.app) ?? []),
		isComparable,
	);
}

/** How all pages came out in order, and what follows from it. */
interface Replay extends Pick<Replayed, 'why'> {
	inOrder: Renditions;
	chance: ReadonlyMap<PageId, Difference>;
	evidence: string;
	/** Pages that are not what their copies say. */
	stale: readonly Difference[];
}

/** Writes the pages that were rendered after all, and says why. */
async function writeReplayed(options: ToProve, replay: Replay): Promise<Replayed> {
	const { build, loaded, changed } = options;
	const { logger, selfCheck, former } = build;
	const { evidence, stale } = replay;
	if (evidence !== '')
		logger.warn(changed.length > 0 ? changedEntriesWarning(changed) : replayWarning(evidence));
	const copies = evidence === '' ? stale.map((page) => shown(options, page)) : [];
	const replayed = await writeDiffering(options, replay);
	if (former?.code === loaded.now.code) selfCheck.areStale(selfCheck.checksAll ? replayed.replaced : copies);
	return replayed;
}

function reportChance(options: ToProve, chance: Iterable<Difference>): void {
	const { rendered, build } = options;
	const unasked = [...chance].filter(({ id }) => {
		const page = rendered.get(id);
		return !isAlwaysRendered(page && readingsOf(page));
	});
	build.selfCheck.differs(unasked.map((page) => shown(options, page, ['first', 'then'])));
}

/** How a page came out differently. */
function shown(
	{ plan, rendered, build: { copies } }: ToProve,
	{ id, second }: Difference,
	names?: [string, string],
): Differing {
	const { copy } = plan.decisions.get(id)?.former ?? {};
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
function evidenceOf(options: ToProve, { order }: Pick<Verdict, 'order'>): string {
	const { changed } = options;
	if (changed.length > 0) return `they change entries in place, which all pages share: ${listed(changed)}`;
	const [first] = order;
	if (!first) return '';
	const { difference } = shown(options, first, ['first', 'then']);
	return `${pathOf(first.id)} comes out differently when it is rendered again in another order: ${difference}`;
}

/** Writes pages that were rendered in order and differ from what the output has, or all of them if they affect each other. */
async function writeDiffering(options: ToProve, { inOrder, chance, why }: Replay): Promise<Replayed> {
	const { build, plan, loaded } = options;
	const rendered = new Map<PageId, Rendering>();
	const replaced: Differing[] = [];
	const untracked: PageId[] = [];
	for (const { id, path, file } of plan.pages) {
		const [page, decision] = [inOrder.made.get(id)?.[0], plan.decisions.get(id)];
		if (!page || !file || page.error !== undefined || chance.has(id) || decision?.why.includes('unstable'))
			continue;
		const bytes = await inOrder.read(id);
		const { copy: own, headers = decision?.former?.headers } = options.rendered.get(id) ?? {};
		const isSame = page.digest === (own ?? decision?.former?.copy)?.digest;
		if (!bytes || !isReplaced(own !== undefined, isSame, why)) continue;
		await build.search().searchPage(bytes, addressOf(path, loaded.app.getOptions()));
		if (!own && !isSame && decision) replaced.push(shown(options, { id, second: bytes }));
		if (why === 'untracked' && decision?.why.length === 0 && !isSame) untracked.push(id);
		const { images, readings } = page;
		const { component } = path.route;
		const copy = build.copies.add(bytes);
		rendered.set(id, { component, reads: createReadSet(), readings, copy, headers, images });
		mkdirSync(new URL('./', file), { recursive: true });
		writeFileSync(file, bytes);
		if (images) wantImages(images, build.config.root);
	}
	build.selfCheck.areUntracked(untracked);
	return { rendered, why, replaced };
}
