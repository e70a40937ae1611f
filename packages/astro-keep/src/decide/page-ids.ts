import type { RouteData } from 'astro';
import { trimEndSlashes } from '../shared/text/slashes.js';

/** Identifies a page, within a build and across builds. */
export type PageId = string;

/** The path of a page, below the site's base and without a slash at its end; `/` for the front page. */
export const pathOf = (id: PageId): string => id.slice(id.indexOf(' ') + 1) || '/';

/** @param pathname the path from `getStaticPaths`, or that of a route with a single page */
export function idOfPath({ pathname, route }: { pathname: string; route: RouteData }): PageId {
	const path = `/${pathname.replace(/^\/+/, '')}`;
	return idOf(
		route,
		isPlain(path) ? { pathname: path, search: '', hash: '' } : new URL(`http://site${path}`),
	);
}

/** True for a path that a URL does not encode. */
const isPlain = (path: string): boolean => /^[\w/-]*$/.test(path);

/** @param base the site's base path, with which request paths start */
export function idOfRequest({ url }: Request, route: RouteData, base: string): PageId {
	const asked = new URL(url);
	const before = new URL(`http://site/${base}/`).pathname.replace(/\/+/g, '/');
	if (`${asked.pathname}/` === before) asked.pathname = '/';
	else if (asked.pathname.startsWith(before)) asked.pathname = asked.pathname.slice(before.length - 1);
	return idOf(route, asked);
}

/** Astro requests a page by the name of its file. */
function idOf(
	{ component, type }: RouteData,
	{ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>,
): PageId {
	const path = type === 'page' ? pathname.replace(/(^|\/)index\.html$|\.html$/, '$1') : pathname;
	return `${component} ${trimEndSlashes(path)}${search}${hash}`;
}
