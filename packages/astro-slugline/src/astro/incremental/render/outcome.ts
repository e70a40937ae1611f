import type { CodeUnits } from '../code/code-units.js';
import { listPages, type Path } from '../decide/astro-app.js';
import type { Decision } from '../decide/decide.js';
import { pageName } from '../decide/output-files.js';
import type { PageId } from '../decide/page-ids.js';
import {
	blokParts,
	type CachedPage,
	type CodeParts,
	commonParts,
	type PageState,
} from '../decide/page-state.js';
import type { Plan } from './plan.js';

/** How many were rendered, and how many are those of the previous build. */
interface Counts {
	rendered: number;
	cached: number;
}

/** The result of a build for its pages. */
export interface Outcome {
	state: PageState;
	former: PageState | undefined;
	/** The rendered pages, and why. Pages that every build renders have no reason. */
	rendered: Map<PageId, Decision | undefined>;
	pages: Counts;
	/** The endpoints and redirects, which Astro does not count as pages. */
	others: Counts;
	/** The files of all pages. */
	files: readonly URL[];
	/** The headers of the pages that stay, among all pages in their order, if the adapter gets them. */
	headers: readonly (readonly [path: Path, headers: CachedPage['headers']])[];
	/** When the last page was written, in milliseconds since 1970. */
	endedAt: number;
	units: CodeUnits;
}

/**
 * Completes Astro's lists of pages and files, so that other integrations see the pages that stay as if they had been rendered.
 *
 * @returns the files of all pages that have one
 */
export function completeLists(
	{ app, shape, paths }: Plan,
	unchanged: ReadonlyMap<Path, URL>,
): ReadonlyMap<Path, URL> {
	const { inOrder } = paths;
	const isWritten = writtenIn(inOrder);
	const files = new Map<Path, URL>();
	for (const path of inOrder) {
		const file = paths.fileOf(path);
		if (file && (unchanged.has(path) || isWritten(path, file))) files.set(path, file);
	}
	listPages(app.getOptions(), inOrder, {
		names: inOrder.flatMap(({ route, pathname }) =>
			route.type === 'page' ? [pageName(pathname, shape)] : [],
		),
		fileOf: (path) => files.get(path),
	});
	return files;
}

/** Counts pages as Astro does, and the rest apart. */
export function countPages(
	{ ids, paths: { inOrder } }: Plan,
	unchanged: ReadonlyMap<Path, URL>,
	rendered: ReadonlyMap<PageId, { component: string }>,
): Pick<Outcome, 'pages' | 'others'> {
	const components = new Set(
		inOrder.flatMap(({ route }) => (route.type === 'page' ? [route.component] : [])),
	);
	const cached = [...unchanged.keys()].filter((path) => !rendered.has(ids.get(path) ?? ''));
	const countOf = (isPage: boolean): Counts => ({
		rendered: [...rendered.values()].filter(({ component }) => components.has(component) === isPage).length,
		cached: cached.filter(({ route }) => components.has(route.component) === isPage).length,
	});
	return { pages: countOf(true), others: countOf(false) };
}

/** Returns whether Astro has written a page to this file. */
function writtenIn(paths: readonly Path[]): (path: Path, file: URL) => boolean {
	const byRoute = new Map<Path['route'], Set<string>>();
	for (const { route } of paths) {
		if (!byRoute.has(route)) byRoute.set(route, new Set((route.distURL ?? []).map(({ href }) => href)));
	}
	return ({ route }, { href }) => byRoute.get(route)?.has(href) === true;
}

/** The code of each page, each blok, and all pages by modules, to explain what changed. */
export function codePartsOf({ units, pages }: Plan): CodeParts {
	const components = new Set(pages.map(({ path }) => path.route.component));
	return new Map([
		[commonParts, units.common.parts],
		...[...components].map((name): [string, ReadonlyMap<string, string>] => [
			name,
			units.page(name)?.parts ?? new Map(),
		]),
		...[...units.bloks].map(([name, { parts }]): [string, ReadonlyMap<string, string>] => [
			blokParts(name),
			parts,
		]),
	]);
}
