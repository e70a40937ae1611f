import type { AstroConfig, HookParameters } from 'astro';
import { contentConfigFile } from 'astro-keep/content-config';
import type { Notices } from 'astro-keep/output';
import { trimEndSlashes } from 'astro-keep/shared/text/slashes';
import { buildChannel } from 'astro-keep/tracking';
import { readOrNull } from '../../shared/node/read-text.js';
import {
	builtAddresses,
	type PageRoutes,
	redirectMoved,
	unbuiltWarning,
	unknownCollectionWarning,
	unreadWarning,
	unshownWarning,
	writeOutput,
	writtenIn,
} from '../output/index.js';
import { rootWarnings } from '../settings/index.js';
import type { Started } from './start.js';

/**
 * Writes the output besides pages: downloaded assets, `slugline.json`, and redirects.
 *
 * @param pageRoutes the site's routes that may show stories
 * @returns logs the warnings of all pages, for when the other integrations have written their files
 */
export async function finish(
	{ assets, connection, options, site, source }: Started,
	{ dir, pages, logger }: HookParameters<'astro:build:done'>,
	pageRoutes: PageRoutes,
): Promise<(notices: Notices) => Promise<void>> {
	await assets?.finish(dir);
	const { storyPaths, emptyCollections: empty = new Map() } = buildChannel();
	const unbuilt =
		unknownCollectionWarning(options.routes, [...connection.collections.keys()]) ??
		unreadWarning(connection, site.integrations) ??
		(storyPaths &&
			unbuiltWarning(connection, pages, { ...storyPaths, empty }, pageRoutes, await contentConfigOf(site)));
	if (unbuilt !== undefined) logger.warn(unbuilt);
	await writeOutput(connection, dir);
	const moved = await redirectMoved({ connection, options, config: site, dir, pages, logger });
	return async (notices) => {
		const { answered } = pageRoutes;
		const built = builtAddresses({ dir, pages, base: site.base, answered, moved });
		const folder = source.kind === 'folder' ? connection : undefined;
		const where = await writtenIn(notices.missing(built), site, folder, built.near);
		const front = trimEndSlashes(site.base);
		const unshown =
			unbuilt === undefined && storyPaths
				? unshownWarning(storyPaths.linked, (path) => built.has(front + path), connection.latest())
				: undefined;
		const lines = [...notices.end(built, where), ...rootWarnings(site, built.has)];
		if (unshown !== undefined) lines.push(unshown);
		const isSaid = unbuilt !== undefined || lines.some((line) => /start page|^Nothing answers/.test(line));
		if (!isSaid && !built.has(`${front}/`)) lines.push(noStartPage);
		for (const line of lines) logger.warn(line);
	};
}

const noStartPage =
	'Nothing answers `/`: no story has this path, as `index.md` of a folder has, and there is no src/pages/index.astro. Add one of them, or a redirect from `/`.';

/** The text of the content config if it names each collection; undefined if other modules or functions may name some. */
async function contentConfigOf(site: AstroConfig): Promise<string | undefined> {
	const file = contentConfigFile(site);
	const text = (file !== undefined && (await readOrNull(file))) || '';
	return /\bcollections = \{/.test(text) && !/\.\.\.|from ['"]\./.test(text) ? text : undefined;
}
