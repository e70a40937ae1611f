import type { AstroConfig, RouteData } from 'astro';
import { trimSlashes } from '../shared/text/slashes.js';
import type { AstroBuild, Path } from './astro-app.js';

/** True if Astro writes a page to a folder of its own, as `index.html`. */
export const hasFolder = ({ isIndex }: RouteData, format: AstroConfig['build']['format']): boolean =>
	format === 'directory' || (format === 'preserve' && isIndex);

/** The address with which Astro renders a page: it asks for the name of the page's file. */
export function pageUrl({ pathname, route }: Path, { settings, origin }: AstroBuild): string {
	const { base, trailingSlash, build } = settings.config;
	const path = trimSlashes(pathname);
	const above = trimSlashes(base);
	const start = above === '' ? '/' : `/${above}/`;
	const isDirectory = hasFolder(route, build.format);
	if (path === '') {
		if (!isDirectory) return new URL(`${start}index.html`, origin).href;
		return new URL(trailingSlash === 'never' && above !== '' ? start.slice(0, -1) : start, origin).href;
	}
	if (route.type === 'endpoint') {
		const isFolder = trailingSlash === 'always' && !/\.[^/.]+$/.test(pathname);
		return new URL(`${start}${path}${isFolder ? '/' : ''}`, origin).href;
	}
	return new URL(`${start}${path}${isDirectory ? (trailingSlash === 'never' ? '' : '/') : '.html'}`, origin)
		.href;
}
