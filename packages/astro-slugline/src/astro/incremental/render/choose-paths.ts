import { withoutNotices } from '../../page/tracking/index.js';
import { addressOf } from '../decide/address.js';
import type { Path } from '../decide/astro-app.js';
import { pagesToProve } from './pages-to-prove.js';
import {
	asChecked,
	checkPlan,
	makePlan,
	type Plan,
	pagesThatStay,
	pathsToRender,
	registerUnchanged,
} from './plan.js';
import type { Built, TrackedBuild } from './tracked-build.js';

/** Decides which pages stay, and returns the paths of the others. */
export async function choosePaths(build: TrackedBuild): Promise<Path[]> {
	const { former, answerer, built, recorder, selfCheck, pages: copies } = build;
	recorder.enter('paths');
	const paths = await build.inner.getStaticPaths();
	if (!built) {
		build.settle(() => false);
		return paths;
	}
	if (!built.isAsBefore) built.proof.list();
	recorder.enter('comparing');
	const plan = await makePlan({ ...built, paths, former, answerer });
	if (selfCheck) {
		recorder.enter('checking');
		const render = (path: Path) => renderOnly(path, build, built);
		await withoutNotices(() => checkPlan(plan, selfCheck, { copies, render }));
		recorder.enter('comparing');
	}
	const unchanged = pagesThatStay(plan, { ...build, copies });
	const { href } = plan.shape.root;
	const files = new Set(
		[...unchanged.values()].map((file) => decodeURIComponent(file.href.slice(href.length))),
	);
	build.settle((path) => files.has(path));
	build.underway = { ...plan, unchanged, register: registerUnchanged(plan, unchanged) };
	const left = pathsToRender(paths, unchanged);
	if (left.length > 0) {
		await build.changes.begin();
		beginProof(build, built, plan, unchanged);
	}
	recorder.enter('rendering');
	return left;
}

/** Renders a page for a check only. */
async function renderOnly(
	path: Path,
	{ inner }: TrackedBuild,
	{ app }: Built,
): Promise<Uint8Array | undefined> {
	const request = new Request(addressOf(path, app.getOptions()));
	const result = await inner.render(request, { routeData: path.route, collectMetadata: true });
	const response = result instanceof Response ? result : result.response;
	return response.body === null ? undefined : new Uint8Array(await response.arrayBuffer());
}

function beginProof(
	{ former, selfCheck }: TrackedBuild,
	{ proof, isAsBefore }: Built,
	plan: Plan,
	unchanged: ReadonlyMap<Path, URL>,
): void {
	const staying = [...plan.byId.values()].filter(({ path }) => unchanged.has(path));
	const sample = selfCheck?.sample(staying.map(asChecked)) ?? new Set();
	const chosen = pagesToProve(plan, unchanged, former, sample);
	proof.begin(isAsBefore ? chosen.filter(({ id }) => sample.has(id)) : chosen);
}
