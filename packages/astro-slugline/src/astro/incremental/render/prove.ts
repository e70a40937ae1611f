import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AstroIntegrationLogger } from 'astro';
import { differenceOf } from '../check/difference.js';
import type { SelfCheck } from '../check/self-check.js';
import { changedEntriesWarning, type Differing, listed, replayWarning } from '../check/warnings.js';
import type { NewCopy } from '../copies/page-pack.js';
import type { Path } from '../decide/astro-app.js';
import type { Reason } from '../decide/decide.js';
import { type PageId, pathOf } from '../decide/page-ids.js';
import { type PageImages, wantImages, withRoot } from '../decide/page-images.js';
import { noProof, type PageProof, type PageState, type Reading } from '../decide/page-state.js';
import { createReader, type Reader } from '../decide/reader.js';
import { areNew, joined } from '../proof/blocks.js';
import type { Difference } from '../proof/causes.js';
import { isAlwaysRendered } from '../proof/compare.js';
import type { Proof, Verdict } from '../proof/proof.js';
import type { Renditions } from '../proof/render-thread.js';
import type { CachedPages } from './cached-pages.js';
import { allPages } from './pages-to-prove.js';
import { type Now, orderOf, type Plan } from './plan.js';

/** A page that this build has rendered. */
export interface Rendering {
	component: string;
	reader: Reader;
	copy?: NewCopy;
	images?: PageImages;
}

interface ProveOptions {
	plan: Plan & { unchanged: ReadonlyMap<Path, URL> };
	former: PageState | undefined;
	now: Now;
	/** Entries that pages have changed in place. */
	changed: readonly string[];
	proof: Proof;
	/** Gets the pages that are rendered after all. */
	rendered: Map<PageId, Rendering>;
	pages: Pick<CachedPages, 'add' | 'read' | 'readNew'>;
	root: URL;
	logger: AstroIntegrationLogger;
	selfCheck: SelfCheck | undefined;
	replayed(): void;
	searchPage(page: Uint8Array, url: string): Promise<void>;
}

export interface Proved {
	proof: PageProof;
	/** Reads that count for every page. */
	readings: readonly Reading[];
}

/** Draws the conclusions from the second rendering of a build's pages. */
export async function prove(options: ProveOptions): Promise<Proved> {
	const { plan, former, proof, rendered, selfCheck } = options;
	const before = former?.proof ?? noProof;
	const isPartial = plan.unchanged.size > 0;
	const checksAll = isPartial && selfCheck?.checksAll === true;
	if (rendered.size === 0 && !proof.isBeside() && !checksAll) return { proof: before, readings: [] };
	const isNewCode = former?.code !== options.now.code;
	// New code may be without what the evidence is about.
	const first = await proof.verdict(before.evidence !== '' && !isNewCode);
	const isWoken = areNew(first.blocks, before.blocks, isNewCode);
	const woken = isPartial && isWoken ? [...before.woken, ...rendered.keys()] : before.woken;
	// New code has been proved with paths that are listed apart. Code that content wakes has not.
	const isUnsure = isPartial ? isWoken || isDoubtful(first, options) : isWoken && !isNewCode;
	const isComparable = (id: PageId) => plan.decisions.has(id);
	const again = isUnsure || checksAll ? await proof.replay(allPages(plan), isComparable) : undefined;
	const last = again ? await proof.verdict(false) : first;
	const evidence = evidenceOf(options, last);
	const chance = new Map([...first.chance, ...last.chance].map((page) => [page.id, page]));
	reportChance(options, chance.values());
	if (again && isPartial) await settle(options, again, { chance, evidence, isNewCode, stale: first.stale });
	const isWhole = !isPartial || again !== undefined;
	const isApart = again !== undefined || (isNewCode && !isPartial);
	return {
		proof: {
			keepsPaths: last.keepsPaths || (!isApart && before.keepsPaths),
			evidence: evidence || (isWhole ? '' : before.evidence),
			order: orderOf(plan),
			blocks: joined(isWhole ? {} : before.blocks, joined(first.blocks, last.blocks)),
			woken: [...new Set(woken)],
		},
		readings: [...first.readings, ...last.readings],
	};
}

