import { pathOf } from './decide/page-ids.js';
import { explainPages } from './explain.js';
import { collectionOf } from './kinds/rules.js';
import type { Outcome, PageReport } from './render/tracked-build.js';

/** All pages of a build, in the order of its state. */
export function reportOf(outcome: Outcome): PageReport[] {
	const reasons = explainPages(outcome);
	const readings = outcome.state.reads();
	return [...outcome.state.pages.keys()].map((id) => {
		const reads = (readings.get(id) ?? []).map(({ read }) => read);
		const collections = [...new Set(reads.flatMap((read) => collectionOf(read) ?? []))];
		return { path: pathOf(id), reason: reasons.get(id), collections, reads };
	});
}
