import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** What pages import in a build, as the tests have it. */
const pageModules = {
	'virtual:astro-slugline/assets': fileURLToPath(new URL('test/support/page-assets.ts', import.meta.url)),
	'virtual:astro-slugline/routes': fileURLToPath(new URL('test/support/page-routes.ts', import.meta.url)),
	'virtual:astro-slugline/service': fileURLToPath(new URL('test/support/page-service.ts', import.meta.url)),
	'virtual:astro-slugline/local-images': fileURLToPath(
		new URL('test/support/page-local-images.ts', import.meta.url),
	),
	'astro:content': fileURLToPath(new URL('test/support/astro-content.ts', import.meta.url)),
	'virtual:astro-slugline/bloks': fileURLToPath(new URL('test/support/page-bloks.ts', import.meta.url)),
	'virtual:astro-slugline/markdown': fileURLToPath(new URL('test/support/page-markdown.ts', import.meta.url)),
};

/** Property tests beside builds, on a machine that does other things, too; a long run tries twenty times as much. */
const timeoutMs = process.env['SLUGLINE_LONG'] ? 1_200_000 : 300_000;

/** How long tests wait for what other processes do, on a machine that does other things, too. */
const expectConfig = { poll: { timeout: 120_000, interval: 50 } };

/** What attackers, misbehaving services, and failures may not do; see SECURITY.md. */
const attackTests = [
	'test/contract/attacks.test.ts',
	'test/client/{limits,redirect,errors,faults}.test.ts',
	'test/sync/{half-answers,failing,edge.hostile}.test.ts',
	'test/routing/odd-names.test.ts',
	'test/rebuild/{abuse,lying-storage,receivers,run}.test.ts',
	'test/space/network.test.ts',
	'test/cli/pull.test.ts',
	'test/astro/href.test.ts',
];

/** In a long run, the attacks are tried on the package as npm publishes it, too. */
const onPackedPackage = {
	plugins: [
		{
			name: 'slugline-packed',
			enforce: 'pre' as const,
			resolveId(id: string) {
				const folder = process.env['SLUGLINE_PACKED'];
				if (!/^astro-slugline(?:\/|$)/.test(id)) return undefined;
				if (!folder) throw new Error('The package was not packed before the tests.');
				// Rooms that are no sub-paths of the published package.
				const [, room] = /^astro-slugline\/(wire|sync|routing)$/.exec(id) ?? [];
				return room
					? join(folder, 'dist', room, 'index.js')
					: createRequire(join(folder, 'none.js')).resolve(id);
			},
		},
	],
	resolve: { alias: pageModules },
	test: {
		name: 'packed',
		include: attackTests,
		globalSetup: ['test/support/built-package.ts', 'test/support/state-folder.ts'],
		server: { deps: { inline: [/slugline-packed/] } },
		testTimeout: timeoutMs,
		expect: expectConfig,
	},
};

/** The tests of the engine that run on sites without Slugline, too, in a long run. */
const keepTests = process.env['SLUGLINE_LONG']
	? ['generator', 'second-render', 'fields', 'cached-pages', 'self-check', 'server-folder']
	: [];

/** End-to-end tests: sites, browsers, and processes of Astro are of their test files; what starts them is loaded once. */
const e2e = {
	isolate: false,
	setupFiles: 'test/support/e2e-setup.ts',
	globalSetup: ['test/support/built-package.ts', 'test/support/state-folder.ts'],
	// Real servers, browsers and file watchers, several at once on a small machine.
	maxConcurrency: 2,
	testTimeout: 300_000,
	hookTimeout: 300_000,
	expect: expectConfig,
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
					// A process for each file would take half as much time again.
					isolate: false,
					setupFiles: 'test/support/fresh-state.ts',
					globalSetup: 'test/support/state-folder.ts',
					testTimeout: timeoutMs,
					hookTimeout: timeoutMs,
					expect: expectConfig,
					include: [
						'test/{keep,shared,wire,client,sync,routing,types,space,rebuild,preview,editor,astro,compat,cli,create,contract,guards}/**/*.test.ts',
					],
				},
			},
			{ test: { ...e2e, name: 'e2e', include: ['test/e2e/**/*.test.ts'] } },
			// The engine without Slugline.
			{
				test: {
					...{ ...e2e, name: 'e2e-keep', env: { SLUGLINE_ENGINE: 'keep' } },
					include: keepTests.map((name) => `test/e2e/${name}.test.ts`),
				},
			},
			...(process.env['SLUGLINE_LONG'] ? [onPackedPackage] : []),
		],
	},
});
