import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegration } from 'astro';
import type { RebuildHook } from '../rebuild/index.js';
import type { AskAgain } from '../sync/index.js';
import { type Assets, createAssets } from './assets/assets.js';
import { assetsPlugin } from './assets/assets-module.js';
import { imageServiceConfig, refuseSecondAssets } from './assets/image-config.js';
import { bloksPlugin } from './bloks/module.js';
import { bundlingPlugin } from './bundling.js';
import { createConnection } from './connection.js';
import { connectionHook, connectionsOf, integrationName } from './connections.js';
import { contentConfigPlugin } from './content-config-plugin.js';
import { current } from './current.js';
import { type Environment, explains, readEnvironment } from './environment.js';
import { buildIncrementally } from './incremental/incremental.js';
import { giveMarkdown } from './markdown/channel.js';
import { lazyMarkdown } from './markdown/lazy.js';
import { collectNotices } from './notices/collect.js';
import { type Opened, openSource } from './open.js';
import { type Options, readOptions, rebuildPath, type SluglineOptions } from './options.js';
import { writeOutput } from './output.js';
import { warnOfChunks } from './pack/chunks.js';
import { storePlugin } from './pack/store-plugin.js';
import { pagePlugin } from './page-module.js';
import { redirectMoved } from './redirects/write-redirects.js';
import { refuseTwins, refuseWithoutServer } from './refusals.js';
import { forgetRoutes, routesPlugin } from './routes-module.js';
import { findSource, type Source } from './source.js';
import { openTypes } from './types/open-types.js';

interface Prepared {
	options: Options;
	environment: Environment;
	source: Source;
}

/**
 * Brings a space into an Astro site. Without options: the token from SLUGLINE_TOKEN or STORYBLOK_TOKEN, else the
 * folder `./space`.
 *
 * @throws {AstroError} from Astro's hooks: a wrong option, nothing to build from, two integrations of one id
 * @example
 * export default defineConfig({ integrations: [slugline({ token: process.env.SLUGLINE_TOKEN })] });
 */
