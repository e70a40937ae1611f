import type { AstroApp } from '../decide/astro-app.js';
import type { Page } from '../decide/decide.js';
import { outputShape, pageName } from '../decide/output-files.js';
import type { PageId } from '../decide/page-ids.js';
import { type CodeParts, globalParts, lookupParts } from '../decide/page-state.js';
import type { Loaded, Outcome, PageRecord, Plan } from './tracked-build.js';

/**
 * Completes Astro's lists of pages and files, so that other integrations see the pages that stay as if they had been rendered.
 *
 * @returns the pages that have a file
 */
export function completeLists({ pages, register }: Plan, app: AstroApp): ReadonlyMap<Page, URL> {
	register();
	const options = app.getOptions();
	const shape = outputShape(options);
	const names = pages.flatMap(({ path: { route, pathname } }) =>
		route.type === 'page' ? [pageName(pathname, shape)] : [],
	);
	options.pageNames.splice(0, options.pageNames.length, ...names);
	const files = new Map<Page, URL>();
	for (const [route, ofRoute] of Map.groupBy(pages, ({ path }) => path.route)) {
		const written = new Set(route.distURL?.map(({ href }) => href));
		for (const page of ofRoute) if (page.file && written.has(page.file.href)) files.set(page, page.file);
		// Astro has done so for routes with rendered pages.
		const listed = Object.values(options.allPages).find(
			(one) => one.route.route === route.route && one.route.component === route.component,
		);
		if (listed && route.distURL?.length) listed.route.distURL = route.distURL;
	}
	return files;
}

/** Counts pages as Astro does, and the rest apart. */
export function countPages(
	{ pages, reused }: Plan,
	rendered: ReadonlyMap<PageId, PageRecord>,
): Pick<Outcome, 'pages' | 'others'> {
	const components = new Set(
		pages.flatMap(({ path: { route } }) => (route.type === 'page' ? [route.component] : [])),
	);
	const cached = [...reused].filter(({ id }) => !rendered.has(id));
	const countOf = (isPage: boolean) => ({
		rendered: [...rendered.values()].filter(({ component }) => components.has(component) === isPage).length,
		cached: cached.filter(({ path }) => components.has(path.route.component) === isPage).length,
	});
	return { pages: countOf(true), others: countOf(false) };
}

/** The code of each page, each lookup, and all pages by modules, to explain what changed. */
export function codePartsOf({ codeFingerprints }: Loaded, pages: readonly Page[]): CodeParts {
	const components = new Set(pages.map(({ path }) => path.route.component));
	type Parts = [name: string, parts: ReadonlyMap<string, string>];
	return new Map([
		[globalParts, codeFingerprints.global.parts],
		...[...components].map((name): Parts => [name, codeFingerprints.page(name)?.parts ?? new Map()]),
		...[...codeFingerprints.lookups].map(([name, { parts }]): Parts => [lookupParts(name), parts]),
	]);
}
