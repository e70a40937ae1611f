import type { AstroConfig, HookParameters } from 'astro';
import { contentConfigFile } from 'astro-keep/content-config';
import type { Notices } from 'astro-keep/output';
import { buildChannel } from 'astro-keep/tracking';
import { readOrNull } from '../../shared/node/read-text.js';
import {
	builtAddresses,
	type PageRoutes,
	redirectMoved,
	unbuiltWarning,
	unknownCollectionWarning,
	writeOutput,
	writtenIn,
} from '../output/index.js';
import type { Started } from './start.js';

/**
 * Writes the output besides pages: downloaded assets, `slugline.json`, and redirects.
 *
 * @param notices of all pages, on the first integration of a site
 * @param pageRoutes the site's routes that may show stories
 */
export async function finish(
	{ assets, connection, options, site, source }: Started,
	{ dir, pages, logger }: HookParameters<'astro:build:done'>,
	notices: Notices | undefined,
	pageRoutes: PageRoutes,
): Promise<void> {
	await assets?.finish(dir);
	const { storyPaths, emptyCollections: empty = new Set() } = buildChannel();
	const unbuilt =
		unknownCollectionWarning(options.routes, [...connection.collections.keys()]) ??
		(storyPaths &&
			unbuiltWarning(connection, pages, { ...storyPaths, empty }, pageRoutes, await contentConfigOf(site)));
	if (unbuilt !== undefined) logger.warn(unbuilt);
	await writeOutput(connection, dir);
	const moved = await redirectMoved({ connection, options, config: site, dir, pages, logger });
	const { answered } = pageRoutes;
	const built = builtAddresses({ dir, pages, base: site.base, answered, moved });
	const folder = source.kind === 'folder' ? connection : undefined;
	const where = await writtenIn(notices?.missing(built) ?? [], site, folder);
	for (const line of notices?.end(built, where) ?? []) logger.warn(line);
}

/** The text of the content config if it names each collection; undefined if other modules or functions may name some. */
async function contentConfigOf(site: AstroConfig): Promise<string | undefined> {
	const file = contentConfigFile(site);
	const text = (file !== undefined && (await readOrNull(file))) || '';
	return /\bcollections = \{/.test(text) && !/\.\.\.|from ['"]\./.test(text) ? text : undefined;
}
