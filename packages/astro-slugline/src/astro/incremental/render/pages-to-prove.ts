import { kindOf } from '../../page/tracking/index.js';
import { addressOf } from '../decide/address.js';
import type { AstroApp, Path } from '../decide/astro-app.js';
import type { PageId } from '../decide/page-ids.js';
import type { PageState, Reading } from '../decide/page-state.js';
import type { PageToProve } from '../proof/causes.js';
import type { PageToRender } from '../proof/protocol.js';
import type { Plan } from './plan.js';

/**
 * The pages to render a second time: those that this build renders, and of those that stay the first and the last one of each
 * route, each blok, and each module that reads, the same of those that have woken code, and a sample.
 *
 * @param unchanged the pages that stay
 */
export function pagesToProve(
	plan: Plan,
	unchanged: ReadonlyMap<Path, URL>,
	former: PageState | undefined,
	sample: ReadonlySet<PageId>,
): PageToProve[] {
	const reads = unchanged.size > 0 ? former?.reads() : undefined;
	const woken = new Set(former?.conclusions.woken);
	const ends = new Map<string, [first: PageId, last: PageId]>();
	for (const path of unchanged.keys()) {
		const id = plan.ids.get(path) ?? '';
		for (const part of knownToRun(path.route.component, reads?.get(id) ?? []))
			for (const group of woken.has(id) ? [part, `woken ${part}`] : [part])
				ends.set(group, [ends.get(group)?.[0] ?? id, id]);
	}
	const chosen = new Set([...sample, ...[...ends.values()].flat()]);
	return plan.paths.inOrder.flatMap((path): PageToProve[] => {
		const page = pageToRender(plan, path);
		if (!page) return [];
		const decision = plan.decisions.get(page.id);
		// It differs by chance, so nothing follows from it.
		if (decision?.why.includes('unstable')) return [];
		if (!unchanged.has(path)) return [{ ...page, copy: undefined }];
		const copy = decision?.former?.copy?.digest;
		return chosen.has(page.id) && copy !== undefined ? [{ ...page, copy }] : [];
	});
}

/** All pages of a build, in order. */
export const allPages = (plan: Plan): PageToRender[] =>
	plan.paths.inOrder.flatMap((path) => pageToRender(plan, path) ?? []);

/** What a page is known to run. */
const knownToRun = (component: string, readings: readonly Reading[]): Set<string> =>
	new Set([
		component,
		...readings.map(({ read, importer }) => (kindOf(read) === 'blok' ? read : `reads of ${importer}`)),
	]);

/** A page for a thread; undefined for redirects, which have no code. */
function pageToRender({ app, ids }: Plan, path: Path): PageToRender | undefined {
	const route = placeOf(app, path.route);
	if (!route || path.route.type === 'redirect') return undefined;
	return { id: ids.get(path) ?? '', address: addressOf(path, app.getOptions()), route };
}

function placeOf({ manifest }: AstroApp, route: Path['route']): PageToRender['route'] | undefined {
	for (const [place, { routeData }] of manifest.routes.entries()) {
		if (routeData === route) return [place, -1];
		const fallback = routeData.fallbackRoutes.indexOf(route);
		if (fallback >= 0) return [place, fallback];
	}
	return undefined;
}
