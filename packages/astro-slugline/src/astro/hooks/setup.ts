import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { lockBuild } from 'astro-keep/build';
import { isOn } from 'astro-keep/command';
import { addPackage, bundlingPlugin, contentConfigPlugin } from 'astro-keep/content-config';
import { storePlugin } from 'astro-keep/content-store';
import type { Notices } from 'astro-keep/output';
import { slashed } from 'astro-keep/shared/module-path';
import type { Plugin } from 'vite';
import { withoutTimeLimit } from '../../shared/without-time-limit.js';
import { imageServiceConfig, withoutHidden } from '../output/index.js';
import { noteLinks } from '../page/data/index.js';
import { connectionsOf } from '../session/index.js';
import { explains, i18nWarnings, refuseWithoutServer } from '../settings/index.js';
import {
	compatPlugin,
	entryLinksPlugin,
	isBlokOf,
	type LaterParts,
	liveConfigOf,
	ownEndpoint,
	pageModules,
	previewModules,
	propsPlugin,
	routePatternPlugin,
	siteModules,
	toolbarModules,
	virtualModulesPlugin,
} from '../virtual-modules/index.js';
import { deniedFiles } from './denied-files.js';
import { deployPreview } from './deploy-preview.js';
import { finishOutput, tokenSearchOf } from './finish-output.js';
import { keepPages } from './keep-pages.js';
import { setUpLive } from './live.js';
import type { Setup, SetupHook } from './read-setup.js';
import type { Started } from './start.js';

/** What hooks find out after `astro:config:setup`, for what is asked later. */
export interface Wiring extends LaterParts {
	/** The result of `astro:config:done`; undefined before it. */
	started: () => Started | undefined;
	notices: Notices;
	/** Logs the warnings of all pages, when a build has written all files. */
	warnOfPages: () => Promise<void>;
}

const overlay = slashed(fileURLToPath(new URL('../preview-server/overlaid-store.js', import.meta.url)));

/** What content configs import in place of `astro:content`. */
const contentImports = 'astro-slugline/content-config';

/** A slug between its lines. */
const toolbarIcon =
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"><path d="M3 5h18M3 19h18M6 12h12"/></svg>';

export function setUp(setup: Setup, hook: SetupHook, wiring: Wiring): Promise<void> | undefined {
	const { options, isFirst, command } = setup;
	const { config, updateConfig, injectRoute } = hook;
	const { page, collection } = options.routes;
	addPackage('astro-slugline', new URL('../../../', import.meta.url));
	// For Markdown of the site itself, too.
	if (isFirst) updateConfig({ markdown: { shikiConfig: { transformers: [withoutTimeLimit] } } });
	if (isFirst)
		for (const warning of i18nWarnings(config, command === 'dev' || options.incremental !== undefined))
			hook.logger.warn(warning);
	if (options.assets.imageService) updateConfig({ image: imageServiceConfig(config, options.assets) });
	updateConfig({
		vite: {
			...(command === 'dev' && isFirst && { server: { fs: { deny: deniedFiles(config) } } }),
			plugins: [
				...(isFirst ? sitePlugins(setup, hook, wiring) : []),
				...(command === 'dev' && options.preview ? [virtualModulesPlugin(previewModules)] : []),
				...(command === 'dev' && isFirst ? [virtualModulesPlugin(toolbarModules)] : []),
				...(page ? [virtualModulesPlugin(pageModules(page, collection, config.root))] : []),
			],
		},
	});
	if (command === 'dev' && isFirst)
		hook.addDevToolbarApp({
			...{ id: 'astro-slugline', name: 'Slugline', icon: toolbarIcon },
			entrypoint: 'virtual:astro-slugline/toolbar-app',
		});
	if (page) injectRoute(storyRoute(config));
	const isLive = isFirst && setUpLive(setup, hook, wiring);
	if (options.rebuild) {
		refuseWithoutServer(config);
		// In dev, the dev server itself receives calls at this path.
		if (command !== 'dev' && !(isLive && ownEndpoint(config, options.rebuild.path)))
			injectRoute({
				pattern: options.rebuild.path,
				entrypoint: `astro-slugline/routes/${isLive ? 'live' : 'rebuild'}.ts`,
				prerender: false,
			});
		if (command === 'build' && config.trailingSlash === 'always')
			hook.logger.info(
				`Webhook calls go to ${options.rebuild.path}/, with a slash at the end, because \`trailingSlash\` is 'always'.`,
			);
	}
	deployPreview(setup, hook, wiring);
	if (!isFirst || command !== 'build') return undefined;
	return setUpBuild(setup, hook, wiring);
}

