import type { CodeFingerprint } from '../code/code.js';
import { sourceOf } from '../kinds/rules.js';
import { tableDigest } from '../kinds/table-digest.js';
import { type Kind, kindOf } from '../tracking/index.js';
import { type Answerer, isSameAnswer } from './answerer.js';
import type { Path, StaticPathItem } from './astro-app.js';
import { textsOfProps } from './canonical-text.js';
import type { PageId } from './page-ids.js';
import type { BuildFingerprint, CachedPage, CachedReading, PageState, Reading } from './page-state.js';

/** Why a page is rendered again. */
export type Reason =
	| 'new'
	| 'global'
	| 'props'
	| 'incomparable'
	| 'code'
	| 'copy'
	/** Images must be made, with the image service that the page loads. */
	| 'images'
	| Reading
	/** Two renderings in one build differ. */
	| 'nondeterministic'
	/** A page of its route came out differently, and nothing that is tracked changed. */
	| 'stale'
	/** Pages affect each other, and another one is rendered, came, or went. */
	| 'order-dependent'
	/** No build has checked whether pages affect each other, and something is rendered or has changed. */
	| 'unchecked'
	/** Code that it does not run has changed what it shows. */
	| 'polluted';

/** The decision for a page. */
export interface Decision extends Pick<CachedPage, 'propsDigest' | 'code'> {
	/** The page in the previous build; undefined if it is new. */
	previous: CachedPage | undefined;
	/** The reasons to render the page. Without a reason, it stays as it is. */
	reasons: readonly Reason[];
}

export type Decisions = ReadonlyMap<PageId, Decision>;

/** A page of a build. */
export interface Page {
	id: PageId;
	path: Path;
	/** The file that Astro writes it to; undefined if it would be outside of the output. */
	file: URL | undefined;
	/** Its props from `getStaticPaths`, if known. */
	item: StaticPathItem | undefined;
	/** The code of its route, if known. */
	codeFingerprint: CodeFingerprint | undefined;
}

export interface DecideOptions {
	pages: readonly Page[];
	previous: PageState | undefined;
	fingerprint: BuildFingerprint;
	answerer: Answerer;
	/** True for a `cacheKey` that says nothing of a page but what its props and its reads say. */
	isKnownKey(cacheKey: string): boolean;
}

/** What is compared of a page. */
export type ComparedPage = Omit<Decision, 'reasons'> & Pick<Page, 'id'>;

/** What the pages of a build are compared with. */
export interface Facts {
	previous: Pick<PageState, 'globalCode' | 'globalReads'> | undefined;
	/** The digest of the code that runs for every page. */
	globalCode: string;
	/** What each page read in the previous build. */
	reads: ReadonlyMap<PageId, readonly CachedReading[]>;
	/** The reads whose results have changed since. */
	changed: ReadonlySet<CachedReading>;
}

/** What is compared of each page: by its reason, true if the page is rendered for it. */
const comparisons = {
	new: ({ previous }: ComparedPage) => previous === undefined,
	global: (page: ComparedPage, { previous, globalCode }: Facts) =>
		page.previous !== undefined && previous?.globalCode !== globalCode,
	incomparable: ({ propsDigest }: ComparedPage) => propsDigest === '',
	props: ({ propsDigest, previous }: ComparedPage) =>
		propsDigest !== '' && previous !== undefined && previous.propsDigest !== propsDigest,
	code: ({ code, previous }: ComparedPage) => previous !== undefined && previous.code !== code,
} satisfies { [Name in Reason & string]?: (page: ComparedPage, facts: Facts) => boolean };

/** The reads for which a page is rendered if their results have changed. */
const readingsOf = {
	shared: (_: ComparedPage, { previous }: Facts) => previous?.globalReads ?? [],
	own: ({ id }: ComparedPage, { reads }: Facts) => reads.get(id) ?? [],
};

/** The reasons to render a page that comparing it with the previous build gives. */
export function reasonsOf(page: ComparedPage, facts: Facts): Reason[] {
	const names = Object.keys(comparisons) as (keyof typeof comparisons)[];
	const readings = [...readingsOf.shared(page, facts), ...readingsOf.own(page, facts)];
	const why = [
		...names.filter((name) => comparisons[name](page, facts)),
		...readings.filter((reading) => facts.changed.has(reading)),
	];
	return page.previous && why.length === 0 && !page.previous.copy ? ['copy'] : why;
}

