import type { Read } from '../reads/channel.js';
import type { Answerer } from './answerer.js';
import type { Path } from './astro-app.js';
import { describe, sha } from './describe.js';
import { idOfPath, type PageId } from './page-ids.js';
import type { PageState } from './page-state.js';

/** Something that a page read, and the module that asked for it. */
export interface Reading {
	read: Read;
	importer: string;
}

/** Why a page is rendered again. */
export type Reason = 'new' | 'common' | 'given' | 'code' | Reading;

/** What is to be done with a page. */
export interface Decision {
	/** The key that Astro gets: that of the last build where the page can be kept. */
	token: string;
	/** Digest of what `getStaticPaths` gives the page. */
	given: string;
	/** Empty where the page can be kept, unless its code has changed, which Astro knows. */
	why: Reason[];
}

export interface DecideOptions {
	paths: readonly Path[];
	/** What each page gets from `getStaticPaths`, where that is known. */
	props: ReadonlyMap<Path, unknown>;
	/** A text for values that have a better one than all that is in them. */
	leaf(value: object): string | undefined;
	former: PageState | undefined;
	/** Hash of all that runs for every page. */
	common: string;
	answerer: Answerer;
	/** The key of pages that are rendered in this build. */
	token: string;
}

/** Decides for each page of a build whether it can be kept. Pages that are not in the answer have no key. */
export async function decide(options: DecideOptions): Promise<Map<PageId, Decision>> {
	const { paths, props, leaf, former, common, answerer, token } = options;
	const changed = new Set<number>();
	for (const [place, [read, , digest]] of (former?.reads ?? []).entries()) {
		if ((await answerer(read)) !== digest) changed.add(place);
	}
	const changedOf = (places: readonly number[]): Reading[] =>
		places.flatMap((place) => {
			const [read, importer] = former?.reads[place] ?? [];
			return changed.has(place) && read !== undefined ? { read, importer: importer ?? '' } : [];
		});
	const shared = changedOf(former?.shared ?? []);

	const decisions = new Map<PageId, Decision>();
	const twice = new Set<PageId>();
	for (const path of paths) {
		const id = idOfPath(path);
		if (decisions.has(id)) twice.add(id);
		if (!props.has(path) && path.cacheKey === undefined) continue;
		const given = sha(
			props.has(path) ? describe([props.get(path), foreignKey(path)], leaf) : (path.cacheKey ?? ''),
		);
		const [kept, keptGiven, ...places] = former?.pages[id] ?? [];
		const why: Reason[] = [
			...(kept === undefined ? (['new'] as const) : []),
			...(kept !== undefined && former?.common !== common ? (['common'] as const) : []),
			...(kept !== undefined && keptGiven !== given ? (['given'] as const) : []),
			...shared,
			...changedOf(places),
		];
		decisions.set(id, { token: kept !== undefined && why.length === 0 ? kept : token, given, why });
	}
	for (const id of twice) decisions.delete(id);
	return decisions;
}

/** A key that is not of `storyPaths`: what that one covers is in the props and recorded. */
const foreignKey = ({ cacheKey }: Path): string | undefined =>
	cacheKey && /^[0-9a-f]+\.[0-9a-f]+\.[0-9a-f]+ [0-9a-f]{16}$/.test(cacheKey) ? undefined : cacheKey;
