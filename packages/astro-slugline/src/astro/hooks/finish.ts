import type { AstroConfig, HookParameters } from 'astro';
import { contentConfigFile } from 'astro-keep/content-config';
import type { Notices } from 'astro-keep/output';
import { trimEndSlashes, withoutFragment } from 'astro-keep/shared/text/slashes';
import { buildChannel } from 'astro-keep/tracking';
import { readOrNull } from '../../shared/node/read-text.js';
import {
	builtAddresses,
	leftOut,
	type PageRoutes,
	redirectMoved,
	unbuiltWarning,
	unknownCollectionWarning,
	unreadWarning,
	unshownWarning,
	writeOutput,
	writtenIn,
} from '../output/index.js';
import { explains, noStartPage, rootWarnings } from '../settings/index.js';
import type { Started } from './start.js';

/**
 * Writes the output besides pages: downloaded assets, `slugline.json`, and redirects.
 *
 * @param pageRoutes the site's routes that may show stories
 * @returns logs the warnings of all pages, for when the other integrations have written their files
 */
export async function finish(
	{ assets, connection, environment, options, site, source }: Started,
	{ dir, pages, logger }: HookParameters<'astro:build:done'>,
	pageRoutes: PageRoutes,
): Promise<(notices: Notices) => Promise<void>> {
	await assets?.finish(dir);
	const { answered, onDemand } = pageRoutes;
	const { storyPaths, emptyCollections: empty = new Map() } = buildChannel();
	const unbuilt =
		unknownCollectionWarning(options.routes, [...connection.collections.keys()]) ??
		unreadWarning(connection, site.integrations) ??
		(storyPaths &&
			unbuiltWarning(connection, pages, { ...storyPaths, empty }, pageRoutes, await contentConfigOf(site)));
	if (unbuilt !== undefined) logger.warn(unbuilt);
	await writeOutput(connection, dir);
	const moved = await redirectMoved({
		connection,
		options,
		config: site,
		dir,
		pages: [...pages, ...onDemand],
		logger,
	});
	return async (notices) => {
		const built = builtAddresses({ dir, pages, base: site.base, answered, moved });
		const folder = source.kind === 'folder' ? connection : undefined;
		const missing = notices.missing(built);
		const where = await writtenIn(missing, site, folder, built.near);
		const front = trimEndSlashes(site.base);
		const isShown = (path: string) => built.has(front + path);
		const latest = unbuilt === undefined ? connection.latest() : undefined;
		const unshown = latest && storyPaths && unshownWarning(storyPaths.linked, isShown, latest);
		const chosen = leftOut(latest, storyPaths, isShown, explains(options, environment));
		if (chosen !== undefined) logger.info(chosen);
		const ofRoot = rootWarnings(
			site,
			(address) => built.has(address) || built.movedTo(address) !== undefined,
		);
		const isNamed =
			unbuilt !== undefined || missing.some((address) => trimEndSlashes(withoutFragment(address)) === front);
		const lines = [...notices.end(built, where), ...ofRoot, ...(unshown === undefined ? [] : [unshown])];
		for (const line of lines) logger.warn(line);
		// No warning: the root of the host may be another site.
		if (ofRoot.length === 0 && !isNamed && !built.has(`${front}/`)) logger.info(noStartPage);
	};
}

/** The text of the content config if it names each collection; undefined if other modules or functions may name some. */
async function contentConfigOf(site: AstroConfig): Promise<string | undefined> {
	const file = contentConfigFile(site);
	const text = (file !== undefined && (await readOrNull(file))) || '';
	return /\bcollections = \{/.test(text) && !/\.\.\.|from ['"]\./.test(text) ? text : undefined;
}
