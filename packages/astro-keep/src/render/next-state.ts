import type { Decisions } from '../decide/decide.js';
import type { PageId } from '../decide/page-ids.js';
import {
	type BuildFingerprint,
	type CachedPage,
	type CachedReading,
	type CodeParts,
	type Isolation,
	type PageState,
	type Reading,
	textOf,
} from '../decide/page-state.js';
import { isAlwaysRendered } from '../isolation/compare.js';
import { sourceOf } from '../kinds/rules.js';
import { kindOf } from '../tracking/index.js';
import { type PageRecord, readingsOf, type TrackedBuild } from './tracked-build.js';

export interface NextStateOptions extends Pick<TrackedBuild, 'previous' | 'answerer'> {
	fingerprint: BuildFingerprint;
	parts(): CodeParts;
	decisions: Decisions;
	/** A page without a copy must not be cached. */
	rendered: ReadonlyMap<PageId, Omit<PageRecord, 'component'>>;
	/** The pages that stay, if the build has rendered them, too. */
	again: ReadonlyMap<PageId, Omit<PageRecord, 'component'>>;
	/** The pages whose files this build can name. Others cannot be restored. */
	named: ReadonlySet<PageId>;
	/** Reads outside of pages, which may affect any page. */
	outside: Iterable<Reading>;
	/** Reads of `getStaticPaths`. */
	provisionalReads: Iterable<Reading>;
	isolation: Isolation;
	/** The pack that this build has written. */
	pack: string | undefined;
}

/**
 * The state with which the next build compares: the reads of this build, and the earlier reads of pages that stayed.
 *
 * @returns the previous state itself if nothing changed
 */
export async function nextState(options: NextStateOptions): Promise<PageState> {
	const { previous, fingerprint, decisions, rendered, again, named, isolation, pack, answerer } = options;
	const anywhere = Object.values(anywhereOf).flatMap((of) => [...of(options)]);
	if (previous && isUnchanged(previous, options, anywhere)) return previous;

	const cached = new Map<string, CachedReading>();
	/** The same, by the reads themselves, which pages share. */
	const byRead = new Map<Reading, CachedReading>();
	const cache = async (given: Reading | CachedReading): Promise<CachedReading> => {
		const { read, importer } = given;
		const before = 'digest' in given ? given.digest : undefined;
		const key = textOf(given);
		const reading = cached.get(key) ?? { read, importer, digest: await answerer(read, before) };
		cached.set(key, reading);
		byRead.set(given, reading);
		return reading;
	};
	const globalReads = new Set<CachedReading>();
	const pages = new Map<PageId, CachedPage>();
	const reads = new Map<PageId, CachedReading[]>();
	const previousReads = previous?.reads();
	for (const [id, { propsDigest, code, previous: before, reasons }] of decisions) {
		const fresh = rendered.get(id);
		if (!fresh && (reasons.length > 0 || !before)) continue;
		const ofPage = new Set<CachedReading>();
		const read = fresh ? readingsOf(fresh) : (again.get(id)?.readings ?? previousReads?.get(id) ?? []);
		for (const reading of read) {
			ofPage.add(byRead.get(reading) ?? (await cache(reading)));
		}
		const made = fresh?.copy && pack !== undefined && named.has(id) ? { pack, ...fresh.copy } : undefined;
		const copy = isAlwaysRendered(ofPage) ? undefined : fresh ? made : before?.copy;
		const { images, headers } = fresh ?? before ?? {};
		pages.set(id, { propsDigest, code, copy, images, headers });
		reads.set(id, [...ofPage]);
	}
	for (const reading of anywhere) globalReads.add(await cache(reading));
	const unchecked = isolation.isChecked ? [] : [...options.provisionalReads].filter(isOutsideOfContent);
	const provisionalReads = await Promise.all(unchecked.map(cache));
	for (const reading of carriedReads(options)) globalReads.add(await cache(reading));
	const kinds = new Set([...cached.values()].map(({ read }) => kindOf(read)));
	const reasons = previous?.reasons ?? (() => new Map());
	const { parts } = options;
	const readings = { globalReads: [...globalReads], provisionalReads, reads: () => reads };
	return { ...fingerprint, isolation, kinds, pages, ...readings, parts, reasons };
}

/**
 * The reads of earlier builds that still count for all pages. A module that caches entries reads them once, so this build may not see
 * those reads: the pages that use it stayed, or `getStaticPaths` filled it. A build with new code of the site renders all pages again, and sees them.
 */
const carriedReads = ({ previous, fingerprint }: NextStateOptions): readonly CachedReading[] =>
	previous?.siteCode === fingerprint.siteCode ? previous.globalReads : [];

/** True for a read that may give something else although code and content stay. */
function isOutsideOfContent({ read }: Reading): boolean {
	const source = sourceOf(kindOf(read));
	return source === 'environment' || source === 'unknown';
}

/** Reads of this build that may affect any page. */
const anywhereOf = {
	/** Those of modules while they are loaded, and of what holds them. */
	modules: ({ outside }: NextStateOptions) => outside,
	/** Those of `getStaticPaths`, if pages show what it leaves in modules. */
	paths: ({ isolation, provisionalReads }: NextStateOptions) =>
		isolation.leaksStaticPaths ? provisionalReads : [],
};

/** True if this build has rendered nothing, and learned nothing. */
function isUnchanged(
	previous: PageState,
	{ fingerprint, decisions, rendered, isolation }: NextStateOptions,
	anywhere: readonly Reading[],
): boolean {
	if (rendered.size > 0 || isolation.isChecked !== previous.isolation.isChecked) return false;
	const names = ['globalCode', 'code', 'siteCode', 'content'] as const;
	if (names.some((name) => previous[name] !== fingerprint[name])) return false;
	if (decisions.size !== previous.pages.size) return false;
	for (const { reasons } of decisions.values()) if (reasons.length > 0) return false;
	const recorded = new Set(previous.globalReads.map(textOf));
	return anywhere.every((reading) => recorded.has(textOf(reading)));
}
