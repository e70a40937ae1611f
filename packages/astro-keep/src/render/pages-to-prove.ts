import { addressOf } from '../decide/address.js';
import type { AstroApp } from '../decide/astro-app.js';
import type { Page } from '../decide/decide.js';
import type { PageId } from '../decide/page-ids.js';
import type { PageState, Reading } from '../decide/page-state.js';
import type { PageToProve } from '../proof/causes.js';
import type { PageToRender } from '../proof/protocol.js';
import { kindOf } from '../tracking/index.js';
import type { Plan } from './tracked-build.js';

/**
 * The pages to render a second time: those that this build renders, and of those that stay the first and the last one of each
 * route, each lookup, and each module that reads, the same of those that have woken code, and a sample.
 */
export function pagesToProve(
	{ pages, decisions, unchanged }: Pick<Plan, 'pages' | 'decisions' | 'unchanged'>,
	app: AstroApp,
	former: PageState | undefined,
	sample: ReadonlySet<PageId>,
): PageToProve[] {
	const reads = unchanged.size > 0 ? former?.reads() : undefined;
	const woken = new Set(former?.conclusions.woken);
	const ends = new Map<string, [first: PageId, last: PageId]>();
	for (const { id, path } of unchanged) {
		for (const part of knownToRun(path.route.component, reads?.get(id) ?? []))
			for (const group of woken.has(id) ? [part, `woken ${part}`] : [part])
				ends.set(group, [ends.get(group)?.[0] ?? id, id]);
	}
	const chosen = new Set([...sample, ...[...ends.values()].flat()]);
	return pages.flatMap((one): PageToProve[] => {
		const page = pageToRender(one, app);
		if (!page) return [];
		const decision = decisions.get(page.id);
		// It differs by chance, so nothing follows from it.
		if (decision?.why.includes('unstable')) return [];
		if (!unchanged.has(one)) return [{ ...page, copy: undefined }];
		const copy = decision?.former?.copy?.digest;
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
	return { id, address: addressOf(path, app.getOptions()), route };
}

function placeOf({ manifest }: AstroApp, route: Page['path']['route']): PageToRender['route'] | undefined {
	for (const [place, { routeData }] of manifest.routes.entries()) {
		if (routeData === route) return [place, -1];
		const fallback = routeData.fallbackRoutes.indexOf(route);
		if (fallback >= 0) return [place, fallback];
	}
	return undefined;
}
