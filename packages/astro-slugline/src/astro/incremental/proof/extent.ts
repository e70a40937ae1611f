/** The pages that a build renders a second time: none, a sample of those that stay, or those that it renders and their neighbors. */
export type Extent = 'none' | 'sample' | 'due';

export interface ExtentFacts {
	/** True if pages stay. */
	keepsPages: boolean;
	/** True if the build renders nothing. */
	isIdle: boolean;
	/** True if neither code nor content is new. */
	isAsBefore: boolean;
	/** True if code is new since the previous build. */
	isNewCode: boolean;
	/** True if an earlier build has checked this code. */
	isChecked: boolean;
	/** True if pages that could stay are rendered, to check the site. */
	checksSite: boolean;
	/** True if every page is to be checked. */
	checksAll: boolean;
}

/**
 * Decides what a build renders a second time. A site is checked by the first build that could keep pages of it: one that renders all of
 * them is right by itself, and machines without a cache make no other.
 */
export function extentOf(facts: ExtentFacts): Extent {
	const { keepsPages, isIdle, isAsBefore, isNewCode, isChecked, checksSite, checksAll } = facts;
	const isRightAnyway = !keepsPages || (isIdle && isAsBefore);
	if (isRightAnyway && !isChecked && !checksSite && !checksAll) return 'none';
	// New code may change what pages show that do not run it, also by running no longer.
	if (isIdle && !isNewCode) return 'sample';
	return isAsBefore && !checksSite ? 'sample' : 'due';
}
