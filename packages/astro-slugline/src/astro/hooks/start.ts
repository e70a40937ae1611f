import type { HookParameters } from 'astro';
import { modeOf } from 'astro-keep/command';
import { runsInNode, warnOfChunks } from 'astro-keep/content-store';
import { buildChannel } from 'astro-keep/tracking';
import { createAssets, excludedStory, lazyMarkdown, secretsOf, whyNoPage } from '../output/index.js';
import {
	connectionsOf,
	createConnection,
	currentConnections,
	i18nOf,
	openSource,
	openTypes,
	withoutDomains,
} from '../session/index.js';
import { draftsWarning } from '../settings/index.js';
import { answerSpaceRequests } from '../space-requests/index.js';
import { refuseMissingBloks } from '../virtual-modules/index.js';
import { tokenSearchOf } from './finish-output.js';
import type { Setup } from './read-setup.js';

/** One integration after `astro:config:done`, when the site's config is final. */
export type Started = NonNullable<ReturnType<typeof start>>;

/**
 * Opens the source and creates the connection that loaders and pages share. In a build, the sync starts now, so that Astro starts
 * while the API responds.
 */
export function start(setup: Setup, { logger, injectTypes, ...hook }: HookParameters<'astro:config:done'>) {
	// Astro's helpers and its router use domains only in a build.
	const config = setup.command === 'dev' ? withoutDomains(hook.config) : hook.config;
	const { options, isFirst, force, prepared } = setup;
	if (!prepared) return undefined;
	refuseMissingBloks(options.bloks, config.root);
	if (isFirst) buildChannel().renderMarkdown = lazyMarkdown(config.markdown, options.dataAttributes);
	if (options.rebuild && !config.cache?.provider) {
		logger.warn(
			'The endpoint of the option `rebuild` has nothing to purge: astro.config has no `cache.provider`, so pages are not cached. Set one, or remove `rebuild`.',
		);
	}
	if (isFirst) warnOfChunks(config.experimental, logger);
	const drafts =
		setup.command === 'build'
			? draftsWarning(options, prepared.source, modeOf('build', process.argv))
			: undefined;
	if (drafts !== undefined) logger.warn(drafts);
	const assets = isFirst ? createAssets({ ...prepared, config, logger, force }) : undefined;
	const opened = openSource({
		...prepared,
		cacheDir: config.cacheDir,
		root: config.root,
		i18n: i18nOf(config),
		logger,
		force,
	});
	if (setup.command === 'build')
		tokenSearchOf(config.root).add(async () =>
			secretsOf(prepared.environment, options, (await opened).embedded?.tokens),
		);
	const connection = createConnection({
		options,
		site: config,
		logger,
		types: openTypes(options, config, injectTypes),
		folder: new URL('slugline/', config.cacheDir),
		previews: prepared.previews,
		isPreview: prepared.isPreview,
		opened,
	});
	currentConnections.set(setup.key, connection);
	if (isFirst) {
		const { source } = prepared;
		buildChannel().askSpace = answerSpaceRequests({ connection, opened, isDev: setup.command === 'dev' });
		buildChannel().blokPlaces = (type) => connection.latest()?.files?.blokPlaces(type) ?? [];
		buildChannel().whyNoPage = (uuid) => whyNoPage(connectionsOf(config), uuid);
		buildChannel().excludedStory = (story) => excludedStory(connectionsOf(config), story);
		buildChannel().isOwnToken = (token) => source.kind === 'service' && token === source.token;
	}
	// The collections also get its errors.
	if (setup.command === 'build') connection.syncedOnce().catch(() => {});
	return {
		...prepared,
		/** The config after all integrations have changed it. */
		site: config,
		/** True if Node renders the static pages, on this machine. */
		rendersHere: runsInNode(config),
		...{ opened, connection },
		/** Downloads the files that pages show. Only on the first integration of a site. */
		assets,
	};
}