interface Found {
	chance: ReadonlyMap<PageId, Difference>;
	evidence: string;
	stale: readonly Difference[];
	isNewCode: boolean;
}

/** Writes the pages that were rendered after all, and says why. */
async function settle(
	options: ProveOptions,
	again: Renditions,
	{ chance, evidence, isNewCode, ...found }: Found,
): Promise<void> {
	const { changed, logger, selfCheck } = options;
	const isUntracked = !isNewCode && (selfCheck?.checksAll || found.stale.length > 0);
	const stale = evidence === '' ? found.stale.map((page) => shown(options, page)) : [];
	if (evidence !== '')
		logger.warn(changed.length > 0 ? changedEntriesWarning(changed) : replayWarning(evidence));
	const why = evidence !== '' ? 'together' : isUntracked ? 'untracked' : 'elsewhere';
	const replaced = await write(again, options, chance, why);
	if (!isNewCode) selfCheck?.areStale(selfCheck.checksAll ? replaced : stale);
}

/** True if pages that stay may depend on others. */
const isDoubtful = ({ order, stale, differsAgain }: Verdict, { changed }: ProveOptions): boolean =>
	changed.length > 0 || order.length > 0 || stale.length > 0 || differsAgain;

function reportChance(options: ProveOptions, chance: Iterable<Difference>): void {
	const unasked = [...chance].filter(({ id }) => !isAlways(options.rendered.get(id)));
	options.selfCheck?.differs(unasked.map((page) => shown(options, page, ['first', 'then'])));
}

const isAlways = (page: Rendering | undefined): boolean =>
	page !== undefined && isAlwaysRendered({ digest: undefined, readings: [...page.reader.readings()] });

/** How a page came out differently. */
function shown(
	{ plan, pages, rendered }: ProveOptions,
	{ id, second }: Difference,
	names?: [string, string],
): Differing {
	const { copy } = plan.decisions.get(id)?.former ?? {};
	const own = rendered.get(id)?.copy;
	const first = own ? pages.readNew(own) : copy && pages.read(copy);
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
function evidenceOf(options: ProveOptions, { order }: Verdict): string {
	const { changed } = options;
	if (changed.length > 0) return `they change entries in place, which all pages share: ${listed(changed)}`;
	const [first] = order;
	if (!first) return '';
	const { difference } = shown(options, first, ['first', 'then']);
	return `${pathOf(first.id)} comes out differently when it is rendered again in another order: ${difference}`;
}

/**
 * Writes pages that were rendered in order and differ from what the output has, or all of them if they affect each other.
 *
 * @returns those that were to stay, and differ from their copies
 */
async function write(
	again: Renditions,
	options: ProveOptions,
	byChance: ReadonlyMap<PageId, unknown>,
	why: Reason,
): Promise<Differing[]> {
	const { plan, rendered, pages, root } = options;
	const replaced: Differing[] = [];
	for (const path of plan.paths.inOrder) {
		const id = plan.ids.get(path) ?? '';
		const [page, file, decision] = [again.made.get(id)?.[0], plan.paths.fileOf(path), plan.decisions.get(id)];
		if (!page || !file || page.error !== undefined || byChance.has(id) || decision?.why.includes('unstable'))
			continue;
		const bytes = await again.read(id);
		const own = rendered.get(id)?.copy;
		const isSame = page.digest === (own ?? decision?.former?.copy)?.digest;
		if (!bytes || (isSame && (own || why !== 'together'))) continue;
		await options.searchPage(bytes, pathOf(id));
		if (!own && !isSame && decision) replaced.push(shown(options, { id, second: bytes }));
		const reader = createReader();
		for (const reading of page.readings) reader.read(reading);
		rendered.set(id, {
			...{ component: path.route.component, reader, copy: pages.add(bytes) },
			...(page.images && { images: page.images }),
		});
		decision?.why.push(why);
		options.selfCheck?.rendered(id, isSame);
		mkdirSync(new URL('./', file), { recursive: true });
		writeFileSync(file, bytes);
		if (page.images) wantImages(withRoot(page.images, fileURLToPath(root)));
	}
	options.replayed();
	return replaced;
}
