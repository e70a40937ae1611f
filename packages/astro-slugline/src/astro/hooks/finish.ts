import type { HookParameters } from 'astro';
import {
	type Notices,
	type PageRoutes,
	redirectMoved,
	unbuiltWarnings,
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
	for (const line of notices?.end() ?? []) logger.warn(line);
	await assets?.finish(dir);
	const unknown = unknownCollectionWarning(options.routes, [...connection.collections.keys()]);
	const unbuilt = unknown === undefined ? unbuiltWarnings(connection, pages, pageRoutes) : [unknown];
	for (const warning of unbuilt) logger.warn(warning);
	await writeOutput(connection, dir);
	await redirectMoved({ connection, options, config: site, dir, pages, logger });
}
