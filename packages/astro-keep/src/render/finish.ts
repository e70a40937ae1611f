import { setTimeout as delay } from 'node:timers/promises';
import { isSpecifier } from '../code/code.js';
import { type Answerer, forgetContent } from '../decide/answerer.js';
import type { Path } from '../decide/astro-app.js';
import { type Decision, withReasons } from '../decide/decide.js';
import { idOfPath } from '../decide/page-ids.js';
import { asksIn, type PageState } from '../decide/page-state.js';
import { clockWarning } from '../isolation/clock.js';
import { kindOf, type Read } from '../tracking/index.js';
import { checkIsolation, reportChance, writeReplaced } from './check-isolation.js';
import { codePartsOf, completeLists, countPages } from './complete-lists.js';
import { nextState } from './next-state.js';
import { pageToRender } from './pages-to-check.js';
import { renderFailing } from './render-again.js';
import { type Outcome, type Rendered, readingsOf } from './tracked-build.js';

/** Milliseconds after which the clock of file times has moved on. */
const fileClockMs = 10;

/**
 * Checks what the build has rendered, and completes its lists and its state.
 *
 * @returns undefined if the next build cannot compare its pages
 */
export async function finishRendering(before: Rendered): Promise<Outcome | undefined> {
	const { build, plan, loaded } = before;
	const changed = before.rendered.size + before.again.size > 0 ? build.changes.find() : [];
	const found = await checkIsolation({ ...before, changed }).catch(
		(error: unknown) =>
			`pages cannot be rendered a second time in a thread (${error instanceof Error ? error.message : String(error)})`,
	);
	if (typeof found !== 'string') await renderFailing(before, found.failing);
	if (typeof found !== 'string') reportChance({ ...before, changed }, found.nondeterministic);
	const rerendered = typeof found === 'string' ? writeReplaced({ ...before, changed }) : found.rerendered;
	const rendered = new Map([...before.rendered, ...(rerendered?.rendered ?? [])]);
	if (before.loaded.isolationCheck.isRunning()) await warnOfClock({ ...before, rendered });
	// A page that was written in this millisecond must not look as if an integration had rewritten it later.
	if (rendered.size > 0 || !build.recorded) await delay(fileClockMs);
	const endedAt = Date.now();
	const files = completeLists(plan, loaded.app);
	const failed = [...rendered.values()].find(({ failure }) => failure !== undefined)?.failure;
	if (typeof found === 'string' || failed !== undefined) {
		warnOff(before, failed ?? String(found));
		return undefined;
	}
	// What a read would give now is not what it gave the page.
	if (changed.length > 0) forgetContent(build.answers);
	const reasons = rerendered
		? [...rerendered.rendered.keys()].map((id) => [id, rerendered.reason] as const)
		: [];
	const decisions = withReasons(plan.decisions, reasons);
	const state = await nextState({
		...{ ...build, fingerprint: loaded.fingerprint, decisions, rendered, isolation: found.isolation },
		again: before.again,
		named: new Set([...files.keys()].map(({ id }) => id)),
		parts: () => codePartsOf(loaded, plan.pages),
		outside: [
			...build.recorder.outside(),
			...found.readings,
			...loaded.loadedFiles.readings([...build.code().modules.keys()].filter(isSpecifier)),
		],
		provisionalReads: build.recorder.provisional(),
		pack: await build.copies.finish(),
	});
	warnOfPaths({ ...before, rendered }, state);
	if ([...build.recorder.provisional()].some(({ read }) => kindOf(read) === 'always'))
		build.logger.warn(
			'alwaysRender() has no effect in getStaticPaths(). Call it in the frontmatter of the page.',
		);
	build.onRendered((kind) => asksIn(state, kind));
	build.notices.takeReads(asksIn(state, 'notice'));
	return {
		...{ plan, state, endedAt, previous: build.previous, files: [...files.values()] },
		rendered: new Map([...rendered.keys()].map((id) => [id, decisions.get(id)])),
		answered: await answersTo(build.answerer, decisions.values()),
		...countPages(plan, rendered),
		stays: rerendered ? () => false : plan.stays,
	};
}

/** The digests of the answers that changed, which `decide` has found. */
async function answersTo(answerer: Answerer, decisions: Iterable<Decision>): Promise<Map<Read, string>> {
	const found = new Map<Read, string>();
	for (const reason of new Set([...decisions].flatMap(({ reasons }) => reasons)))
		if (typeof reason !== 'string') found.set(reason.read, await answerer(reason.read));
	return found;
}

function warnOff({ build }: Rendered, failure: string): void {
	build.logger.warn(`Incremental rendering is off: ${failure}. Every page is rendered.`);
}

function warnOfPaths({ build, plan: { warnings }, rendered }: Rendered, state: PageState): void {
	if (!warnings) return;
	const reads = state.reads();
	const readsOf = (path: Path) => {
		const id = idOfPath(path);
		const rendering = rendered.get(id);
		return (rendering ? readingsOf(rendering) : (reads.get(id) ?? [])).map(({ read }) => read);
	};
	for (const warning of warnings(readsOf)) build.logger.warn(warning);
}

async function warnOfClock({
	build,
	plan,
	loaded: { app, rendererConfig },
	rendered,
}: Rendered): Promise<void> {
	const { recorder, logger } = build;
	const pages = plan.pages.flatMap((one) => {
		const page = pageToRender(one, app);
		const rendering = rendered.get(one.id);
		return page && rendering ? [{ ...page, reads: readingsOf(rendering).map(({ read }) => read) }] : [];
	});
	// Code that cannot be loaded in a thread, or at another time, says nothing about the clock.
	const warning = await clockWarning(pages, rendererConfig, recorder.channel.timesIn).catch(() => undefined);
	if (warning !== undefined) logger.warn(warning);
}
