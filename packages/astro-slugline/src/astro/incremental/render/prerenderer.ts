import { buildChannel } from '../../page/tracking/index.js';
import { choosePaths } from './choose-paths.js';
import { finishRendering } from './finish.js';
import { renderPage } from './render-page.js';
import { setUp } from './set-up.js';
import type { Prerenderer, TrackedBuild } from './tracked-build.js';

/**
 * Wraps Astro's prerenderer: records what each page reads, and renders only the pages that changed. The others stay as the previous
 * build rendered them. If a required internal part of Astro is missing, everything is rendered.
 */
export const trackingPrerenderer = (build: TrackedBuild): Prerenderer => ({
	...build.inner,
	name: 'astro-slugline',
	setup: () => setUp(build),
	getStaticPaths: () => choosePaths(build),
	render: (...given) => renderPage(build, ...given),
	async teardown() {
		const { recorder, plan, loaded } = build;
		// Reads that are repeated from here on count for no page.
		recorder.enter('comparing');
		if (plan && loaded && !build.isBroken) await finishRendering(build, plan, loaded);
		await loaded?.proof.stop();
		build.stop();
		buildChannel().reads = undefined;
		await build.inner.teardown?.();
	},
});
