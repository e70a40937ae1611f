import { trimEndSlashes } from 'astro-keep/shared/text/slashes';
import { entryIdOf } from '../../shared/api/entry-id.js';
import { Refusal } from '../../shared/http/page-request.js';
import type { Session } from '../tickets.js';
import type { Content } from './host.js';
import { rowIn, rowsOf } from './overlay.js';

/** A site whose stories have pages. Paths are below its base, which has no slash at the end. */
type Stories = Pick<Content, 'space' | 'routes'> & { base: string };

/**
 * Path of a story's page.
 *
 * @param asked the page that shows a story without a page of its own, if it is one of the site's
 * @throws {Refusal} if the story does not exist, or has no page
 */
export function pageOf(stories: Stories, { storyId, lang }: Session, asked?: string): string {
	const row = rowIn(rowsOf(stories.space, storyId), lang);
	if (!row)
		throw new Refusal(404, `The space has no story ${storyId}. If it is new, save it and open it again.`);
	const routes = stories.routes();
	const route = routes[entryIdOf(row)] ?? Object.values(routes).find(({ uuid }) => uuid === row.uuid);
	if (route) return decoded(route.href.slice(stories.base.length)) || '/';
	if (asked !== undefined && isPage(stories, asked)) return asked;
	throw new Refusal(
		404,
		`The story ${row.slug} has no page of its own. To preview it, save it, then open the story of a page that shows it.`,
	);
}

/** True for the page of a story. */
export const isPage = ({ routes, base }: Stories, page: string): boolean =>
	Object.values(routes()).some(({ href }) =>
		isSamePage(decoded(href.slice(base.length)), withoutQuery(page)),
	);

/**
 * Where the story of a session is, if a page that is gone was its own: content may be loaded again between the editor's message
 * that the story moved and now.
 */
export function movedTo(stories: Stories, session: Session, gone: string): string | undefined {
	try {
		const home = pageOf(stories, session);
		return isSamePage(home, withoutQuery(gone)) ? undefined : home;
	} catch (error) {
		if (error instanceof Refusal) return undefined;
		throw error;
	}
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
