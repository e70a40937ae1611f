import { maxSampled } from '../check/self-check.js';
import type { AstroApp } from '../decide/astro-app.js';
import type { Page } from '../decide/decide.js';
import type { PageId } from '../decide/page-ids.js';
import type { PageState } from '../decide/page-state.js';
import { pageUrl } from '../decide/page-url.js';
import type { PageToCheck } from '../isolation/classify.js';
import type { PageToRender } from '../isolation/protocol.js';
import type { Plan } from './tracked-build.js';

/**
 * The pages to render a second time: those that this build renders, and of those that stay a sample, those that come before one of them, and
 * some whose content ran new code.
 */
export function pagesToCheck(
	{ pages, decisions, reused, extent }: Pick<Plan, 'pages' | 'decisions' | 'reused' | 'extent'>,
	app: AstroApp,
	previous: PageState | undefined,
	sample: ReadonlySet<PageId>,
): PageToCheck[] {
	const before = pages.filter((_, at) => pages[at + 1] && !reused.has(pages[at + 1] as Page));
	const withNewCoverage = previous?.isolation.newCoveragePages.slice(-maxSampled) ?? [];
	const chosen = new Set([...sample, ...withNewCoverage, ...before.map(({ id }) => id)]);
	return pages.flatMap((one): PageToCheck[] => {
		const page = pageToRender(one, app);
		if (!page) return [];
		const decision = decisions.get(page.id);
		// It differs by chance, so nothing follows from it.
		if (decision?.reasons.includes('nondeterministic')) return [];
		if (!reused.has(one) || extent === 'whole') return [{ ...page, copy: undefined }];
		const copy = decision?.previous?.copy?.digest;
		return chosen.has(page.id) && copy !== undefined ? [{ ...page, copy }] : [];
	});
}

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
