import type { AstroConfig, RouteData } from 'astro';
import { trimEndSlashes } from '../shared/text/slashes.js';
import { hasFolder } from './page-url.js';

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

/** The page that Astro requests at an address: undoes what `addressOf()` adds to a path. */
export function idOfRequest(
	{ url }: Request,
	route: RouteData,
	{ base, build }: Pick<AstroConfig, 'base' | 'build'>,
): PageId {
	const asked = new URL(url);
	const before = new URL(`http://site/${base}/`).pathname.replace(/\/+/g, '/');
	if (`${asked.pathname}/` === before) asked.pathname = '/';
	else if (asked.pathname.startsWith(before)) asked.pathname = asked.pathname.slice(before.length - 1);
	if (route.type !== 'endpoint' && !hasFolder(route, build.format))
		asked.pathname = asked.pathname.replace(/^\/index\.html$|\.html$/, '');
	return idOf(route, asked);
}

const idOf = (
	{ component }: RouteData,
	{ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>,
): PageId => `${component} ${trimEndSlashes(pathname)}${search}${hash}`;
