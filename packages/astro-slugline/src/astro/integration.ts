import type { AstroIntegration, IntegrationResolvedRoute } from 'astro';
import { collectNotices } from 'astro-keep/output';
import { withoutStacks } from '../shared/hinted-error.js';
import {
	finish,
	keepStyles,
	readSetup,
	type Serving,
	type Setup,
	type Started,
	serve,
	setUp,
	start,
} from './hooks/index.js';
import { collectStoryPaths, readPageRoutes } from './output/index.js';
import { connectionHook, currentConnections, integrationName } from './session/index.js';
import { explains, type SluglineOptions } from './settings/index.js';

/**
 * Builds an Astro site from a space. Without options, it takes the token from SLUGLINE_TOKEN or STORYBLOK_TOKEN, or else builds
 * from the folder `./space`.
 *
 * @throws {AstroError} from Astro's hooks: an invalid option, nothing to build from, or two integrations with the same id
 * @example
 * export default defineConfig({ integrations: [slugline({ token: process.env.SLUGLINE_TOKEN })] });
 */
export function slugline(input: SluglineOptions = {}): AstroIntegration {
	const name = integrationName(typeof input.id === 'string' ? input.id : 'default');
	const notices = collectNotices(
		() => started !== undefined && explains(started.options, started.environment),
		'SLUGLINE_EXPLAIN=1',
	);
	let allRoutes: readonly IntegrationResolvedRoute[] = [];
	let setup: Setup | undefined;
	let started: Started | undefined;
	let serving: Serving | undefined;
	let warnOfPages: (() => Promise<void>) | undefined;
	const isFirst = () => setup?.isFirst === true;

	return {
		name,
		hooks: {
			[connectionHook]: () => currentConnections.get(setup?.key ?? name),

			'astro:config:setup': withoutStacks((hook) => {
				setup = readSetup(input, name, hook);
				return setUp(setup, hook, {
					started: () => started,
					routes: () => allRoutes,
					notices,
					warnOfPages: async () => warnOfPages?.(),
				});
			}),

			'astro:config:done': withoutStacks((hook) => {
				started = setup && start(setup, hook);
			}),

			'astro:routes:resolved'({ routes }) {
				allRoutes = routes;
			},

			async 'astro:server:setup'(hook) {
				if (setup && started) serving = await serve(setup, started, hook, () => allRoutes);
			},

			async 'astro:server:done'() {
				await serving?.close();
			},

			async 'astro:build:start'() {
				if (isFirst()) {
					notices.begin();
					collectStoryPaths();
				}
				await started?.assets?.begin();
			},

			'astro:build:ssr'({ manifest }) {
				const { options, site } = started ?? {};
				if (site && options?.preview?.deployed) keepStyles(manifest, options.preview.path, site);
			},

			'astro:build:done': withoutStacks(async (hook) => {
				const warn = started && (await finish(started, hook, readPageRoutes(allRoutes)));
				if (isFirst()) warnOfPages = async () => warn?.(notices);
			}),
		},
	};
}
