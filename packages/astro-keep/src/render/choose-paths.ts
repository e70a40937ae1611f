import { type Given, givenTo, type Path } from '../decide/astro-app.js';
import type { PageId } from '../decide/page-ids.js';
import { extentOf } from '../proof/extent.js';
import { withoutNotices } from '../tracking/index.js';
import { keepOnly } from './output-folder.js';
import { pagesToProve } from './pages-to-prove.js';
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
	const given = loaded ? givenTo(loaded.app, all) : new Map<Path, Given>();
	const { paths, warnings } = build.choosePaths(all, (path) => given.get(path)?.props);
	if (!loaded) {
		keepOnly(build, []);
		return { paths, plan: undefined };
	}
	if (loaded.isPrepared) loaded.proof.list();
	recorder.enter('comparing');
	const found = await makePlan(build, loaded, paths, given);
	const left = pathsToRender(paths, found.unchanged);
	const isIdle = left.length === 0;
	const extent = extentOf({
		...{ keepsPages: found.unchanged.size > 0, isIdle, isAsBefore: loaded.isAsBefore },
		...{ isNewCode: build.former?.code !== loaded.now.code, isChecked: loaded.isChecked },
		...{ checksSite: found.checksSite, isTogether: found.together, checksAll: build.selfCheck.checksAll },
	});
	const plan = { ...found, warnings, extent };
	if (!isIdle) await build.changes.begin();
	await beginProof(build, loaded, plan, isIdle);
	recorder.enter('rendering');
	return { paths: left, plan };
}

/** Starts to render pages a second time. If nothing is rendered and no code is new, these are the pages that the self-check suspects. */
async function beginProof(build: TrackedBuild, loaded: Loaded, plan: Plan, isIdle: boolean): Promise<void> {
	const { former, selfCheck } = build;
	if (plan.extent === 'none' || plan.extent === 'here') return loaded.proof.postpone();
	const sample = isIdle ? await suspectsOf(build, loaded, plan) : selfCheck.sample(stayingIn(plan));
	const isOnlySample = plan.extent === 'sample';
	if (isOnlySample && sample.size === 0) return;
	const chosen = pagesToProve(plan, loaded.app, former, sample);
	loaded.proof.begin(isOnlySample ? chosen.filter(({ id }) => sample.has(id)) : chosen);
}

/** Checks a sample of the pages of a build that renders nothing. */
async function suspectsOf(build: TrackedBuild, loaded: Loaded, plan: Plan): Promise<ReadonlySet<PageId>> {
	const { selfCheck, recorder } = build;
	// Pages that affect each other come out differently when they are rendered alone.
	if (plan.together && !selfCheck.checksAll) return new Set();
	const again = pageAgain(build, loaded, plan);
	recorder.enter('checking');
	const suspects = await withoutNotices(() => sampleSuspects(build, plan, again));
	recorder.enter('comparing');
	return suspects;
}