export function slugline(input: SluglineOptions = {}): AstroIntegration {
	const name = integrationName(typeof input.id === 'string' ? input.id : 'default');
	let key = name;
	let restarted = false;
	// What a site has once, however many spaces: the module of routes, and the receiver of webhook calls in dev.
	let isFirst = false;
	let hook: RebuildHook | undefined;
	let rendersHere = false;
	let opened: Promise<Opened>;
	let prepare: (config: AstroConfig) => Prepared | undefined;
	let prepared: Prepared | undefined;
	const notices = collectNotices();
	let assets: Assets | undefined;
	// As it is when all integrations have had their say.
	let site: AstroConfig;

	return {
		name,
		hooks: {
			[connectionHook]: () => current.get(key),

			'astro:config:setup'({ config, command, isRestart, updateConfig, injectRoute, logger }) {
				const options = readOptions(input);
				refuseTwins(config, name);
				key = `${config.root.href} ${options.id}`;
				restarted = isRestart;
				prepare = ({ root }) => {
					if (command === 'preview') return undefined;
					const mode = command === 'dev' ? 'development' : 'production';
					const environment = readEnvironment(root, mode, process.env);
					return { options, environment, source: findSource(options, environment, root) };
				};
				const environment = prepare(config)?.environment;
				const { page, collection } = options.routes;
				isFirst =
					config.integrations.find((integration) => connectionHook in integration.hooks)?.name === name;
				if (!isFirst && input.assets) refuseSecondAssets();
				if (options.assets.imageService) updateConfig({ image: imageServiceConfig(config, options.assets) });
				updateConfig({
					vite: {
						plugins: [
							// Modules that serve all spaces of a site.
							...(isFirst
								? [
										bundlingPlugin(command === 'dev'),
										...(command === 'dev' ? [] : [contentConfigPlugin()]),
										routesPlugin(
											() => connectionsOf(config),
											() => rendersHere,
										),
										assetsPlugin(() => assets?.module),
										storePlugin({
											config: () => site,
											mode: command === 'dev' ? 'dev' : 'build',
											rendersHere: () => rendersHere,
										}),
										blokComponents(config, command),
									]
								: []),
							...(page ? [pagePlugin(page, collection, config.root)] : []),
						],
					},
				});
				if (page) injectRoute({ pattern: '/[...path]', entrypoint: 'astro-slugline/routes/story.astro' });
				if (options.rebuild) {
					refuseWithoutServer(config);
					// In dev, the receiver of the dev server is at this path.
					if (command !== 'dev')
						injectRoute({
							pattern: options.rebuild.path,
							entrypoint: 'astro-slugline/routes/rebuild.ts',
							prerender: false,
						});
				}
				// The same config for both: Astro empties its store when a build's is another than that of `astro check`.
				if (isFirst && command === 'sync' && options.incremental) {
					updateConfig({ experimental: { incrementalBuild: true } });
				}
				if (isFirst && command === 'build' && options.incremental) {
					const explain = explains(options, environment);
					return buildIncrementally(updateConfig, {
						config,
						logger,
						force: forced(),
						explain,
						assets: () => assets,
						notices,
					});
				}
			},

			'astro:config:done'({ config, logger, injectTypes, buildOutput }) {
				site = config;
				rendersHere = buildOutput === 'static' && !config.adapter;
				prepared = prepare(config);
				if (!prepared) return;
				const { options } = prepared;
				const { cacheDir } = config;
				if (isFirst) giveMarkdown(lazyMarkdown(config.markdown));
				if (options.rebuild && !config.cache?.provider) {
					logger.warn(
						'The endpoint that `rebuild` adds has nothing to purge, since astro.config has no `cache.provider`. Pages are not cached.',
					);
				}
				if (isFirst) warnOfChunks(config.experimental, logger);
				assets = isFirst ? createAssets({ ...prepared, config, logger, force: forced() }) : undefined;
				opened = openSource({ ...prepared, cacheDir, logger, force: forced() });
				const types = openTypes(options, config, injectTypes);
				const sync = async (again?: AskAgain) => (await opened).sync(again);
				const folder = new URL('slugline/', cacheDir);
				current.set(key, createConnection({ options, site: config, logger, types, folder, sync }));
			},

			async 'astro:server:setup'({ server, refreshContent, logger }) {
				const { createRefresh, serveInDev } = await import('./dev.js');
				const connection = current.get(key);
				connection?.onSynced(() => forgetRoutes(server));
				const { embedded } = await opened;
				const refresh = createRefresh({ refreshContent, logger }, connection);
				if (prepared && (isFirst || prepared.options.rebuild)) {
					const { environment, options } = prepared;
					const { path = rebuildPath } = options.rebuild ?? {};
					const { receiveInDev } = await import('./dev-hook.js');
					hook = receiveInDev({ server, path, refresh, logger, environment });
				}
				if (embedded) serveInDev(embedded, { server, refresh, logger });
				// With the options of a changed config; Astro does not do so by itself.
				if (restarted) void refresh();
			},

			async 'astro:server:done'() {
				await hook?.close();
				await (await opened).embedded?.close();
			},

			async 'astro:build:start'() {
				if (isFirst) notices.begin();
				await assets?.begin();
			},

			async 'astro:build:done'({ dir, pages, logger }) {
				if (isFirst) for (const line of notices.end()) logger.warn(line);
				await assets?.finish(dir);
				const connection = current.get(key);
				if (!connection || !prepared) return;
				await writeOutput(connection, dir);
				await redirectMoved({ connection, options: prepared.options, config: site, dir, pages, logger });
			},
		},
	};
}

const blokComponents = (config: AstroConfig, command: string) =>
	bloksPlugin({
		settings: () => connectionsOf(config).map(({ bloks }) => bloks),
		root: fileURLToPath(config.root),
		dev: command === 'dev',
	});

/** True if the user asks for everything anew. */
const forced = () => process.argv.includes('--force');
