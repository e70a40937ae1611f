import type { HookParameters } from 'astro';
import {
	type Notices,
	redirectMoved,
	refuseInlinedTokens,
	unbuiltWarning,
	writeOutput,
} from '../output/index.js';
import type { Started } from './start.js';

/**
 * Writes what a build has beside pages: downloaded assets, `slugline.json`, redirects.
 *
 * @param showsOnDemand true for a site with routes that may show stories when they are asked for
 */
export async function finish(
	{ assets, connection, environment, options, site }: Started,
	{ dir, pages, logger }: HookParameters<'astro:build:done'>,
	notices: Notices | undefined,
	showsOnDemand: boolean,
): Promise<void> {
	for (const line of notices?.end() ?? []) logger.warn(line);
	await refuseInlinedTokens(site, environment, options);
	await assets?.finish(dir);
	const unbuilt = showsOnDemand ? undefined : unbuiltWarning(connection, pages);
	if (unbuilt) logger.warn(unbuilt);
	await writeOutput(connection, dir);
	await redirectMoved({ connection, options, config: site, dir, pages, logger });
}
