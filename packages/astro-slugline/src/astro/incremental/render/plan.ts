import { fileURLToPath } from 'node:url';
import type { Candidate } from '../check/sample.js';
import type { CodeUnits } from '../code/code-units.js';
import type { Answerer } from '../decide/answerer.js';
import { type AstroApp, givenTo, hasOwnFile, outputShape, type Path } from '../decide/astro-app.js';
import { type Decision, decide, type Page, renderTogether } from '../decide/decide.js';
import { sha } from '../decide/describe.js';
import type { OutputShape } from '../decide/output-files.js';
import { idOfPath, type PageId } from '../decide/page-ids.js';
import { areCached, cachedImages, wantImages, withRoot } from '../decide/page-images.js';
import type { PageState } from '../decide/page-state.js';
import { type Paths, pathName, pathsOf } from '../decide/paths.js';
import type { PageCopies } from './page-copies.js';

/** What a build does with each of its pages. */
export interface Plan {
	app: AstroApp;
	units: CodeUnits;
	shape: OutputShape;
	pages: readonly Page[];
	/** Of pages with the same ID, the last one. */
	byId: ReadonlyMap<PageId, Page>;
	ids: ReadonlyMap<Path, PageId>;
	paths: Paths;
	/** True if pages affect each other, so that all are rendered together or none is. */
	together: boolean;
	/** Pages that are missing here are rendered in every build. */
	decisions: ReadonlyMap<PageId, Decision>;
}

/** Hashes of everything that a page may depend on, as the state has them. */
export type Now = Pick<PageState, 'common' | 'code' | 'content'>;

export interface PlanOptions {
	app: AstroApp;
	units: CodeUnits;
	paths: readonly Path[];
	former: PageState | undefined;
	now: Now;
	answerer: Answerer;
}

/** Lists the pages of a build with what `decide()` says of them. Pages that affect each other are decided together. */
export async function makePlan({ app, units, paths: all, ...rest }: PlanOptions): Promise<Plan> {
	const build = app.getOptions();
	const shape = outputShape(build);
	const paths = pathsOf(all, shape, build.settings.config.prerenderConflictBehavior !== 'ignore');
	const given = givenTo(app, all);
	const pages = all.map((path, place): Page => {
		const isKeepable = paths.isOwn(path) && hasOwnFile(path.route);
		return {
			id: idOfPath(path),
			path,
			given: isKeepable ? given[place] : undefined,
			unit: isKeepable ? units.page(path.route.component) : undefined,
		};
	});
	const ids = new Map(pages.map(({ path, id }) => [path, id]));
	const { former } = rest;
	const decisions = await decide({ pages, ...rest });
	const together = former !== undefined && former.conclusions.evidence !== '';
	if (together && former.conclusions.order !== orderOf({ paths, ids }))
		for (const { why } of decisions.values()) why.push('together');
	if (together) renderTogether(pages, decisions);
	const byId = new Map(pages.map((page) => [page.id, page]));
	return { app, units, shape, pages, byId, ids, paths, together, decisions };
}

/** A digest of all pages of a build in the order in which they are rendered. */
export const orderOf = ({ paths, ids }: Pick<Plan, 'paths' | 'ids'>): string =>
	sha(JSON.stringify(paths.inOrder.map((path) => ids.get(path))));

export interface StayOptions {
	copies: Pick<PageCopies, 'restore'>;
	/** The site's folder. */
	root: URL;
	/** True if the output still contains the pages of the previous build. */
	hasOutput: boolean;
	/** True if a public file has the same path as a file of the output. */
	isPublic(file: URL): boolean;
}

/**
 * The pages that stay, with their files. A page whose copy is damaged is rendered, and so is the first one with an image that
 * Astro has not cached.
 */
export function pagesThatStay(
	{ app, pages, paths, together, decisions }: Plan,
	{ copies, root, hasOutput, isPublic }: StayOptions,
): ReadonlyMap<Path, URL> {
	const unchanged = new Map<Path, URL>();
	const folder = cachedImages(app.getOptions().settings.config);
	let loadsImageService = false;
	for (const { id, path, given } of pages) {
		// A second page at a path has the same name.
		const decision = given && decisions.get(id);
		if (!decision || decision.why.length > 0) continue;
		const file = paths.fileOf(path);
		const { copy, images } = decision.former ?? {};
		if (!loadsImageService && images && !areCached(images, folder, Date.now())) {
			decision.why.push('images');
			loadsImageService = true;
			continue;
		}
		// A public file has its path.
		const isThere = hasOutput || (file !== undefined && isPublic(file));
		if (file && copy && (isThere || copies.restore(copy, file))) unchanged.set(path, file);
		else decision.why.push('copy');
	}
	if (together) renderTogether(pages, decisions);
	for (const { id, path } of pages) {
		if (decisions.get(id)?.why.length !== 0) unchanged.delete(path);
		const images = unchanged.has(path) ? decisions.get(id)?.former?.images : undefined;
		if (images) wantImages(withRoot(images, fileURLToPath(root)));
	}
	return unchanged;
}

/** The paths that Astro renders: all but those of the pages that stay, and of other pages at the same paths. */
export function pathsToRender(paths: readonly Path[], unchanged: ReadonlyMap<Path, URL>): Path[] {
	const names = new Set([...unchanged.keys()].map(pathName));
	return paths.flatMap((path) =>
		names.has(pathName(path)) ? [] : [{ pathname: path.pathname, route: path.route }],
	);
}

/**
 * Returns a function that is called before a page is rendered. It registers the pages that stay and come before this one, as if they
 * had been rendered, because a rewrite only finds registered pages.
 */
export function registerUnchanged({ ids, paths: { inOrder } }: Plan, unchanged: ReadonlyMap<Path, URL>) {
	let behind = 0;
	return (id: PageId, route: Path['route']): void => {
		for (let place = behind; place < inOrder.length; place++) {
			const path = inOrder[place];
			if (path?.route !== route || ids.get(path) !== id) continue;
			for (const before of inOrder.slice(behind, place)) {
				const file = unchanged.get(before);
				if (!file) continue;
				before.route.distURL ??= [];
				before.route.distURL.push(file);
			}
			behind = place + 1;
			return;
		}
	};
}

/** A page as the self-check knows it. */
export const asChecked = ({ id, path }: Page): Candidate => ({
	id,
	route: path.route.component,
});
