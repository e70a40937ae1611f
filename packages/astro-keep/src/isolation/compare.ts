import { type Reading, textOf } from '../decide/page-state.js';
import { isUnknowable, sourceOf } from '../kinds/rules.js';
import { type Kind, kindOf, partsOf, readOf } from '../tracking/index.js';

/** A page as one of two renderings made it. */
export interface RenderResult {
	/** Digest of its text; undefined for a page without a body. */
	digest: string | undefined;
	readings: readonly Reading[];
	/** Why it could not be rendered. */
	error?: string | undefined;
}

/** True for a kind of read that says nothing of what a module holds: each page makes it anew. */
const isOfPageAlone = (kind: Kind): boolean =>
	['code', 'itself'].includes(sourceOf(kind)) || kind === 'rewrite';

/** The reads that only one of two renderings of a page made. A module that holds what it has read does not read it again. */
export function differingReads(
	{ readings: one }: RenderResult,
	{ readings: other }: RenderResult,
): Reading[] {
	const [before, after] = [without(one, other), without(other, one)];
	return [...onlyIn(before, after), ...onlyIn(after, before)];
}

/**
 * The reads that only one of two renderings of a page made in the same modules: what they hold is read for another page, too.
 *
 * @param known reads that count for every page already
 */
export function hiddenReads(
	first: readonly Reading[],
	second: readonly Reading[],
	known: readonly Reading[],
): Reading[] {
	const differing = differingReads({ digest: '', readings: first }, { digest: '', readings: second });
	if (differing.length === 0) return [];
	const texts = new Set(known.flatMap(fieldByField).map(textOf));
	return differing.filter((reading) => !texts.has(textOf(reading)));
}

/** Leaves out readings that are shared, which most are. */
function without(readings: readonly Reading[], others: readonly Reading[]): Reading[] {
	const shared = new Set(others);
	return readings.filter((reading) => !shared.has(reading));
}

/** The reads that are made the first time only, except requests, whose number says nothing. */
export const missingReads = (first: readonly Reading[], second: readonly Reading[]): Reading[] =>
	onlyIn(first, second).filter(({ read }) => !isUnknowable(read));

function onlyIn(one: readonly Reading[], other: readonly Reading[]): Reading[] {
	const texts = new Set(other.flatMap(fieldByField).map(textOf));
	return one
		.flatMap(fieldByField)
		.filter((reading) => !isOfPageAlone(kindOf(reading.read)) && !texts.has(textOf(reading)));
}

/** Splits a read of several fields. A module that holds one of them need not hold the others that its page reads. */
function fieldByField({ read, importer }: Reading): Reading[] {
	const [kind, asked] = partsOf(read);
	if (kind !== 'fields') return [{ read, importer }];
	const [collection, ids, paths] = asked;
	const each = ids === 0 ? [ids] : ids.map((id) => [id]);
	return each.flatMap((of) =>
		paths.map((path) => ({ read: readOf('fields', [collection, of, [path]]), importer })),
	);
}

/** True for a page that every build renders, so that nothing follows from its text. */
export const isAlwaysRendered = (readings: Iterable<Reading> = []): boolean =>
	[...readings].some(({ read }) => isUnknowable(read));
