import { setTimeout as delay } from 'node:timers/promises';
import { AstroError } from 'astro/errors';
import { sources } from '../../page/tracking/index.js';
import { hiddenWarnings } from '../decide/hidden-stories.js';
import type { PageId } from '../decide/page-ids.js';
import { asksIn } from '../decide/page-state.js';
import { clockWarning } from '../proof/clock.js';
import { nextState } from './next-state.js';
import { codePartsOf, completeLists, countPages } from './outcome.js';
import { pageToRender } from './pages-to-prove.js';
import { prove } from './prove.js';
import { type Loaded, type Plan, readingsOf, type TrackedBuild } from './tracked-build.js';

/** Milliseconds after which the clock of file times has moved on. */
const fileClockMs = 10;

/** Proves what the build has rendered, and completes its lists and its state. */
export async function finishRendering(build: TrackedBuild, plan: Plan, loaded: Loaded): Promise<void> {
	const { former, logger, rendered, answers, recorder } = build;
	const { now, app } = loaded;
	const { decisions, unchanged, pages } = plan;
	const changed = rendered.size > 0 ? build.changes.find() : [];
	const proved = await prove({ build, plan, loaded, changed }).catch((error: unknown) => {
		build.failure ??= `pages cannot be rendered a second time in a thread (${error instanceof Error ? error.message : String(error)})`;
		return undefined;
	});
	await warnOfClock(build, plan, loaded);
	// A page that was written in this millisecond must not look as if an integration had rewritten it later.
	if (rendered.size > 0 || !build.recorded) await delay(fileClockMs);
	const endedAt = Date.now();
	const files = completeLists(plan, app);
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
	// A file that this build cannot name cannot be restored.
	for (const page of pages) if (!files.has(page)) delete rendered.get(page.id)?.copy;
	const state = await nextState({
		...{ ...build, now, decisions, conclusions: proved.conclusions },
		parts: () => codePartsOf(loaded, pages),
		outside: [...recorder.outside(), ...proved.readings],
		passing: recorder.passing(),
		pack: await build.copies.finish(),
	});
	const reads = plan.hidden.length > 0 ? state.reads() : undefined;
	const readsOf = (id: PageId) => {
		const rendering = rendered.get(id);
		return rendering ? readingsOf(rendering) : (reads?.get(id) ?? []);
	};
	for (const warning of hiddenWarnings(plan.hidden, readsOf)) logger.warn(warning);
	build.outcome = {
		...{ plan, state, former, endedAt, files: [...files.values()] },
		rendered: new Map([...rendered.keys()].map((id) => [id, decisions.get(id)])),
		...countPages(plan, rendered),
	};
	build.assets()?.takeReads(() => asksIn(state, 'asset'));
	build.notices.takeReads(asksIn(state, 'notice'));
}

async function warnOfClock(
	{ rendered, recorder, logger }: TrackedBuild,
	plan: Plan,
	{ app, instance }: Loaded,
): Promise<void> {
	const pages = plan.pages.flatMap((one) => {
		const page = pageToRender(one, app);
		const rendering = rendered.get(one.id);
		return page && rendering ? [{ ...page, reads: readingsOf(rendering).map(({ read }) => read) }] : [];
	});
	// Code that cannot be loaded in a thread, or at another time, says nothing about the clock.
	const warning = await clockWarning(pages, instance, recorder.channel.timesIn).catch(() => undefined);
	if (warning !== undefined) logger.warn(warning);
}
