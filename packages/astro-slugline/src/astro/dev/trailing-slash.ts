import type { AstroConfig } from 'astro';
import { trimEndSlashes } from 'astro-keep/shared/text/slashes';
import type { ViteDevServer } from 'vite';

/** Which of a site's URLs are not those of its pages. */
interface OwnPaths {
	/** The site's base, without a trailing slash. */
	base: string;
	trailingSlash: AstroConfig['trailingSlash'];
	/** Paths below the base that this package serves, with all below them. */
	paths: readonly string[];
}

/**
 * Accepts requests for this package's paths with and without a trailing slash. Astro's dev server refuses one of the forms if
 * `trailingSlash` is set, except for paths such as `/_slugline`, which it does not recognize below a base. Editors append the
 * slugs of stories, and clients of the API its paths, without regard to that setting.
 */
export function acceptBothForms(server: Pick<ViteDevServer, 'httpServer'>, own: OwnPaths): void {
	// Before the dev server, which reads the URL first.
	server.httpServer?.prependListener('request', (request: { url?: string }) => {
		if (request.url !== undefined) request.url = acceptedForm(request.url, own);
	});
}

/** The form of a URL that Astro's dev server accepts. Only URLs of these paths change. */
export function acceptedForm(url: string, { base, trailingSlash, paths }: OwnPaths): string {
	const [rest = ''] = /[?#].*/s.exec(url) ?? [];
	const pathname = url.slice(0, url.length - rest.length);
	const isOwn = paths.some((path) => pathname === base + path || pathname.startsWith(`${base}${path}/`));
	if (!isOwn || trailingSlash === 'ignore') return url;
	const plain = trimEndSlashes(pathname);
	if (trailingSlash === 'never') return plain + rest;
	// Astro takes the last part of a path with a dot for a file, which has no slash.
	return /\.[^/]/.test(pathname.slice(pathname.lastIndexOf('/'))) ? url : `${plain}/${rest}`;
}
