import type { Decisions } from '../decide/decide.js';
import type { PageId } from '../decide/page-ids.js';
import {
	type CachedPage,
	type CachedReading,
	type CodeParts,
	type Conclusions,
	type Now,
	type PageState,
	type Reading,
	textOf,
} from '../decide/page-state.js';
import { sourceOf } from '../kinds/rules.js';
import { isAlwaysRendered } from '../proof/compare.js';
import { kindOf } from '../tracking/index.js';
import { type Rendering, readingsOf, type TrackedBuild } from './tracked-build.js';

export interface NextStateOptions extends Pick<TrackedBuild, 'former' | 'answerer'> {
	now: Now;
	parts(): CodeParts;
	decisions: Decisions;
	/** A page without a copy must not be cached. */
	rendered: ReadonlyMap<PageId, Omit<Rendering, 'component'>>;
	/** The pages whose files this build can name. Others cannot be restored. */
	named: ReadonlySet<PageId>;
	/** Reads outside of pages, which may affect any page. */
	outside: Iterable<Reading>;
	/** Reads of `getStaticPaths`. */
	passing: Iterable<Reading>;
	conclusions: Conclusions;
	/** The pack that this build has written. */
	pack: string | undefined;
}

/**
 * The state with which the next build compares: the reads of this build, and the earlier reads of pages that stayed.
 *
 * @returns the former state itself if nothing changed
 */
export async function nextState(options: NextStateOptions): Promise<PageState> {
	const { former, now, decisions, rendered, named, conclusions, pack, answerer } = options;
	const anywhere = Object.values(anywhereOf).flatMap((of) => [...of(options)]);
	if (former && isAsBefore(former, options, anywhere)) return former;

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
	const shared = new Set<CachedReading>();
	const pages = new Map<PageId, CachedPage>();
	const reads = new Map<PageId, CachedReading[]>();
	const formerReads = former?.reads();
	for (const [id, { given, code, former: before, why }] of decisions) {
		const fresh = rendered.get(id);
		if (!fresh && (why.length > 0 || !before)) continue;
		const ofPage = new Set<CachedReading>();
		for (const reading of fresh ? readingsOf(fresh) : (formerReads?.get(id) ?? [])) {
			ofPage.add(byRead.get(reading) ?? (await cache(reading)));
		}
		const isKnowable = named.has(id) && !isAlwaysRendered(ofPage);
		const copy = fresh
			? pack !== undefined && isKnowable && fresh.copy
				? { pack, ...fresh.copy }
				: undefined
			: before?.copy;
		const { images, headers } = fresh ?? before ?? {};
		pages.set(id, { given, code, copy, images, headers });
		reads.set(id, [...ofPage]);
	}
	for (const reading of anywhere) shared.add(await cache(reading));
	const passing = conclusions.isChecked ? [] : [...options.passing].filter(isOutsideOfContent);
	const passed = await Promise.all(passing.map(cache));
	// A module that holds its reads need not show them again: the pages that use it stayed, or `getStaticPaths` filled it in both renderings.
	if (former?.code === now.code || [...pages.keys()].some((id) => !rendered.has(id)))
		for (const reading of former?.shared ?? []) shared.add(await cache(reading));
	const kinds = new Set([...cached.values()].map(({ read }) => kindOf(read)));
	const whys = former?.whys ?? (() => new Map());
	const { parts } = options;
	const readings = { shared: [...shared], passing: passed, reads: () => reads };
	return { ...now, conclusions, kinds, pages, ...readings, parts, whys };
}

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
	paths: ({ conclusions, passing }: NextStateOptions) => (conclusions.keepsPaths ? passing : []),
};

/** True if this build has rendered nothing, and learned nothing. */
function isAsBefore(
	former: PageState,
	{ now, decisions, rendered, conclusions }: NextStateOptions,
	anywhere: readonly Reading[],
): boolean {
	if (rendered.size > 0 || conclusions.isChecked !== former.conclusions.isChecked) return false;
	if (former.common !== now.common || former.code !== now.code || former.content !== now.content)
		return false;
	if (decisions.size !== former.pages.size) return false;
	for (const { why } of decisions.values()) if (why.length > 0) return false;
	const recorded = new Set(former.shared.map(textOf));
	return anywhere.every((reading) => recorded.has(textOf(reading)));
}
