import type { RouteData } from 'astro';

/** Identifies a page, within a build and across builds. */
export type PageId = string;

/** @param pathname of a path that `getStaticPaths` gave, or of a route that has just one page */
export function idOfPath({ pathname, route }: { pathname: string; route: RouteData }): PageId {
	const path = `/${pathname.replace(/^\/+/, '')}`;
	return idOf(
		route,
		isPlain(path) ? { pathname: path, search: '', hash: '' } : new URL(`http://site${path}`),
	);
}

/** True for a path that a URL has as it is. */
const isPlain = (path: string): boolean => /^[\w/-]*$/.test(path);

/** @param base the site's, which requests have in front */
export function idOfRequest({ url }: Request, route: RouteData, base: string): PageId {
	const asked = new URL(url);
	const before = new URL(`http://site/${base}/`).pathname.replace(/\/+/g, '/');
	if (`${asked.pathname}/` === before) asked.pathname = '/';
	else if (asked.pathname.startsWith(before)) asked.pathname = asked.pathname.slice(before.length - 1);
	return idOf(route, asked);
}

/** Astro asks for a page by the name of its file. */
function idOf(
	{ component, type }: RouteData,
	{ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>,
): PageId {
	const path = type === 'page' ? pathname.replace(/(^|\/)index\.html$|\.html$/, '$1') : pathname;
	return `${component} ${path.replace(/\/+$/, '')}${search}${hash}`;
}
