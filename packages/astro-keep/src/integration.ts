import type { AstroConfig, AstroIntegration, AstroIntegrationLogger, HookParameters } from 'astro';
import { lockBuild } from './build-lock.js';
import { isOn } from './command.js';
import { bundlingPlugin, contentConfigPlugin } from './content-config/index.js';
import { buildIncrementally, ownName } from './incremental.js';
import {
	type BuiltFilesHook,
	collectNotices,
	createTokenSearch,
	reportFiles,
	runHooks,
} from './output/index.js';
import type { PageReport } from './render/tracked-build.js';
import { unknownOptions } from './shared/text/named.js';

/** The options of `keep()`. */
export interface KeepOptions {
	/** Renders a sample of the cached pages in each build, and compares. @default true */
	check?: boolean | undefined;
	/** Logs why each page is rendered. @default the variable KEEP_EXPLAIN */
	explain?: boolean | undefined;
}

/** What a build did with one page, for the hook `keep:pages` of other integrations. */
export type KeptPage = Omit<PageReport, 'reads'>;

declare global {
	namespace Astro {
		interface IntegrationHooks {
			/**
			 * Runs at the end of a build with incremental rendering, before its output is recorded.
			 *
			 * @example
			 * 'keep:pages': ({ pages, logger }) => {
			 * 	for (const { path, reason } of pages) if (reason) logger.info(`${path}: ${reason}`);
			 * },
			 */
			'keep:pages': (options: {
				pages: KeptPage[];
				dir: URL;
				logger: AstroIntegrationLogger;
			}) => void | Promise<void>;
			/**
			 * Runs at the end of a build that changed the output, when all files are written. If it throws, the build fails, and
			 * the next one reports these files again.
			 *
			 * @example
			 * 'keep:files': async ({ changed, gone }) => purge([...changed, ...gone]),
			 */
			'keep:files': (options: BuiltFilesHook) => void | Promise<void>;
		}
	}
}

/**
 * Makes builds render only the pages that a change affects. The output is the same, byte for byte, as that of a build that renders
 * everything. `slugline()` includes it.
 *
 * @throws {AstroError} from Astro's hooks: another build of the site does not end, or the cache cannot be written
 * @example
 * export default defineConfig({ integrations: [keep()] });
 */
export function keep(options: KeepOptions = {}): AstroIntegration {
	return {
		name: 'astro-keep',
		hooks: {
			// The last integration, so that it sees whether another one already includes the engine.
			'astro:config:setup': ({ updateConfig }) => {
				updateConfig({ integrations: [engine(options)] });
			},
		},
	};
}

const engine = (options: KeepOptions): AstroIntegration => ({
	name: 'astro-keep/engine',
	hooks: {
		'astro:config:setup': async (hook) => {
			const { command, config, updateConfig } = hook;
			const logger = hook.logger.fork('astro-keep');
			const isBuild = command === 'build';
			if (config.integrations.some(({ name }) => name === ownName)) {
				if (Object.keys(options).length > 0)
					logger.warn(
						'The options of keep() have no effect, because another integration already includes astro-keep. Remove keep(), and set the options there.',
					);
				return;
			}
			updateConfig({
				vite: {
					plugins: [bundlingPlugin([contentImports]), contentConfigPlugin(contentImports)],
				},
			});
			for (const line of unknownOptions('keep()', options, ['check', 'explain'])) logger.warn(line);
			if (isBuild) await setUpBuild(options, { ...hook, logger });
		},
	},
});

/** What content configs import in place of `astro:content`. */
const contentImports = 'astro-keep/content-imports';

async function setUpBuild(
	{ check = true, explain = isOn(process.env['KEEP_EXPLAIN']) }: KeepOptions,
	{ config, updateConfig, logger }: HookParameters<'astro:config:setup'>,
): Promise<void> {
	const release = await lockBuild(new URL('astro-keep/build-lock/', config.cacheDir), logger);
	const search = createTokenSearch();
	const notices = collectNotices(() => explain, 'KEEP_EXPLAIN=1');
	await buildIncrementally(updateConfig, {
		...{ config, logger, explain, check, notices },
		force: process.argv.includes('--force'),
		explainedBy: 'KEEP_EXPLAIN=1',
		verify: isOn(process.env['KEEP_VERIFY']),
		choosePaths: (paths) => ({ paths: [...paths] }),
		readers: {},
		isKnownKey: () => false,
		services: {},
		report: (site, logger, reports) =>
			runHooks(
				site,
				logger,
				(hooks) => hooks['keep:pages'],
				() => ({ pages: reports().map(({ reads: _, ...page }) => page), dir: site.outDir }),
			),
		onRendered() {},
		search: () => search,
	});
	let site: AstroConfig | undefined;
	const last: AstroIntegration = {
		name: 'astro-keep/output',
		hooks: {
			'astro:config:done': (done) => {
				site = done.config;
			},
			'astro:build:start': () => notices.begin(),
			async 'astro:build:done'({ dir }) {
				for (const line of notices.end()) logger.warn(line);
				const file = new URL('astro-keep/changes.json', config.cacheDir);
				const hookOf = (hooks: AstroIntegration['hooks']) => hooks['keep:files'];
				if (site) await reportFiles(site, dir, await search.searchOutput(site), logger, { hookOf, file });
				release();
			},
		},
	};
	updateConfig({ integrations: [last] });
}
