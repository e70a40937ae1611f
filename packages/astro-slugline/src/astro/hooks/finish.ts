import type { HookParameters } from 'astro';
import type { Notices } from 'astro-keep/output';
import { buildChannel } from 'astro-keep/tracking';
import {
	builtAddresses,
	type PageRoutes,
	redirectMoved,
	storiesWith,
	unbuiltWarning,
	unknownCollectionWarning,
	writeOutput,
} from '../output/index.js';
import type { Started } from './start.js';

/**
 * Writes the output besides pages: downloaded assets, `slugline.json`, and redirects.
 *
 * @param notices of all pages, on the first integration of a site
 * @param pageRoutes the site's routes that may show stories
 */
export async function finish(
	{ assets, connection, options, site }: Started,
	{ dir, pages, logger }: HookParameters<'astro:build:done'>,
	notices: Notices | undefined,
	pageRoutes: PageRoutes,
): Promise<void> {
	await assets?.finish(dir);
	const { storyPaths, emptyCollections: empty = new Set() } = buildChannel();
	const unbuilt =
		unknownCollectionWarning(options.routes, [...connection.collections.keys()]) ??
		(storyPaths && unbuiltWarning(connection, pages, { ...storyPaths, empty }, pageRoutes));
	if (unbuilt !== undefined) logger.warn(unbuilt);
	await writeOutput(connection, dir);
	await redirectMoved({ connection, options, config: site, dir, pages, logger });
	const { answered } = pageRoutes;
	const built = builtAddresses({ dir, pages, base: site.base, answered });
	const writtenIn = await storiesWith(notices?.missing(built) ?? [], site);
	for (const line of notices?.end({ ...built, writtenIn }) ?? []) logger.warn(line);
}
