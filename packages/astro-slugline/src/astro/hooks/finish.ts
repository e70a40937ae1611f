import type { HookParameters } from 'astro';
import { type Notices, redirectMoved, writeOutput } from '../output/index.js';
import type { Started } from './start.js';

/** Writes what a build has beside pages: downloaded assets, `slugline.json`, redirects. */
export async function finish(
	{ assets, connection, options, site }: Started,
	{ dir, pages, logger }: HookParameters<'astro:build:done'>,
	notices: Notices | undefined,
): Promise<void> {
	for (const line of notices?.end() ?? []) logger.warn(line);
	await assets?.finish(dir);
	await writeOutput(connection, dir);
	await redirectMoved({ connection, options, config: site, dir, pages, logger });
}
