import {
	assetKind,
	blokKind,
	codeKind,
	isUnknowable,
	kindOf,
	noticeKind,
	rewriteKind,
} from '../../page/tracking/index.js';
import type { Reading } from '../decide/page-state.js';

/** A page as one of two renderings made it. */
export interface Rendition {
	/** Digest of its text; undefined without one. */
	digest: string | undefined;
	readings: readonly Reading[];
	error?: string | undefined;
}

/** Kinds of reads that say nothing of what a module holds: each page makes them anew. */
const ofPageAlone: ReadonlySet<string> = new Set([blokKind, assetKind, noticeKind, codeKind, rewriteKind]);

/** The reads that only one of two renderings of a page made. A module that holds what it has read does not read it again. */
export function differingReads(one: Rendition, other: Rendition): Reading[] {
	const [before, after] = [byText(one.readings), byText(other.readings)];
	return [...onlyIn(before, after), ...onlyIn(after, before)];
}

/** The reads that are made the first time only, except requests, whose number says nothing. */
export const missingReads = (first: readonly Reading[], second: readonly Reading[]): Reading[] =>
	onlyIn(byText(first), byText(second)).filter(({ read }) => !isUnknowable(read));

const byText = (readings: readonly Reading[]): Map<string, Reading> =>
	new Map(
		readings.flatMap((reading): [string, Reading][] =>
			ofPageAlone.has(kindOf(reading.read)) ? [] : [[`${reading.importer} ${reading.read}`, reading]],
		),
	);

const onlyIn = (one: ReadonlyMap<string, Reading>, other: ReadonlyMap<string, Reading>): Reading[] =>
	[...one].flatMap(([text, reading]) => (other.has(text) ? [] : [reading]));

/** True for a page that every build renders, so that nothing follows from its text. */
export const isAlwaysRendered = ({ readings }: Rendition): boolean =>
	readings.some(({ read }) => isUnknowable(read));
