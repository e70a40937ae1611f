import type { Reason } from '../decide/decide.js';
import type { PageId } from '../decide/page-ids.js';
import { type Isolation, unknownIsolation } from '../decide/page-state.js';
import { addsCoverage, mergeCoverage } from './coverage.js';
import type { IsolationResult } from './isolation-check.js';

/** What a build knows of itself when it draws conclusions from rendering pages a second time. */
export interface IsolationFacts {
	/** The conclusions of the previous build. */
	before: Isolation;
	/** True if code is new since then. */
	isNewCode: boolean;
	/** True if no earlier build has checked this code. */
	isFirst: boolean;
	/** True if neither code nor content is new. */
	isUnchanged: boolean;
	/** True if pages stay that the build itself has not rendered, too. */
	isPartial: boolean;
	/** Entries that pages have changed in place. */
	changed: readonly string[];
	/** True if a page came out differently when the build rendered it again, and the same way each time after that. */
	differs: boolean;
	/** The pages that this build has rendered. */
	rendered: readonly PageId[];
	/** Those of them that would have been rendered even if no check had been due. */
	due: readonly PageId[];
}

/** What rendering pages a second time has shown, and what rendering all of them in order has, if it was needed. */
export interface IsolationResults {
	first: IsolationResult;
	again: IsolationResult | undefined;
}

/** True if code has run that had not been rendered a second time before. */
const hasNewCoverage = ({ coverage }: IsolationResult, { before, isNewCode }: IsolationFacts): boolean =>
	addsCoverage(coverage, before.coverage, isNewCode);

/** True if all pages are to be rendered in order: if those that stay may be wrong. */
export function needsRerender(first: IsolationResult, facts: IsolationFacts): boolean {
	const { isPartial, isFirst, changed, differs } = facts;
	if (differs) return true;
	// New code was checked with `getStaticPaths` in a separate copy of the bundle. Code that new content runs for the first time was not.
	if (!isPartial) return hasNewCoverage(first, facts) && !isFirst;
	const { order, stale, differsAgain } = first;
	return (
		hasNewCoverage(first, facts) || changed.length > 0 || order.length > 0 || stale.length > 0 || differsAgain
	);
}

/** The conclusions to store for the next build. */
export function conclude(
	{ first, again }: IsolationResults,
	facts: IsolationFacts,
	{ orderDependence, order }: Pick<Isolation, 'orderDependence' | 'order'>,
): Isolation {
	const { before, isFirst, isUnchanged, isPartial } = facts;
	const last = again ?? first;
	// A build of what is as before renders a sample a second time at most, even if it renders all pages.
	const isWhole = again !== undefined || (!isPartial && (isFirst || !isUnchanged));
	const isApart = again !== undefined || (isFirst && !isPartial);
	return {
		leaksStaticPaths: last.leaksStaticPaths || (!isApart && before.leaksStaticPaths),
		orderDependence: orderDependence || (isWhole ? '' : before.orderDependence),
		order,
		coverage: mergeCoverage(isWhole ? {} : before.coverage, mergeCoverage(first.coverage, last.coverage)),
		newCoveragePages: [...new Set([...before.newCoveragePages, ...newCoverageOf(first, facts)])],
		isChecked: isWhole || before.isChecked,
	};
}

/** The pages whose content may have run new code. In the build that checks the site, it cannot be told from what ran before. */
function newCoverageOf(first: IsolationResult, facts: IsolationFacts): readonly PageId[] {
	if (facts.isPartial && hasNewCoverage(first, facts)) return facts.rendered;
	return facts.isFirst && !facts.isNewCode ? facts.due : [];
}

/**
 * The conclusions to store for the next build if no page was rendered a second time in a thread. Unless earlier ones still hold, the next
 * build that could keep pages checks the site.
 *
 * @param blocks the code that has run
 */
export function concludeOnce(
	{ before, isFirst }: Pick<IsolationFacts, 'before' | 'isFirst'>,
	{ coverage, orderDependence, order }: Pick<Isolation, 'coverage' | 'orderDependence' | 'order'>,
): Isolation {
	if (isFirst) return { ...unknownIsolation, orderDependence, order };
	const found = { orderDependence: orderDependence || before.orderDependence, order };
	return addsCoverage(coverage, before.coverage, false)
		? { ...unknownIsolation, ...found }
		: { ...before, ...found, coverage: mergeCoverage(before.coverage, coverage) };
}

/** Why pages are rendered after all. */
export function reasonOfRerender(
	{ stale }: IsolationResult,
	orderDependence: string,
	{ isNewCode }: Pick<IsolationFacts, 'isNewCode'>,
): Reason & string {
	if (orderDependence !== '') return 'order-dependent';
	return !isNewCode && stale.length > 0 ? 'stale' : 'polluted';
}

/**
 * True if a page that was rendered in order replaces the one in the output.
 *
 * @param isOwn true if this build has rendered it before
 * @param isSame true if it is as it was
 */
export const isReplaced = (isOwn: boolean, isSame: boolean, why: Reason): boolean =>
	!isSame || (!isOwn && why === 'order-dependent');
