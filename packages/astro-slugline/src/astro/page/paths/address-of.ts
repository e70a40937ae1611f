import { buildChannel, importerNow, record } from 'astro-keep/tracking';
import { overlayNow } from '../../../shared/overlay.js';
import { withBase } from '../assets/index.js';
import { noteLinks, notice, type RouteData } from '../data/index.js';
import { hrefHere } from './languages.js';

/**
 * The address of a route, for a link. A build notes it, because the finished site may lack the page, and dev is asked for it.
 *
 * @param page address of the page with the link
 * @param importer the module that asks
 */
export function addressOf({ path, href }: RouteData, page?: string, importer = importerNow()): string {
	const calls = buildChannel().storyPaths;
	if (calls && !calls.pages?.has(path)) {
		const link = [path, page ?? (importer || null)] as const;
		noteLinks([link]);
		record('unshown', link);
	}
	if (buildChannel().askDev && !overlayNow())
		notice(
			`A link leads to a story that no page shows: ${path}. Remove it, or let getStaticPaths return this story.`,
			page,
			withBase(path),
		);
	return hrefHere(href);
}
