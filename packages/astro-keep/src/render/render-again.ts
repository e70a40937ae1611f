import type { Candidate } from '../check/sample.js';
import { budgetMs } from '../check/self-check.js';
import type { PageId } from '../decide/page-ids.js';
import type { Reading } from '../decide/page-state.js';
import { pageUrl } from '../decide/page-url.js';
import { hiddenReads, isAlwaysRendered } from '../isolation/compare.js';
import { createReadSet } from '../reads/read-set.js';
import { hashOf } from '../shared/node/hash.js';
import { withoutNotices } from '../tracking/index.js';
import { type Loaded, type Plan, type Rendered, readingsOf, type TrackedBuild } from './tracked-build.js';

/** How a page came out when the build rendered it again. */
interface Again {
	/** The digest of its text; undefined if it has none. */
	digest: string | undefined;
	readings: readonly Reading[];
}

/** Renders pages again in the build itself. Their reads are not those of the pages. */
export function pageAgain({ inner, recorder }: TrackedBuild, { app }: Loaded, { byId }: Pick<Plan, 'byId'>) {
	return async (id: PageId): Promise<Again> => {
		const path = byId.get(id)?.path;
		if (!path) return { digest: undefined, readings: [] };
		const page = { component: path.route.component, reads: createReadSet() };
		const digest = await recorder.rendering(page, async () => {
			const request = new Request(pageUrl(path, app.getOptions()));
			const result = await inner.render(request, { routeData: path.route, collectMetadata: true });
			const response = result instanceof Response ? result : result.response;
			return response.body === null ? undefined : hashOf(new Uint8Array(await response.arrayBuffer()));
		});
		return { digest, readings: [...page.reads.readings()] };
	};
}

/** The pages that stay, as the self-check chooses among them. */
export const stayingIn = ({ reused }: Pick<Plan, 'reused'>): Candidate[] =>
	[...reused].map(({ id, path }) => ({ id, route: path.route.component }));

/**
 * Renders the pages of a build again, the last one first, and behind the page that comes before each in a clean build, and then of those
 * that stay those whose content ran new code, and a sample.
 *
 * @returns the pages that may be wrong or hide what they depend on: a thread finds out why. `differs` is true if one is wrong, whatever
 *   the thread finds.
 */
export async function renderAgain(
	rendered: Rendered,
): Promise<{ suspects: ReadonlySet<PageId>; differs: boolean }> {
	const { build, loaded, plan } = rendered;
	const { recorder } = build;
	const again = pageAgain(build, loaded, plan);
	// A rewrite finds only pages that are registered.
	plan.register();
	recorder.enter('rendering');
	const found = await withoutNotices(async () => {
		const isAlone = rendered.rendered.size === 1;
		const known = build.previous?.globalReads ?? [];
		const own = await suspectsAmong(comparable(rendered), again, {
			...{ isAlone, known },
			before: (id) => stayingBefore(plan, id),
		});
		const withNewCoverage = build.previous?.isolation.newCoveragePages ?? [];
		const suspects = own.size > 0 ? own : await changedAmong(withNewCoverage, plan, again);
		const [first] = suspects;
		if (first === undefined) return { suspects: await sampleSuspects(build, plan, again), differs: false };
		const digest = rendered.rendered.get(first)?.copy?.digest ?? copyIn(plan)(first);
		return { suspects, differs: await isOtherwise(first, digest, again) };
	});
	recorder.enter('comparing');
	return found;
}

/**
 * Renders pages in the build that were to stay and failed in a thread, where they may lack what only one can have.
 *
 * @throws {Error} the error of a page that fails here, too, as it does in a clean build
 */
export async function renderFailing(
	{ build, loaded, plan }: Rendered,
	ids: readonly PageId[],
): Promise<void> {
	const again = pageAgain(build, loaded, plan);
	build.recorder.enter('rendering');
	for (const id of ids) await withoutNotices(() => again(id));
	build.recorder.enter('comparing');
}

/** Renders a sample of the pages that stay, and returns those that differ from their copies. */
export const sampleSuspects = (
	{ selfCheck }: Pick<TrackedBuild, 'selfCheck'>,
	plan: Plan,
	again: (id: PageId) => Promise<Again>,
): Promise<ReadonlySet<PageId>> =>
	selfCheck.check(stayingIn(plan), {
		render: async (id) => (await again(id)).digest,
		digestOf: copyIn(plan),
	});

const copyIn =
	({ decisions }: Plan) =>
	(id: PageId): string | undefined =>
		decisions.get(id)?.previous?.copy?.digest;

/** True if a page comes out the same way each time, yet not as it is: by what pages before it have left, and not by chance. */
export async function isOtherwise(
	id: PageId,
	digest: string | undefined,
	again: (id: PageId) => Promise<Again>,
): Promise<boolean> {
	const once = async () => (await again(id).catch(() => undefined))?.digest;
	const [second, third] = [await once(), await once()];
	return second !== undefined && second === third && second !== digest;
}

/** Renders pages again that stay and may have run new code, as far as the time allows; the first that differs from its copy, if one does. */
async function changedAmong(
	ids: readonly PageId[],
	plan: Plan,
	again: (id: PageId) => Promise<Again>,
): Promise<ReadonlySet<PageId>> {
	const end = performance.now() + budgetMs;
	for (const id of ids) {
		if (performance.now() > end) break;
		const page = plan.byId.get(id);
		if (!page || !plan.reused.has(page)) continue;
		const second = await again(id).catch(() => undefined);
		if (second?.digest !== copyIn(plan)(id)) return new Set([id]);
	}
	return new Set();
}

/** The page that comes before one in a clean build, if this build does not render it. */
function stayingBefore({ pages, byId, reused }: Plan, id: PageId): PageId | undefined {
	const page = byId.get(id);
	const before = page && pages[pages.indexOf(page) - 1];
	return before && reused.has(before) ? before.id : undefined;
}

/** The pages of a build that can be compared with how they come out again, last page first. */
function comparable({ plan, rendered }: Rendered): Rerendered[] {
	return [...rendered].reverse().flatMap(([id, rendering]) => {
		const readings = readingsOf(rendering);
		const isRandom =
			isAlwaysRendered(readings) || plan.decisions.get(id)?.reasons.includes('nondeterministic');
		return rendering.copy && !isRandom ? [{ id, digest: rendering.copy.digest, readings }] : [];
	});
}

/** A page that the build has rendered. */
interface Rerendered extends Again {
	id: PageId;
	digest: string;
}

/**
 * Renders pages again until one comes out differently, or had read something for another.
 *
 * @param isAlone true if the build has rendered no other page: it has read what it shows. Of several, one may have read it for others.
 * @param known reads that count for every page already
 * @param before the page behind which a page is rendered once more: it may set what that one shows
 */
export async function suspectsAmong(
	pages: readonly Rerendered[],
	again: (id: PageId) => Promise<Again>,
	options: {
		isAlone: boolean;
		known: readonly Reading[];
		before?: (id: PageId) => PageId | undefined;
	},
): Promise<ReadonlySet<PageId>> {
	const { isAlone, known } = options;
	for (const { id, digest, readings } of pages) {
		const second = await again(id).catch(() => undefined);
		if (second?.digest !== digest) return new Set([id]);
		if (!isAlone && hiddenReads(readings, second.readings, known).length > 0) return new Set([id]);
		const before = options.before?.(id);
		if (before === undefined) continue;
		await again(before).catch(() => {});
		const third = await again(id).catch(() => undefined);
		if (third?.digest !== digest) return new Set([id]);
	}
	return new Set();
}
