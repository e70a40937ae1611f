import type { Session } from '../../../preview/index.js';
import { Refusal } from '../../../shared/http/page-request.js';
import { trimEndSlashes } from '../../../shared/text/slashes.js';
import { type Connection, entryIdOf, readRoutes } from '../../session/index.js';
import { rowIn, rowsOf } from './overlay.js';

/** Which pages show which stories. Paths are below the site's base. */
export interface StoryPages {
	/**
	 * Path of a story's page.
	 *
	 * @param asked the page that shows a story without a page of its own, if it is one of the site's
	 * @throws {Refusal} if the story does not exist, or has no page
	 */
	pageOf(session: Session, asked?: string): string;
	/** True for the page of a story. */
	isPage(page: string): boolean;
	/**
	 * Where the story of a session is, if a page that is gone was its own: content may be loaded again between the editor's
	 * message that the story moved and now.
	 */
	movedTo(session: Session, gone: string): string | undefined;
}

/** @param base of the site, without a slash at the end */
export function createStoryPages(connection: Pick<Connection, 'latest'>, base: string): StoryPages {
	const pages: StoryPages = {
		pageOf({ storyId, lang }, asked) {
			const synced = connection.latest();
			const row = synced && rowIn(rowsOf(synced.space, storyId), lang);
			if (!row) {
				throw new Refusal(404, `The space has no story ${storyId}. If it is new, save it and open it again.`);
			}
			const { routes } = readRoutes(synced.routes);
			const route = routes[entryIdOf(row)] ?? Object.values(routes).find(({ uuid }) => uuid === row.uuid);
			if (route) return decoded(route.href.slice(base.length)) || '/';
			if (asked !== undefined && pages.isPage(asked)) return asked;
			throw new Refusal(
				404,
				`The story ${row.slug} has no page of its own. Set its real path to that of a page that shows it: preview opens that page.`,
			);
		},
		isPage(page) {
			const synced = connection.latest();
			const routes = synced ? Object.values(readRoutes(synced.routes).routes) : [];
			return routes.some(({ href }) => isSamePage(decoded(href.slice(base.length)), withoutQuery(page)));
		},
		movedTo(session, gone) {
			try {
				const home = pages.pageOf(session);
				return isSamePage(home, withoutQuery(gone)) ? undefined : home;
			} catch (error) {
				if (error instanceof Refusal) return undefined;
				throw error;
			}
		},
	};
	return pages;
}

/** A path without its trailing slash, because both forms are the same page. */
export const canonical = (path: string): string => trimEndSlashes(path) || '/';

export const isSamePage = (one: string, other: string): boolean => canonical(one) === canonical(other);

export const withoutQuery = (page: string): string => page.replace(/[?#].*/s, '');

const site = 'http://localhost';

/**
 * The decoded path of a page, with its query, for a path that a client or a page names.
 *
 * @throws {Refusal} if it leads to another site, or to what is not a page, such as the dev server's own paths
 */
export function pageAt(path: string): string {
	const { origin, pathname, search } = URL.parse(path, site) ?? { origin: '', pathname: '', search: '' };
	const page = decoded(pathname);
	if (origin !== site || !/^\/(?![/@_])[^\\]*$/.test(page))
		throw new Refusal(
			400,
			'This is not the path of a page of this site. Open the story in the editor again.',
		);
	return page + decoded(search);
}

/** @throws {Refusal} if the path is not percent-encoded UTF-8 */
export function decoded(path: string): string {
	try {
		return decodeURI(path);
	} catch {
		throw new Refusal(400, 'The path of the page is not valid, because its percent-encoding is broken.');
	}
}
