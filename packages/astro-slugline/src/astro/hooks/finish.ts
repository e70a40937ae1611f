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
 * Writes the output besides pages: downloaded assets, `slugline.json`, and redirects.
 *
 * @param notices of all pages, on the first integration of a site
 * @param showsOnDemand true if the site has routes that may render stories on demand
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
