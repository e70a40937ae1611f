import { buildChannel } from '../tracking/index.js';
import { choosePaths } from './choose-paths.js';
import { finishRendering } from './finish.js';
import { pageRenderer } from './render-page.js';
import { setUp } from './set-up.js';
import type { Loaded, Outcome, Plan, Prerenderer, TrackedBuild } from './tracked-build.js';

/**
 * Wraps Astro's prerenderer: records what each page reads, and renders only the pages that changed. The others stay as the previous
 * build rendered them. If a required internal part of Astro is missing, everything is rendered.
 *
 * @param finished gets the outcome if the next build can compare its pages
 */
export function trackingPrerenderer(build: TrackedBuild, finished: (outcome: Outcome) => void): Prerenderer {
	const { inner, recorder } = build;
	const { render, passStaying, rendered, again } = pageRenderer(build);
	let loaded: Loaded | undefined;
	let plan: Plan | undefined;
	let stop = () => {};
	let isBroken = false;
	return {
		...inner,
		name: 'astro-keep',
		async setup() {
			({ loaded, stop } = await setUp(build));
		},
		async getStaticPaths() {
			const chosen = await choosePaths(build, loaded);
			plan = chosen.plan;
			return chosen.paths;
		},
		async render(...given) {
			try {
				return await render({ loaded, plan }, ...given);
			} catch (error) {
				// It ends the build.
				if (!isBroken) for (const line of build.notices.soFar()) build.logger.warn(line);
				isBroken = true;
				throw error;
			}
		},
		async teardown() {
			try {
				if (!isBroken) await passStaying({ loaded, plan });
				// Reads that are repeated from here on count for no page.
				recorder.enter('comparing');
				const outcome =
					plan && loaded && !isBroken && (await finishRendering({ build, loaded, plan, rendered, again }));
				if (outcome) finished(outcome);
			} finally {
				await loaded?.isolationCheck.stop();
				stop();
				buildChannel().reads = undefined;
				await inner.teardown?.();
			}
		},
	};
}
