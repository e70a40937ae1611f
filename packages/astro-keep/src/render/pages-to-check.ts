import type { AstroApp } from '../decide/astro-app.js';
import type { Page } from '../decide/decide.js';
import type { PageId } from '../decide/page-ids.js';
import type { PageState, Reading } from '../decide/page-state.js';
import { pageUrl } from '../decide/page-url.js';
import type { PageToCheck } from '../isolation/classify.js';
import type { PageToRender } from '../isolation/protocol.js';
import { kindOf } from '../tracking/index.js';
import type { Plan } from './tracked-build.js';

/**
 * The pages to render a second time: those that this build renders, and of those that stay the first and the last one of each
 * route, each lookup, and each module that reads, the same of those whose content ran new code, and a sample.
 */
export function pagesToCheck(
	{ pages, decisions, reused }: Pick<Plan, 'pages' | 'decisions' | 'reused'>,
	app: AstroApp,
	previous: PageState | undefined,
	sample: ReadonlySet<PageId>,
): PageToCheck[] {
	const reads = reused.size > 0 ? previous?.reads() : undefined;
	const withNewCoverage = new Set(previous?.isolation.newCoveragePages);
	const ends = new Map<string, [first: PageId, last: PageId]>();
	for (const { id, path } of reused) {
		for (const part of knownToRun(path.route.component, reads?.get(id) ?? []))
			for (const group of withNewCoverage.has(id) ? [part, `new code ${part}`] : [part])
				ends.set(group, [ends.get(group)?.[0] ?? id, id]);
	}
	const chosen = new Set([...sample, ...[...ends.values()].flat()]);
	return pages.flatMap((one): PageToCheck[] => {
		const page = pageToRender(one, app);
		if (!page) return [];
		const decision = decisions.get(page.id);
		// It differs by chance, so nothing follows from it.
		if (decision?.reasons.includes('nondeterministic')) return [];
		if (!reused.has(one)) return [{ ...page, copy: undefined }];
		const copy = decision?.previous?.copy?.digest;
		return chosen.has(page.id) && copy !== undefined ? [{ ...page, copy }] : [];
	});
}

/** What a page is known to run. */
const knownToRun = (component: string, readings: readonly Reading[]): Set<string> =>
	new Set([
		component,
		...readings.map(({ read, importer }) => (kindOf(read) === 'lookup' ? read : `reads of ${importer}`)),
	]);

/** A page for a thread; undefined for redirects, which have no code. */
export function pageToRender({ id, path }: Page, app: AstroApp): PageToRender | undefined {
	const route = placeOf(app, path.route);
	if (!route || path.route.type === 'redirect') return undefined;
	return { id, address: pageUrl(path, app.getOptions()), route };
}

function placeOf({ manifest }: AstroApp, route: Page['path']['route']): PageToRender['route'] | undefined {
	for (const [place, { routeData }] of manifest.routes.entries()) {
		if (routeData === route) return [place, -1];
		const fallback = routeData.fallbackRoutes.indexOf(route);
		if (fallback >= 0) return [place, fallback];
	}
	return undefined;
}
