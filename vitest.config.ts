import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What pages import in a build, as the tests have it. */
const pageModules = {
	'virtual:astro-slugline/assets': fileURLToPath(new URL('test/support/page-assets.ts', import.meta.url)),
	'virtual:astro-slugline/routes': fileURLToPath(new URL('test/support/page-routes.ts', import.meta.url)),
	'virtual:astro-slugline/service': fileURLToPath(new URL('test/support/page-service.ts', import.meta.url)),
	'virtual:astro-slugline/bloks': fileURLToPath(new URL('test/support/page-bloks.ts', import.meta.url)),
};

// Unit tests run on the sources behind the package's public sub-paths; end-to-end tests on what `npm run build` made.
export default defineConfig({
	test: {
		// One worker more than cores: a sixth of the time of end-to-end tests is waiting for servers, disks, and processes.
		maxWorkers: availableParallelism() + 1,
		projects: [
			{
				resolve: { conditions: ['slugline-source'], alias: pageModules },
				ssr: { resolve: { conditions: ['slugline-source'], externalConditions: ['slugline-source'] } },
				test: {
					name: 'unit',
					// Property tests beside builds, on a machine of two cores.
					testTimeout: 30_000,
					include: [
						'test/{wire,client,sync,routing,types,space,rebuild,preview,editor,astro,compat,cli,contract,guards}/**/*.test.ts',
					],
				},
			},
			{
				test: {
					name: 'e2e',
					include: ['test/e2e/**/*.test.ts'],
					globalSetup: 'test/support/built-package.ts',
					// Real servers, browsers and file watchers, several at once on a small machine.
					maxConcurrency: 2,
					testTimeout: 120_000,
					hookTimeout: 180_000,
				},
			},
		],
	},
});
