import { buildChannel } from '../../page/tracking/index.js';
import { choosePaths } from './choose-paths.js';
import { finishRendering } from './finish.js';
import { renderPage } from './render-page.js';
import { setUp } from './set-up.js';
import { type Prerenderer, type TrackingOptions, trackBuild } from './tracked-build.js';

/**
 * Wraps Astro's prerenderer: records what each page reads, and renders only the pages that changed. The others stay as the previous
 * build rendered them. If a required internal part of Astro is missing, everything is rendered.
 */
export function trackingPrerenderer(inner: Prerenderer, options: TrackingOptions): Prerenderer {
	const build = trackBuild(inner, options);
	return {
		...inner,
		name: 'astro-slugline',
		setup: () => setUp(build),
		getStaticPaths: () => choosePaths(build),
		render: (...given) => renderPage(build, ...given),
		async teardown() {
			const { recorder, underway, loaded } = build;
			// Reads that are repeated from here on count for no page.
			recorder.enter('comparing');
			if (underway && loaded && !build.isBroken) await finishRendering(build, underway, loaded);
			await loaded?.proof.stop();
			build.stop();
			buildChannel().reads = undefined;
			await inner.teardown?.();
		},
	};
}