/** Adds reasons that a later step of the build has found to those of the pages. */
export function withReasons(
	decisions: Decisions,
	found: Iterable<readonly [PageId, Reason]>,
): ReadonlyMap<PageId, Decision> {
	const all = new Map(decisions);
	for (const [id, reason] of found) {
		const decision = all.get(id);
		if (decision) all.set(id, { ...decision, reasons: [...decision.reasons, reason] });
	}
	return all;
}

/** Compares each page with the previous build. Pages that are missing in the result are rendered in every build. */
export async function decide(options: DecideOptions): Promise<Decisions> {
	const { pages, previous, fingerprint, answerer, isKnownKey } = options;
	// Before any read is repeated, which opens entries: their data would then be compared instead of their digests.
	const compared = pages.flatMap(({ id, path, item, codeFingerprint }): ComparedPage[] => {
		if (!item || !codeFingerprint) return [];
		const texts = textsOfProps(item.props ?? {});
		const digest = texts
			? tableDigest([['', [...texts, isKnownKey(path.cacheKey ?? '') ? '' : (path.cacheKey ?? '')]]])
			: '';
		return [{ id, propsDigest: digest, code: codeFingerprint.digest, previous: previous?.pages.get(id) }];
	});
	const mayBeChanged = previous && [...previous.kinds].some((kind) => mayDiffer(kind, previous, fingerprint));
	const facts: Facts = {
		...{ previous, globalCode: fingerprint.globalCode },
		reads: mayBeChanged ? previous.reads() : new Map(),
		changed: mayBeChanged ? await changedReads(previous, fingerprint, answerer) : new Set(),
	};
	return new Map(
		compared.map(({ id, ...page }) => [id, { ...page, reasons: reasonsOf({ id, ...page }, facts) }]),
	);
}

/** The reads whose results have changed since. Pages share their reads, so each is repeated once. */
async function changedReads(
	previous: PageState,
	now: BuildFingerprint,
	answerer: Answerer,
): Promise<ReadonlySet<CachedReading>> {
	const changed = new Set<CachedReading>();
	for (const reading of new Set([...previous.globalReads, ...[...previous.reads().values()].flat()])) {
		const { read, digest } = reading;
		if (!mayDiffer(kindOf(read), previous, now)) continue;
		if (!isSameAnswer(await answerer(read, digest), digest)) changed.add(reading);
	}
	return changed;
}

/**
 * The pages that are rendered because pages affect each other: all of them if one is rendered, or if other pages come before them.
 * Every build renders pages without a decision.
 *
 * @param isMoved true if the pages are others than in the previous build, or in another order
 */
export function orderDependentOf(
	pages: readonly Page[],
	decisions: Decisions,
	isMoved: boolean,
): (readonly [PageId, 'order-dependent'])[] {
	if (!isMoved && !isAnyDue(pages, decisions)) return [];
	return [...decisions].flatMap(([id, { reasons }]) =>
		isMoved || reasons.length === 0 ? [[id, 'order-dependent'] as const] : [],
	);
}

/**
 * The pages of an unchecked site that are rendered to check it: those that could stay, if one is rendered or something has changed. A site
 * of which all pages are rendered anyway stays unchecked.
 *
 * @param mayDiffer true if content, code, or what `getStaticPaths` reads has changed
 */
export function uncheckedOf(
	pages: readonly Page[],
	decisions: Decisions,
	mayDiffer: boolean,
): (readonly [PageId, 'unchecked'])[] {
	if (!mayDiffer && !isAnyDue(pages, decisions)) return [];
	return [...decisions].flatMap(([id, { reasons }]) =>
		reasons.length === 0 ? [[id, 'unchecked'] as const] : [],
	);
}

/** True if a page is rendered. Redirects always are. */
const isAnyDue = (pages: readonly Page[], decisions: Decisions): boolean =>
	pages.some(({ id, path }) => path.route.type !== 'redirect' && decisions.get(id)?.reasons.length !== 0);

/** Whether results of reads may differ from those in the previous build, by where they come from. */
const mayDifferBy = {
	content: (previous: BuildFingerprint, now: BuildFingerprint) => previous.content !== now.content,
	code: (previous: BuildFingerprint, now: BuildFingerprint) => previous.code !== now.code,
	environment: () => true,
	unknown: () => true,
	itself: () => false,
};

const mayDiffer = (kind: Kind, previous: BuildFingerprint, now: BuildFingerprint): boolean =>
	mayDifferBy[sourceOf(kind)](previous, now);
