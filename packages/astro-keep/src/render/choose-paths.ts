import { type Path, type StaticPathItem, staticPathItems } from '../decide/astro-app.js';
import type { PageId } from '../decide/page-ids.js';
import { extentOf } from '../isolation/extent.js';
import { withoutNotices } from '../tracking/index.js';
import { keepOnly } from './output-folder.js';
import { pagesToCheck } from './pages-to-check.js';
import { makePlan, pathsToRender } from './plan.js';
import { pageAgain, sampleSuspects, stayingIn } from './render-again.js';
import type { Loaded, Plan, TrackedBuild } from './tracked-build.js';

interface Chosen {
	/** The paths that Astro renders. */
	paths: Path[];
	/** Undefined if pages cannot be compared. */
	plan: Plan | undefined;
}

/** Decides which pages stay. */
export async function choosePaths(build: TrackedBuild, loaded: Loaded | undefined): Promise<Chosen> {
	const { recorder } = build;
	recorder.enter('paths');
	const all = await build.inner.getStaticPaths();
	const given = loaded ? staticPathItems(loaded.app, all) : new Map<Path, StaticPathItem>();
	const { paths, warnings } = build.choosePaths(all, (path) => given.get(path)?.props);
	if (!loaded) {
		keepOnly(build, []);
		return { paths, plan: undefined };
	}
	if (loaded.isPrepared) loaded.isolationCheck.list();
	recorder.enter('comparing');
	const found = await makePlan(build, loaded, paths, given);
	const left = pathsToRender(paths, found.reused);
	const isIdle = left.length === 0;
	const extent = extentOf({
		...{ keepsPages: found.reused.size > 0, isIdle, isUnchanged: loaded.isUnchanged },
		...{ isChecked: loaded.isChecked, checksSite: found.checksSite, isTogether: found.isOrderDependent },
		checksAll: build.selfCheck.checksAll,
	});
	const plan = { ...found, warnings, extent };
	if (!isIdle || extent === 'whole') await build.changes.begin();
	await beginCheck(build, loaded, plan, isIdle);
	recorder.enter('rendering');
	return { paths: left, plan };
}

/** Starts to render pages a second time. If nothing is rendered and no code is new, these are the pages that the self-check suspects. */
async function beginCheck(build: TrackedBuild, loaded: Loaded, plan: Plan, isIdle: boolean): Promise<void> {
	const { previous, selfCheck } = build;
	if (plan.extent === 'none' || plan.extent === 'here') return loaded.isolationCheck.cancel();
	const sample = isIdle ? await suspectsOf(build, loaded, plan) : selfCheck.sample(stayingIn(plan));
	if (plan.extent === 'whole') selfCheck.checksEach(plan.reused.size);
	const isOnlySample = plan.extent === 'sample';
	if (isOnlySample && sample.size === 0) return;
	const chosen = pagesToCheck(plan, loaded.app, previous, sample);
	loaded.isolationCheck.begin(isOnlySample ? chosen.filter(({ id }) => sample.has(id)) : chosen);
}

/** Checks a sample of the pages of a build that renders nothing. */
async function suspectsOf(build: TrackedBuild, loaded: Loaded, plan: Plan): Promise<ReadonlySet<PageId>> {
	const { recorder } = build;
	// Pages that affect each other come out differently when they are rendered alone.
	if (plan.isOrderDependent) return new Set();
	const again = pageAgain(build, loaded, plan);
	recorder.enter('checking');
	const suspects = await withoutNotices(() => sampleSuspects(build, plan, again));
	recorder.enter('comparing');
	return suspects;
}
