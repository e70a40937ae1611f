import { mkdirSync, writeFileSync } from 'node:fs';
import { differenceOf } from '../check/difference.js';
import { changedEntriesWarning, type Differing, listed, replayWarning } from '../check/warnings.js';
import { addressOf } from '../decide/address.js';
import type { Reason } from '../decide/decide.js';
import { type PageId, pathOf } from '../decide/page-ids.js';
import { wantImages } from '../decide/page-images.js';
import { type Conclusions, noConclusions, type Reading } from '../decide/page-state.js';
import { areNew, joined } from '../proof/blocks.js';
import type { Difference } from '../proof/causes.js';
import { isAlwaysRendered } from '../proof/compare.js';
import type { Verdict } from '../proof/proof.js';
import type { Renditions } from '../proof/render-thread.js';
import { createReadSet } from '../reads/read-set.js';
import { pageToRender } from './pages-to-prove.js';
import { orderOf } from './plan.js';
import { type Loaded, type Plan, readingsOf, type TrackedBuild } from './tracked-build.js';

interface ToProve {
	/** Its `rendered` gets the pages that are rendered after all. */
	build: TrackedBuild;
	plan: Plan;
	loaded: Loaded;
	/** Entries that pages have changed in place. */
	changed: readonly string[];
}

export interface Proved {
	conclusions: Conclusions;
	/** Reads that count for every page. */
	readings: readonly Reading[];
}

/** Draws the conclusions from the second rendering of a build's pages. */
export async function prove(options: ToProve): Promise<Proved> {
	const { build, plan, loaded } = options;
	const { former, rendered, selfCheck } = build;
	const { proof, now } = loaded;
	const before = former?.conclusions ?? noConclusions;
	const isPartial = plan.unchanged.size > 0;
	const checksAll = isPartial && selfCheck.checksAll;
	if (rendered.size === 0 && !proof.isBeside() && !checksAll) return { conclusions: before, readings: [] };
	const isNewCode = former?.code !== now.code;
	// New code may be without what the evidence is about.
	const first = await proof.verdict(before.evidence !== '' && !isNewCode);
	const isWoken = areNew(first.blocks, before.blocks, isNewCode);
	const woken = isPartial && isWoken ? [...before.woken, ...rendered.keys()] : before.woken;
	// New code has been proved with paths that are listed apart. Code that content wakes has not.
	const isUnsure = isPartial ? isWoken || isDoubtful(first, options) : isWoken && !isNewCode;
	const again = isUnsure || checksAll ? await replay(options) : undefined;
	const last = again ? await proof.verdict(false) : first;
	const evidence = evidenceOf(options, last);
	const chance = new Map([...first.chance, ...last.chance].map((page) => [page.id, page]));
	reportChance(options, chance.values());
	if (again && isPartial) await writeReplayed(options, again, chance, evidence, first.stale);
	// A build of what is as before renders a sample a second time at most, even if it renders all pages.
	const isAsBefore = !isNewCode && former.content === now.content;
	const isWhole = again !== undefined || (!isPartial && !isAsBefore);
	const isApart = again !== undefined || (isNewCode && !isPartial);
	return {
		conclusions: {
			keepsPaths: last.keepsPaths || (!isApart && before.keepsPaths),
			evidence: evidence || (isWhole ? '' : before.evidence),
			order: orderOf(plan.pages),
			blocks: joined(isWhole ? {} : before.blocks, joined(first.blocks, last.blocks)),
			woken: [...new Set(woken)],
		},
		readings: [...first.readings, ...last.readings],
	};
}

/** Renders all pages of the build in order. Astro leaves out some of those that fall back to another language. */
function replay({ plan, loaded, build }: ToProve): Promise<Renditions> {
	const isComparable = (id: PageId) => plan.decisions.has(id);
	const pages = plan.pages.filter(({ id }) => isComparable(id) || build.rendered.has(id));
	return loaded.proof.replay(
		pages.flatMap((page) => pageToRender(page, loaded.app) ?? []),
		isComparable,
	);
}

/** Writes the pages that were rendered after all, and says why. */
async function writeReplayed(
	options: ToProve,
	again: Renditions,
	chance: ReadonlyMap<PageId, Difference>,
	evidence: string,
	stale: readonly Difference[],
): Promise<void> {
	const { build, loaded, changed } = options;
	const { logger, selfCheck, former } = build;
	const isNewCode = former?.code !== loaded.now.code;
	if (evidence !== '')
		logger.warn(changed.length > 0 ? changedEntriesWarning(changed) : replayWarning(evidence));
	const isUntracked = !isNewCode && (selfCheck.checksAll || stale.length > 0);
	const why = evidence !== '' ? 'together' : isUntracked ? 'untracked' : 'elsewhere';
	const copies = evidence === '' ? stale.map((page) => shown(options, page)) : [];
	const replaced = await writeDiffering(again, options, chance, why);
	if (!isNewCode) selfCheck.areStale(selfCheck.checksAll ? replaced : copies);
}

/** True if pages that stay may depend on others. */
const isDoubtful = ({ order, stale, differsAgain }: Verdict, { changed }: ToProve): boolean =>
	changed.length > 0 || order.length > 0 || stale.length > 0 || differsAgain;

function reportChance(options: ToProve, chance: Iterable<Difference>): void {
	const { rendered, selfCheck } = options.build;
	const unasked = [...chance].filter(({ id }) => {
		const page = rendered.get(id);
		return !isAlwaysRendered(page && readingsOf(page));
	});
	selfCheck.differs(unasked.map((page) => shown(options, page, ['first', 'then'])));
}

/** How a page came out differently. */
function shown(
	{ plan, build: { copies, rendered } }: ToProve,
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
function evidenceOf(options: ToProve, { order }: Verdict): string {
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
async function writeDiffering(
	again: Renditions,
	options: ToProve,
	byChance: ReadonlyMap<PageId, unknown>,
	why: Reason,
): Promise<Differing[]> {
	const { build, plan, loaded } = options;
	const { rendered, copies, config } = build;
	const replaced: Differing[] = [];
	for (const { id, path, file } of plan.pages) {
		const [page, decision] = [again.made.get(id)?.[0], plan.decisions.get(id)];
		if (!page || !file || page.error !== undefined || byChance.has(id) || decision?.why.includes('unstable'))
			continue;
		const bytes = await again.read(id);
		const { copy: own, headers = decision?.former?.headers } = rendered.get(id) ?? {};
		const isSame = page.digest === (own ?? decision?.former?.copy)?.digest;
		if (!bytes || (isSame && (own || why !== 'together'))) continue;
		await build.search().searchPage(bytes, addressOf(path, loaded.app.getOptions()));
		if (!own && !isSame && decision) replaced.push(shown(options, { id, second: bytes }));
		const { images } = page;
		const { component } = path.route;
		rendered.set(id, {
			component,
			reads: createReadSet(),
			readings: page.readings,
			copy: copies.add(bytes),
			headers,
			images,
		});
		decision?.why.push(why);
		build.selfCheck.rendered(id, isSame);
		mkdirSync(new URL('./', file), { recursive: true });
		writeFileSync(file, bytes);
		if (images) wantImages(images, config.root);
	}
	// Each file of those that stayed may be new.
	build.stays = () => false;
	return replaced;
}
