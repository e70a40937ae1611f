import { hashOf } from '../../../shared/node/hash.js';
import { buildChannel, withoutNotices } from '../../page/tracking/index.js';
import type { Candidate } from '../check/sample.js';
import { addressOf } from '../decide/address.js';
import { givenTo, type Path } from '../decide/astro-app.js';
import { withoutHidden } from '../decide/hidden-stories.js';
import type { PageId } from '../decide/page-ids.js';
import { keepOnly } from './output-folder.js';
import { pagesToProve } from './pages-to-prove.js';
import { makePlan, pathsToRender } from './plan.js';
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
	const given = loaded ? givenTo(loaded.app, all) : new Map();
	const { paths, hidden } = withoutHidden(all, given, buildChannel().storyPaths?.patterns ?? new Set());
	if (!loaded) {
		keepOnly(build, []);
		return { paths, plan: undefined };
	}
	if (!loaded.isAsBefore) loaded.proof.list();
	recorder.enter('comparing');
	const plan = { ...(await makePlan(build, loaded, paths, given)), hidden };
	const left = pathsToRender(paths, plan.unchanged);
	if (left.length > 0) await build.changes.begin();
	await beginProof(build, loaded, plan, left.length === 0);
	recorder.enter('rendering');
	return { paths: left, plan };
}

/** Starts to render pages a second time. If nothing is rendered and no code is new, these are the pages that the self-check suspects. */
async function beginProof(build: TrackedBuild, loaded: Loaded, plan: Plan, isIdle: boolean): Promise<void> {
	const { former, selfCheck } = build;
	const staying = [...plan.unchanged].map(({ id, path }) => ({ id, route: path.route.component }));
	const sample = isIdle ? await suspectsOf(staying, build, loaded, plan) : selfCheck.sample(staying);
	// New code may change what pages show that do not run it, also by running no longer.
	const isOnlySample = loaded.isAsBefore || (isIdle && former?.code === loaded.now.code);
	if (isOnlySample && sample.size === 0) return;
	const chosen = pagesToProve(plan, loaded.app, former, sample);
	loaded.proof.begin(isOnlySample ? chosen.filter(({ id }) => sample.has(id)) : chosen);
}

/** Checks a sample of the pages of a build that renders nothing. */
async function suspectsOf(
	staying: readonly Candidate[],
	{ inner, selfCheck, recorder }: TrackedBuild,
	{ app }: Loaded,
	{ byId, decisions, together }: Plan,
): Promise<ReadonlySet<PageId>> {
	// Pages that affect each other come out differently when they are rendered alone.
	if (together && !selfCheck.checksAll) return new Set();
	const render = async (id: PageId): Promise<string | undefined> => {
		const path = byId.get(id)?.path;
		if (!path) return undefined;
		const request = new Request(addressOf(path, app.getOptions()));
		const result = await inner.render(request, { routeData: path.route, collectMetadata: true });
		const response = result instanceof Response ? result : result.response;
		return response.body === null ? undefined : hashOf(new Uint8Array(await response.arrayBuffer()));
	};
	recorder.enter('checking');
	const suspects = await withoutNotices(() =>
		selfCheck.check(staying, { render, digestOf: (id) => decisions.get(id)?.former?.copy?.digest }),
	);
	recorder.enter('comparing');
	return suspects;
}
