import { posix } from 'node:path';
import type { AstroConfig, RouteData } from 'astro';

/** The settings that decide where a page is in the output. */
export interface OutputShape {
	format: AstroConfig['build']['format'];
	trailingSlash: AstroConfig['trailingSlash'];
	/** The folder that pages are written to. */
	root: URL;
}

/** The file that Astro writes a page to; undefined if it would be outside of the output. */
export function outputFile(
	pathname: string,
	{ type, isIndex }: Pick<RouteData, 'type'> & { isIndex?: boolean | undefined },
	{ format, root }: OutputShape,
): URL | undefined {
	const path = encodeURI(pathname);
	const base = posix.basename(path);
	const above = path === '' ? '' : posix.dirname(path);
	const isStatus = path === '/404' || path === '/500';
	const inFolder = [path, 'index.html'] as const;
	const asFile = [above, `${base || 'index'}.html`] as const;
	const [folder, name] =
		type === 'endpoint'
			? ([posix.dirname(path), base] as const)
			: format === 'directory'
				? isStatus
					? asFile
					: inFolder
				: format === 'preserve' && (isIndex || base === '')
					? inFolder
					: asFile;
	const below = `.${folder.replace(/\/?$/, '/')}`;
	const file = type === 'endpoint' ? new URL(name, new URL(below, root)) : new URL(below + name, root);
	return file.href.startsWith(root.href) ? file : undefined;
}

/** The name under which Astro lists a page for other integrations. */
export function pageName(pathname: string, { trailingSlash, format }: OutputShape): string {
	const endsWithSlash = trailingSlash === 'always' || (trailingSlash === 'ignore' && format === 'directory');
	return (endsWithSlash ? pathname.replace(/\/?$/, '/') : pathname).replace(/^\//, '');
}
