import type { Answerer } from './answerer.js';
import type { Decision, Reading } from './decide.js';
import type { PageId } from './page-ids.js';
import type { PageState } from './page-state.js';

export interface NextStateOptions {
	former: PageState | undefined;
	common: string;
	decisions: ReadonlyMap<PageId, Decision>;
	/** What each page read that was rendered. */
	rendered: ReadonlyMap<PageId, Iterable<Reading>>;
	/** What was read outside of pages: it may be on any page. */
	outside: Iterable<Reading>;
	/** What `getStaticPaths` read. */
	passing: Iterable<Reading>;
	/** Modules that can keep what they read, so that it may be on any page. */
	keeping: ReadonlySet<string>;
	answerer: Answerer;
}

/** What the next build is to compare with: what this one read, and of kept pages what they read when they were rendered. */
export async function nextState(options: NextStateOptions): Promise<PageState> {
	const { former, common, decisions, rendered, outside, passing, keeping, answerer } = options;
	const reads: PageState['reads'] = [];
	const places = new Map<string, number>();
	const placeOf = async ({ read, importer }: Reading): Promise<number> => {
		const key = `${importer} ${read}`;
		const known = places.get(key);
		if (known !== undefined) return known;
		const place = reads.push([read, importer, await answerer(read)]) - 1;
		places.set(key, place);
		return place;
	};
	const formerReading = (place: number): Reading[] => {
		const [read, importer] = former?.reads[place] ?? [];
		return read === undefined ? [] : [{ read, importer: importer ?? '' }];
	};

	const isShared = ({ importer }: Reading) => keeping.has(importer);
	const shared = new Set<number>();
	const share = async (reading: Reading) => shared.add(await placeOf(reading));
	const pages: PageState['pages'] = {};
	let anyKept = false;
	for (const [id, { token, given, why }] of decisions) {
		const fresh = rendered.get(id);
		if (!fresh && why.length > 0) continue;
		anyKept ||= !fresh;
		const [, , ...formerPlaces] = former?.pages[id] ?? [];
		const page = new Set<number>();
		for (const reading of fresh ?? formerPlaces.flatMap(formerReading)) {
			if (isShared(reading)) await share(reading);
			else page.add(await placeOf(reading));
		}
		pages[id] = [token, given, ...page];
	}
	for (const reading of outside) await share(reading);
	for (const reading of passing) if (isShared(reading)) await share(reading);
	// A module that keeps what it reads may have read nothing in this build, where the pages that ask it were kept.
	if (anyKept)
		for (const place of former?.shared ?? [])
			for (const reading of formerReading(place)) await share(reading);
	return { common, reads, pages, shared: [...shared] };
}
