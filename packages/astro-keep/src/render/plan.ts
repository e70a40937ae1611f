import type { PageCopy } from '../cache/page-pack.js';
import { type Answerer, isSameAnswer } from '../decide/answerer.js';
import { hasOwnFile, type Path, type StaticPathItem } from '../decide/astro-app.js';
import {
	type Decisions,
	decide,
	orderDependentOf,
	type Page,
	type Reason,
	uncheckedOf,
	withReasons,
} from '../decide/decide.js';
import { outputShape, pathName, placePaths } from '../decide/output-files.js';
import { idOfPath, type PageId } from '../decide/page-ids.js';
import { areCached, cachedImages, type PageImages, replayImages } from '../decide/page-images.js';
import type { Isolation, PageState } from '../decide/page-state.js';
import { sha } from '../kinds/sha.js';
import { keepOnly, publicFiles } from './output-folder.js';
import type { Loaded, Plan, TrackedBuild } from './tracked-build.js';

/** Decides which pages of a build stay, and puts them into the output. */
export async function makePlan(
	build: TrackedBuild,
	loaded: Loaded,
	paths: readonly Path[],
	given: ReadonlyMap<Path, StaticPathItem>,
): Promise<Omit<Plan, 'warnings' | 'extent'>> {
	const { previous, answerer, selfCheck, isKnownKey } = build;
	const pages = pagesOf(loaded, paths, given);
	const compared = await decide({ pages, previous, fingerprint: loaded.fingerprint, answerer, isKnownKey });
	const nondeterministic = selfCheck.applyKnown(compared);
	const leftovers = leftoversOf(build);
	const mayDiffer = !loaded.isUnchanged || (await haveChanged(previous?.provisionalReads ?? [], answerer));
	// Where every page that stays is checked, none needs to be rendered for that.
	const before = previous && { ...previous.isolation, ...(selfCheck.checksAll ? { isChecked: true } : {}) };
	const found = planOf({ pages, compared, nondeterministic, before, mayDiffer, leftovers });
	for (const { id } of found.reused) {
		const images = found.decisions.get(id)?.previous?.images;
		if (images) replayImages(images, build.config.root);
	}
	const byId = new Map(pages.map((page) => [page.id, page]));
	const stays = keepOnly(
		build,
		[...found.reused].flatMap(({ file }) => file ?? []),
	);
	return { ...found, pages, byId, stays, register: registerUnchanged(pages, found.reused) };
}

/** True if one of these reads gives something else now. */
async function haveChanged(readings: PageState['provisionalReads'], answerer: Answerer): Promise<boolean> {
	for (const { read, digest } of readings)
		if (!isSameAnswer(await answerer(read, digest), digest)) return true;
	return false;
}

/** What a plan is made of. */
export interface PlanFacts {
	/** In the order in which they are rendered. */
	pages: readonly Page[];
	/** The pages as compared with the previous build. */
	compared: Decisions;
	/** Pages that came out differently each time. */
	nondeterministic: Iterable<readonly [PageId, 'nondeterministic']>;
	/** What earlier builds have found out; undefined if there was none. */
	before: Pick<Isolation, 'orderDependence' | 'order' | 'isChecked'> | undefined;
	/** True if content, code, or what `getStaticPaths` reads has changed. */
	mayDiffer: boolean;
	leftovers: Leftovers;
}

/** What earlier builds have left, as far as it is still there. */
export interface Leftovers {
	hasImages(images: PageImages): boolean;
	/** Puts a page into the output; false if it has no file, or its copy is missing or damaged. */
	restore(page: Page, copy: PageCopy): boolean;
}

/** Merges the reasons of all pages. Those that affect each other, and those of an unchecked site, are decided together. */
export function planOf(
	facts: PlanFacts,
): Pick<Plan, 'isOrderDependent' | 'decisions' | 'reused' | 'checksSite'> {
	const { pages, compared, before, mayDiffer, leftovers } = facts;
	const isOrderDependent = before !== undefined && before.orderDependence !== '';
	const asOne = (decisions: Decisions, isMoved: boolean, mayDiffer: boolean) => {
		const joined = isOrderDependent
			? withReasons(decisions, orderDependentOf(pages, decisions, isMoved))
			: decisions;
		return before && !before.isChecked ? withReasons(joined, uncheckedOf(pages, joined, mayDiffer)) : joined;
	};
	const decided = asOne(withReasons(compared, facts.nondeterministic), isMoved(pages, before), mayDiffer);
	const decisions = asOne(withReasons(decided, missing(pages, decided, leftovers)), false, false);
	const reused = new Set(pages.filter(({ id, item }) => item && decisions.get(id)?.reasons.length === 0));
	const checksSite = [...decisions.values()].some(({ reasons }) => reasons.includes('unchecked'));
	return { isOrderDependent, decisions, reused, checksSite };
}

/** True if pages came, went, or moved. */
export function isMoved(pages: readonly Page[], before: Pick<Isolation, 'order'> | undefined): boolean {
	return before?.order !== orderOf(pages);
}

/** All pages, with what they are compared by. */
function pagesOf(
	{ app, codeFingerprints }: Loaded,
	paths: readonly Path[],
	given: ReadonlyMap<Path, StaticPathItem>,
): Page[] {
	const build = app.getOptions();
	const isReported = build.settings.config.prerenderConflictBehavior !== 'ignore';
	return placePaths(paths, outputShape(build), isReported).map(({ path, file, isOwn }) => {
		const isKeepable = isOwn && hasOwnFile(path.route);
		return {
			...{ id: idOfPath(path), path, file },
			item: isKeepable ? given.get(path) : undefined,
			codeFingerprint: isKeepable ? codeFingerprints.page(path.route.component) : undefined,
		};
	});
}

/** A digest of all pages of a build in the order in which they are rendered. */
export const orderOf = (pages: readonly Page[]): string => sha(JSON.stringify(pages.map(({ id }) => id)));

/** Pages that cannot stay: those without a copy, and the first one with an image that Astro has not cached. */
function* missing(
	pages: readonly Page[],
	decisions: Decisions,
	{ hasImages, restore }: Leftovers,
): Generator<[PageId, Reason]> {
	let loadsImageService = false;
	for (const page of pages) {
		const decision = page.item && decisions.get(page.id);
		if (!decision || decision.reasons.length > 0) continue;
		const { copy, images } = decision.previous ?? {};
		if (!loadsImageService && images && !hasImages(images)) {
			loadsImageService = true;
			yield [page.id, 'images'];
		} else if (!copy || !restore(page, copy)) yield [page.id, 'copy'];
	}
}

function leftoversOf({ config, copies, recorded }: TrackedBuild): Leftovers {
	const isPublic = publicFiles(config);
	const folder = cachedImages(config);
	return {
		hasImages: (images) => areCached(images, folder, Date.now()),
		restore({ file }, copy) {
			if (!file) return false;
			// The pages of the previous build may still be there. A public file has the page's path.
			return recorded !== undefined || isPublic(file) || copies.restore(copy, file);
		},
	};
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
		if (upTo !== undefined && place === pages.length) return [];
		const passed = pages.slice(next, place).filter((page) => unchanged.has(page));
		for (const { path, file } of passed) {
			path.route.distURL ??= [];
			if (file) path.route.distURL.push(file);
		}
		next = place + 1;
		return passed;
	};
}
