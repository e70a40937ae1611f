/**
 * What a build renders a second time: nothing; a sample of the pages that stay; the pages that it renders, again in the build itself or in a
 * thread; or all pages in a thread, while the build itself renders those that stay, too.
 */
export type Extent = 'none' | 'sample' | 'here' | 'thread' | 'whole';

export interface ExtentFacts {
	/** True if pages stay. */
	keepsPages: boolean;
	/** True if the build renders nothing. */
	isIdle: boolean;
	/** True if neither code nor content is new. */
	isUnchanged: boolean;
	/** True if an earlier build has checked this code. */
	isChecked: boolean;
	/** True if pages that could stay are rendered, to check the site. */
	checksSite: boolean;
	/** True if pages affect each other, so that all of them are rendered or none is. */
	isTogether: boolean;
	/** True if every page is to be checked. */
	checksAll: boolean;
}

/**
 * Decides what a build renders a second time. A build that renders all pages is right by itself, and machines without a cache make no
 * other: the site is checked by the first one that could keep pages. From then on only a suspicion needs a thread, but pages are rendered
 * again even if none stays: a module may hold what one of them has read, and show it on another.
 */
export function extentOf(facts: ExtentFacts): Extent {
	const { keepsPages, isIdle, isUnchanged, isChecked, checksSite, isTogether, checksAll } = facts;
	if (checksAll) return keepsPages ? 'whole' : 'thread';
	if (checksSite) return 'thread';
	if (!keepsPages && (!isChecked || isTogether)) return 'none';
	if (isChecked) return isIdle ? 'sample' : 'here';
	// New code may change what pages show that do not run it, also by running no longer. Only rendering all as a clean build does shows it.
	return isIdle && isUnchanged ? 'none' : 'whole';
}
