import { isUnknowable } from '../../page/tracking/index.js';
import type { Answerer } from './answerer.js';
import type { Given, Path } from './astro-app.js';
import { describe, sha } from './describe.js';
import type { PageId } from './page-ids.js';
import type { KeptReading, PageState, Reading } from './page-state.js';

/** Why a page is rendered again. */
export type Reason = 'new' | 'common' | 'given' | Reading;

/** What is to be done with a page. */
export interface Decision {
	/** The key that Astro gets: that of the last build where the page can be kept. */
	token: string;
	/** Digest of what `getStaticPaths` gives the page. */
	given: string;
	/** Empty where the page can be kept, unless its code has changed, which Astro knows. */
	why: Reason[];
}

/** A page of a build. */
export interface Page {
	id: PageId;
	path: Path;
	/** What it gets from `getStaticPaths`, where that is known. */
	given: Given | undefined;
}

export interface DecideOptions {
	pages: readonly Page[];
	/** A text for values that have a better one than all that is in them. */
	leaf(value: object): string | undefined;
	former: PageState | undefined;
	/** Hash of all that runs for every page. */
	common: string;
	/** Hash of all content. */
	content: string;
	answerer: Answerer;
	/** The key of pages that are rendered in this build. */
	token: string;
}

/** Decides for each page of a build whether it can be kept. Pages that are not in the answer have no key. */
export async function decide(options: DecideOptions): Promise<Map<PageId, Decision>> {
	const { pages, leaf, former, common, content, answerer, token } = options;
	const isChanged = former && changesSince(former, content, answerer);
	const changedOf = async (readings: readonly KeptReading[]): Promise<Reading[]> => {
		const changed: Reading[] = [];
		if (isChanged) for (const reading of readings) if (await isChanged(reading)) changed.push(reading);
		return changed;
	};
	const shared = await changedOf(former?.shared ?? []);
	const mayBeChanged = former && (former.content !== content || [...former.kinds].some(isUnknowable));
	const reads = mayBeChanged ? former.reads() : undefined;

	const decisions = new Map<PageId, Decision>();
	const twice = new Set<PageId>();
	for (const { id, path, given: props } of pages) {
		if (decisions.has(id)) twice.add(id);
		if (!props && path.cacheKey === undefined) continue;
		const given = sha(props ? `${describe(props.props, leaf)} ${foreignKey(path)}` : (path.cacheKey ?? ''));
		const kept = former?.pages.get(id);
		const why: Reason[] = [];
		if (!kept) why.push('new');
		else if (former?.common !== common) why.push('common');
		if (kept && kept.given !== given) why.push('given');
		why.push(...shared);
		const readings = reads?.get(id);
		if (readings) why.push(...(await changedOf(readings)));
		decisions.set(id, { token: kept && why.length === 0 ? kept.token : token, given, why });
	}
	for (const id of twice) decisions.delete(id);
	return decisions;
}

/** Tells whether a read is answered in another way than in a former build. Content decides that, whoever asks. */
function changesSince(former: PageState, content: string, answerer: Answerer) {
	const known = new Map<KeptReading, boolean>();
	return async (reading: KeptReading): Promise<boolean> => {
		if (former.content === content) return isUnknowable(reading.read);
		const changed = known.get(reading) ?? (await answerer(reading.read)) !== reading.digest;
		known.set(reading, changed);
		return changed;
	};
}

/** A key that is not of `storyPaths`: what that one covers is in the props and recorded. */
const foreignKey = ({ cacheKey = '' }: Path): string =>
	/^[0-9a-f]{16,}\.[0-9a-f]+\.[0-9a-f]{16,} [0-9a-f]{16}$/.test(cacheKey) ? '' : cacheKey;
