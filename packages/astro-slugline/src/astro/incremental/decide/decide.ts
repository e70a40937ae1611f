import { type Kind, kindOf, sources } from '../../page/tracking/index.js';
import type { CodeUnit } from '../code/code.js';
import { type Answerer, isSameAnswer } from './answerer.js';
import type { Given, Path } from './astro-app.js';
import { sha, textOfComparable } from './describe.js';
import type { PageId } from './page-ids.js';
import type { CachedPage, CachedReading, Now, PageState, Reading } from './page-state.js';

/** Why a page is rendered again. */
export type Reason =
	| 'new'
	| 'common'
	| 'given'
	| 'opaque'
	| 'code'
	| 'copy'
	/** Images must be made, with the image service that the page loads. */
	| 'images'
	| Reading
	/** Two renderings in one build differ. */
	| 'unstable'
	/** A page of its route came out differently, and nothing that is tracked changed. */
	| 'untracked'
	/** Pages affect each other, and another one is rendered, came, or went. */
	| 'together'
	/** Code that it does not run has changed what it shows. */
	| 'elsewhere';

/** The decision for a page. */
export interface Decision extends Pick<CachedPage, 'given' | 'code'> {
	/** The page in the previous build; undefined if it is new. */
	former: CachedPage | undefined;
	/**
	 * The reasons to render the page. Without a reason, it stays as it is. After `decide()`, others add theirs: the self-check, those who
	 * look for copies and images, and the proof.
	 */
	why: Reason[];
}

/** A page of a build. */
export interface Page {
	id: PageId;
	path: Path;
	/** The file that Astro writes it to; undefined if it would be outside of the output. */
	file: URL | undefined;
	/** Its props from `getStaticPaths`, if known. */
	given: Given | undefined;
	/** The code of its route, if known. */
	unit: CodeUnit | undefined;
}

export interface DecideOptions {
	pages: readonly Page[];
	former: PageState | undefined;
	now: Now;
	answerer: Answerer;
}

/** Compares each page with the previous build. Pages that are missing in the result are rendered in every build. */
export async function decide(options: DecideOptions): Promise<Map<PageId, Decision>> {
	const { pages, former, now, answerer } = options;
	// Before any read is repeated, which opens entries: their data would then be compared instead of their digests.
	const givens = pages.map(({ path, given }) => {
		const text = given && textOfComparable(given.props);
		return text === undefined ? '' : sha(`${text} ${foreignKey(path)}`);
	});
	const mayBeChanged = former && [...former.kinds].some((kind) => mayDiffer(kind, former, now));
	const reads = mayBeChanged ? former.reads() : new Map<PageId, CachedReading[]>();
	const changed = mayBeChanged ? await changedReads(former, now, answerer) : new Set();
	const changedOf = (readings: readonly CachedReading[] = []) => readings.filter((one) => changed.has(one));
	const shared = changedOf(former?.shared);

	const decisions = new Map<PageId, Decision>();
	for (const [index, { id, given: props, unit }] of pages.entries()) {
		if (!props || !unit) continue;
		const given = givens[index] ?? '';
		const code = unit.digest;
		const before = former?.pages.get(id);
		const why: Reason[] = [];
		if (!before) why.push('new');
		else if (former?.common !== now.common) why.push('common');
		if (given === '') why.push('opaque');
		else if (before && before.given !== given) why.push('given');
		if (before && before.code !== code) why.push('code');
		why.push(...shared);
		why.push(...changedOf(reads.get(id)));
		if (before && why.length === 0 && !before.copy) why.push('copy');
		decisions.set(id, { given, code, former: before, why });
	}
	return decisions;
}

/** The reads whose results have changed since. Pages share their reads, so each is repeated once. */
async function changedReads(
	former: PageState,
	now: Now,
	answerer: Answerer,
): Promise<ReadonlySet<CachedReading>> {
	const changed = new Set<CachedReading>();
	for (const reading of new Set([...former.shared, ...[...former.reads().values()].flat()])) {
		const { read, digest } = reading;
		if (!mayDiffer(kindOf(read), former, now)) continue;
		if (!isSameAnswer(await answerer(read, digest), digest)) changed.add(reading);
	}
	return changed;
}

/** If pages affect each other and one of them is rendered, all are. Every build renders pages without a decision. */
export function renderTogether(pages: readonly Page[], decisions: ReadonlyMap<PageId, Decision>): void {
	const isDue = ({ id, path }: Page) => path.route.type !== 'redirect' && decisions.get(id)?.why.length !== 0;
	if (!pages.some(isDue)) return;
	for (const { why } of decisions.values()) if (why.length === 0) why.push('together');
}

/** False for a kind of read whose results are those of the previous build. */
function mayDiffer(kind: Kind, former: PageState, now: Now): boolean {
	switch (sources[kind]) {
		case 'content':
			return former.content !== now.content;
		case 'code':
			return former.code !== now.code;
		case 'environment':
		case 'unknown':
			return true;
		case 'itself':
			return false;
	}
}

/** The cache key of a page, unless `storyPaths` made it, whose content is already in the props and in the recorded reads. */
const foreignKey = ({ cacheKey = '' }: Path): string =>
	/^[0-9a-f]{16,}\.[0-9a-f]+\.[0-9a-f]{16,} [0-9a-f]{16}$/.test(cacheKey) ? '' : cacheKey;
