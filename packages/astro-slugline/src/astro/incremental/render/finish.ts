import { setTimeout as delay } from 'node:timers/promises';
import { AstroError } from 'astro/errors';
import { blokKind, codeKind, noticeKind } from '../../page/tracking/index.js';
import { envKind } from '../decide/decide.js';
import { nextState } from '../decide/next-state.js';
import type { PageState } from '../decide/page-state.js';
import { clockWarning } from '../proof/clock.js';
import { completeLists, countPages, partsOf } from './outcome.js';
import { allPages } from './pages-to-prove.js';
import { type Proved, prove } from './prove.js';
import type { Built, TrackedBuild, Underway } from './tracked-build.js';

/** Kinds of reads whose results are not content. */
const ofBuild: ReadonlySet<string> = new Set([codeKind, envKind, blokKind, noticeKind]);

/** Milliseconds after which the clock of file times has moved on. */
const fileClockMs = 10;

/** Proves what the build has rendered, and completes its lists and its state. */
export async function finish(build: TrackedBuild, plan: Underway, built: Built): Promise<void> {
	const { former, logger, rendered, answers } = build;
	const { now, proof, units } = built;
	const { decisions, unchanged } = plan;
	const changed = rendered.size > 0 ? build.changes.find() : [];
	const proved = await prove({ ...build, plan, now, changed, proof }).catch((error: unknown) => {
		build.failure ??= `pages cannot be rendered a second time in a thread (${error instanceof Error ? error.message : String(error)})`;
		return undefined;
	});
	await warnOfClock(build, plan, built);
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
	if (changed.length > 0) for (const kind of answers.keys()) if (!ofBuild.has(kind)) answers.delete(kind);
	for (const path of plan.paths.inOrder) {
		// A file that this build cannot name cannot be restored.
		const page = rendered.get(plan.ids.get(path) ?? '');
		if (!files.has(path)) delete page?.copy;
	}
	build.done({
		...{ state: await stateOf(build, plan, now, proved), former, endedAt, units },
		rendered: new Map([...rendered.keys()].map((id) => [id, decisions.get(id)])),
		...countPages(plan, unchanged, rendered),
		files: [...files.values()],
	});
}

async function warnOfClock(
	{ rendered, answers, logger }: TrackedBuild,
	plan: Underway,
	{ instance }: Built,
): Promise<void> {
	const pages = allPages(plan).flatMap((page) => {
		const readings = rendered.get(page.id)?.reader.readings();
		return readings ? [{ ...page, reads: [...readings].map(({ read }) => read) }] : [];
	});
	// Code that cannot be loaded in a thread, or at another time, says nothing about the clock.
	const warning = await clockWarning(pages, instance, answers.get('times')).catch(() => undefined);
	if (warning !== undefined) logger.warn(warning);
}

async function stateOf(
	build: TrackedBuild,
	plan: Underway,
	now: Built['now'],
	proved: Proved,
): Promise<PageState> {
	const { former, answerer, recorder } = build;
	return nextState({
		...{ former, decisions: plan.decisions, answerer, now, proof: proved.proof },
		parts: () => partsOf(plan),
		rendered: new Map(
			[...build.rendered].map(([id, { reader, copy, images }]) => [
				id,
				{ readings: [...reader.readings()], copy, images },
			]),
		),
		outside: [...recorder.outside(), ...proved.readings],
		passing: recorder.passing(),
		pack: await build.pages.finish(),
	});
}
