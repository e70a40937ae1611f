import { setTimeout as delay } from 'node:timers/promises';
import { AstroError } from 'astro/errors';
import { sources } from '../../page/tracking/index.js';
import type { Path } from '../decide/astro-app.js';
import { nextState } from '../decide/next-state.js';
import type { PageState } from '../decide/page-state.js';
import { clockWarning } from '../proof/clock.js';
import { codePartsOf, completeLists, countPages } from './outcome.js';
import { allPages } from './pages-to-prove.js';
import { type Proved, prove } from './prove.js';
import type { Loaded, TrackedBuild, Underway } from './tracked-build.js';

/** Milliseconds after which the clock of file times has moved on. */
const fileClockMs = 10;

/** Proves what the build has rendered, and completes its lists and its state. */
export async function finishRendering(build: TrackedBuild, plan: Underway, loaded: Loaded): Promise<void> {
	const { former, logger, rendered, answers } = build;
	const { now, proof, units } = loaded;
	const { decisions, unchanged } = plan;
	const changed = rendered.size > 0 ? build.changes.find() : [];
	const proved = await prove({ ...build, plan, now, changed, proof }).catch((error: unknown) => {
		build.failure ??= `pages cannot be rendered a second time in a thread (${error instanceof Error ? error.message : String(error)})`;
		return undefined;
	});
	await warnOfClock(build, plan, loaded);
	// A page that was written in this millisecond must not look as if an integration had rewritten it later.
	if (rendered.size > 0 || !build.hasOutput) await delay(fileClockMs);
	const endedAt = Date.now();
	const files = completeLists(plan, unchanged);
	if (build.failure !== undefined || !proved) {
		if (unchanged.size > 0 && former?.code !== now.code) {
			throw new AstroError(
				`The code is new, and nothing shows whether the ${unchanged.size} pages of the last build that stay are right: ${build.failure}.`,
				'Run `astro build --force`, which keeps no page.',
			);
		}
		logger.warn(`Incremental rendering is off: ${build.failure}. Every page is rendered.`);
		return;
	}
	// What a read would give now is not what it gave the page. A read without an answer counts as changed.
	if (changed.length > 0)
		for (const kind of answers.keys()) if (sources[kind] === 'content') answers.delete(kind);
	for (const path of plan.paths.inOrder) {
		// A file that this build cannot name cannot be restored.
		const page = rendered.get(plan.ids.get(path) ?? '');
		if (!files.has(path)) delete page?.copy;
	}
	const state = await stateOf(build, plan, now, proved);
	const headersOf = (path: Path) =>
		unchanged.has(path) ? state.pages.get(plan.ids.get(path) ?? '')?.headers : undefined;
	build.done({
		...{ state, former, endedAt, units },
		headers: plan.paths.inOrder.map((path) => [path, headersOf(path)]),
		rendered: new Map([...rendered.keys()].map((id) => [id, decisions.get(id)])),
		...countPages(plan, unchanged, rendered),
		files: [...files.values()],
	});
}

async function warnOfClock(
	{ rendered, recorder, logger }: TrackedBuild,
	plan: Underway,
	{ instance }: Loaded,
): Promise<void> {
	const pages = allPages(plan).flatMap((page) => {
		const readings = rendered.get(page.id)?.reads.readings();
		return readings ? [{ ...page, reads: [...readings].map(({ read }) => read) }] : [];
	});
	// Code that cannot be loaded in a thread, or at another time, says nothing about the clock.
	const warning = await clockWarning(pages, instance, recorder.channel.timesIn).catch(() => undefined);
	if (warning !== undefined) logger.warn(warning);
}

async function stateOf(
	build: TrackedBuild,
	plan: Underway,
	now: Loaded['now'],
	proved: Proved,
): Promise<PageState> {
	const { former, answerer, recorder } = build;
	return nextState({
		...{ former, decisions: plan.decisions, answerer, now, conclusions: proved.conclusions },
		parts: () => codePartsOf(plan),
		rendered: new Map(
			[...build.rendered].map(([id, { reads, copy, images, headers }]) => [
				id,
				{ readings: build.shared(reads.readings()), copy, images, headers },
			]),
		),
		outside: [...recorder.outside(), ...proved.readings],
		passing: recorder.passing(),
		pack: await build.copies.finish(),
	});
}