/** The route of the option `routes.page`. Without live collections, only a prerendered page has a story. */
const storyRoute = (config: AstroConfig) => ({
	pattern: '/[...path]',
	entrypoint: 'astro-slugline/routes/story.astro',
	...(liveConfigOf(config) === undefined && { prerender: true }),
});

/** Lets one build of a site run at a time, and adds what renders it and what ends it. */
async function setUpBuild(setup: Setup, hook: SetupHook, wiring: Wiring): Promise<void> {
	const { config, logger, updateConfig } = hook;
	const verify = isOn(setup.prepared?.environment.SLUGLINE_VERIFY);
	if (!setup.options.incremental && verify)
		logger.warn(
			'No page is checked, because `incremental` is false: every page is rendered in every build, and none is cached.',
		);
	const release = await lockBuild(new URL('slugline/build-lock/', config.cacheDir), logger);
	if (setup.options.incremental) await renderIncrementally(setup, hook, verify, wiring);
	// The last integration, so that it sees the files that the others write.
	updateConfig({ integrations: [finishOutput(config.root, wiring.warnOfPages, release)] });
}

/** The Vite plugins that a site needs once, for all its spaces. */
function sitePlugins(
	{ command, options }: Setup,
	{ config, logger }: SetupHook,
	{ started, routes }: LaterParts,
) {
	const isDev = command === 'dev';
	const connections = () => connectionsOf(config);
	const { dataAttributes } = options;
	const isLive = liveConfigOf(config) !== undefined;
	return [
		bundlingPlugin(['astro-slugline/loaders', contentImports]),
		compatPlugin(),
		routePatternPlugin(config),
		...(isDev ? [addressesPlugin({ started, routes }, (line) => logger.warn(line))] : []),
		propsPlugin(
			config,
			(file) => isBlokOf(connections(), fileURLToPath(config.root), file),
			(line) => logger.warn(line),
			(file) =>
				!isLive && routes().some(({ entrypoint, isPrerendered }) => entrypoint === file && !isPrerendered),
		),
		entryLinksPlugin(),
		contentConfigPlugin(contentImports),
		virtualModulesPlugin(
			siteModules({
				started,
				routes,
				connections,
				dataAttributes,
				isDev,
				config,
				warn: (line) => logger.warn(line),
			}),
		),
		storePlugin({
			config: () => started()?.site ?? config,
			mode: isDev ? 'dev' : 'build',
			rendersHere: () => started()?.rendersHere ?? false,
			overlay,
			previews: (environment) =>
				isDev
					? connections().some(({ previews }) => previews)
					: environment === 'ssr' &&
						routes().some(({ entrypoint }) => entrypoint.endsWith('routes/preview.astro')),
		}),
	];
}

/** Lets pages in dev ask for addresses. Before the plugins of Astro, so that questions are answered before Astro logs them. */
const addressesPlugin = ({ started, routes }: LaterParts, warn: (line: string) => void): Plugin => ({
	name: 'astro-slugline:addresses',
	enforce: 'pre',
	async configureServer(server) {
		const { site: config, connection, source } = started() ?? {};
		if (!config || !connection) return;
		const { askForAddresses } = await import('../dev/index.js');
		const isFolder = source?.kind === 'folder';
		return askForAddresses(server, { config, connection, isFolder, routes, warn });
	},
});

async function renderIncrementally(
	{ options, prepared, force }: Setup,
	{ config, updateConfig, logger }: SetupHook,
	verify: boolean,
	{ started, notices, routes }: Wiring,
): Promise<void> {
	await keepPages(updateConfig, {
		config,
		logger,
		force,
		explain: explains(options, prepared?.environment),
		explainedBy: 'SLUGLINE_EXPLAIN=1',
		check: options.incremental?.check ?? false,
		verify,
		choosePaths: (all, propsOf) => withoutHidden(all, propsOf, routes()),
		onRendered: (asksOf) => {
			started()?.assets?.takeReads(() => asksOf('asset'));
			noteLinks(asksOf('unshown'));
		},
		notices,
		search: () => tokenSearchOf(config.root),
	});
}
