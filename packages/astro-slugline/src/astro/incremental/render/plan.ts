import { type Given, hasOwnFile, type Path } from '../decide/astro-app.js';
import { decide, type Page, renderTogether } from '../decide/decide.js';
import { sha } from '../decide/describe.js';
import { outputShape, pathName, placePaths } from '../decide/output-files.js';
import { idOfPath } from '../decide/page-ids.js';
import { areCached, cachedImages, wantImages } from '../decide/page-images.js';
import { publicFiles } from './output-folder.js';
import type { Loaded, Plan, TrackedBuild } from './tracked-build.js';

/** Decides which pages of a build stay. Pages that affect each other are decided together. */
export async function makePlan(
	build: TrackedBuild,
	loaded: Loaded,
	paths: readonly Path[],
	given: ReadonlyMap<Path, Given>,
): Promise<Omit<Plan, 'hidden'>> {
	const { former, answerer, selfCheck } = build;
	const pages = pagesOf(loaded, paths, given);
	const decisions = await decide({ pages, former, now: loaded.now, answerer });
	const together = former !== undefined && former.conclusions.evidence !== '';
	if (together && former.conclusions.order !== orderOf(pages))
		for (const { why } of decisions.values()) why.push('together');
	if (together) renderTogether(pages, decisions);
	selfCheck.recall(decisions);
	const unchanged = new Set(pagesThatStay(build, pages, decisions));
	if (together) renderTogether(pages, decisions);
	for (const page of unchanged) {
		const { why, former } = decisions.get(page.id) ?? {};
		if (why?.length !== 0) unchanged.delete(page);
		else if (former?.images) wantImages(former.images, build.config.root);
	}
	const byId = new Map(pages.map((page) => [page.id, page]));
	return { pages, byId, together, decisions, unchanged, register: registerUnchanged(pages, unchanged) };
}

/** All pages, with what they are compared by. */
function pagesOf({ app, units }: Loaded, paths: readonly Path[], given: ReadonlyMap<Path, Given>): Page[] {
	const build = app.getOptions();
	const isReported = build.settings.config.prerenderConflictBehavior !== 'ignore';
	return placePaths(paths, outputShape(build), isReported).map(({ path, file, isOwn }) => {
		const isKeepable = isOwn && hasOwnFile(path.route);
		return {
			...{ id: idOfPath(path), path, file },
			given: isKeepable ? given.get(path) : undefined,
			unit: isKeepable ? units.page(path.route.component) : undefined,
		};
	});
}

/** A digest of all pages of a build in the order in which they are rendered. */
export const orderOf = (pages: readonly Page[]): string => sha(JSON.stringify(pages.map(({ id }) => id)));

/**
 * The pages that stay. A page whose copy is damaged is rendered, and so is the first one with an image that Astro has not cached.
 */
function* pagesThatStay(
	{ config, copies, recorded }: TrackedBuild,
	pages: readonly Page[],
	decisions: Plan['decisions'],
): Generator<Page> {
	const isPublic = publicFiles(config);
	const folder = cachedImages(config);
	let loadsImageService = false;
	for (const page of pages) {
		const { id, file, given } = page;
		const decision = given && decisions.get(id);
		if (!decision || decision.why.length > 0) continue;
		const { copy, images } = decision.former ?? {};
		if (!loadsImageService && images && !areCached(images, folder, Date.now())) {
			decision.why.push('images');
			loadsImageService = true;
			continue;
		}
		// The pages of the previous build may still be there. A public file has the page's path.
		const isThere = recorded !== undefined || (file !== undefined && isPublic(file));
		if (file && copy && (isThere || copies.restore(copy, file))) yield page;
		else decision.why.push('copy');
	}
}

/** The paths that Astro renders: all but those of the pages that stay, and of other pages at the same paths. */
export function pathsToRender(paths: readonly Path[], unchanged: ReadonlySet<Page>): Path[] {
	const names = new Set([...unchanged].map(({ path }) => pathName(path)));
	return paths.flatMap((path) =>
		names.has(pathName(path)) ? [] : [{ pathname: path.pathname, route: path.route }],
	);
}

/**
 * Returns a function that is called before a page is rendered, and at the end. It registers the pages that stay and come before, as if
 * they had been rendered: a rewrite only finds registered pages, and other integrations find the files of all pages.
 */
function registerUnchanged(pages: readonly Page[], unchanged: ReadonlySet<Page>): Plan['register'] {
	let next = 0;
	return (upTo) => {
		let place = next;
		while (place < pages.length && pages[place]?.id !== upTo) place += 1;
		if (upTo !== undefined && place === pages.length) return;
		for (const { path, file } of pages.slice(next, place).filter((page) => unchanged.has(page))) {
			path.route.distURL ??= [];
			if (file) path.route.distURL.push(file);
		}
		next = place + 1;
	};
}
