import type { Reason } from '../decide/decide.js';
import type { PageId } from '../decide/page-ids.js';
import { type Conclusions, noConclusions } from '../decide/page-state.js';
import { areNew, joined } from './blocks.js';
import type { Verdict } from './proof.js';

/** What a build knows of itself when it draws conclusions from rendering pages a second time. */
export interface ProofFacts {
	/** The conclusions of the previous build. */
	before: Conclusions;
	/** True if code is new since then. */
	isNewCode: boolean;
	/** True if no earlier build has checked this code. */
	isFirst: boolean;
	/** True if neither code nor content is new. */
	isAsBefore: boolean;
	/** True if pages stay. */
	isPartial: boolean;
	/** True if every page that stays is checked. */
	checksAll: boolean;
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
export interface Verdicts {
	first: Verdict;
	again: Verdict | undefined;
}

/** True if code has run that had not been rendered a second time before. */
const isWoken = ({ blocks }: Verdict, { before, isNewCode }: ProofFacts): boolean =>
	areNew(blocks, before.blocks, isNewCode);

/** True if all pages are to be rendered in order: if those that stay may be wrong, or are all checked. */
export function needsReplay(first: Verdict, facts: ProofFacts): boolean {
	const { isPartial, isFirst, checksAll, changed, differs } = facts;
	if (checksAll || differs) return true;
	// What is checked for the first time has been proved with paths that are listed apart. Code that content wakes has not.
	if (!isPartial) return isWoken(first, facts) && !isFirst;
	const { order, stale, differsAgain } = first;
	return isWoken(first, facts) || changed.length > 0 || order.length > 0 || stale.length > 0 || differsAgain;
}

/** The conclusions to store for the next build. */
export function conclude(
	{ first, again }: Verdicts,
	facts: ProofFacts,
	{ evidence, order }: Pick<Conclusions, 'evidence' | 'order'>,
): Conclusions {
	const { before, isFirst, isAsBefore, isPartial } = facts;
	const last = again ?? first;
	// A build of what is as before renders a sample a second time at most, even if it renders all pages.
	const isWhole = again !== undefined || (!isPartial && (isFirst || !isAsBefore));
	const isApart = again !== undefined || (isFirst && !isPartial);
	return {
		keepsPaths: last.keepsPaths || (!isApart && before.keepsPaths),
		evidence: evidence || (isWhole ? '' : before.evidence),
		order,
		blocks: joined(isWhole ? {} : before.blocks, joined(first.blocks, last.blocks)),
		woken: [...new Set([...before.woken, ...wokenBy(first, facts)])],
		isChecked: isWhole || before.isChecked,
	};
}

/** The pages that may have woken code. What content wakes in the build that checks the site cannot be told from what ran before. */
function wokenBy(first: Verdict, facts: ProofFacts): readonly PageId[] {
	if (facts.isPartial && isWoken(first, facts)) return facts.rendered;
	return facts.isFirst && !facts.isNewCode ? facts.due : [];
}

/**
 * The conclusions to store for the next build if no page was rendered a second time in a thread. Unless earlier ones still hold, the next
 * build that could keep pages checks the site.
 *
 * @param blocks the code that has run
 */
export function concludeOnce(
	{ before, isFirst }: Pick<ProofFacts, 'before' | 'isFirst'>,
	{ blocks, evidence, order }: Pick<Conclusions, 'blocks' | 'evidence' | 'order'>,
): Conclusions {
	if (isFirst) return { ...noConclusions, evidence, order };
	const found = { evidence: evidence || before.evidence, order };
	return areNew(blocks, before.blocks, false)
		? { ...noConclusions, ...found }
		: { ...before, ...found, blocks: joined(before.blocks, blocks) };
}

/** Why pages are rendered after all. */
export function reasonOfReplay(
	{ stale }: Verdict,
	evidence: string,
	{ isNewCode, checksAll }: ProofFacts,
): Reason & string {
	if (evidence !== '') return 'together';
	return !isNewCode && (checksAll || stale.length > 0) ? 'untracked' : 'elsewhere';
}

/**
 * True if a page that was rendered in order replaces the one in the output.
 *
 * @param isOwn true if this build has rendered it before
 * @param isSame true if it is as it was
 */
export const isReplaced = (isOwn: boolean, isSame: boolean, why: Reason): boolean =>
	!isSame || (!isOwn && why === 'together');
