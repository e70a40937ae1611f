import { expect, it } from 'vitest';
import type { AstroBuild, Path } from '../../packages/astro-keep/src/decide/astro-app.js';
import { pageUrl } from '../../packages/astro-keep/src/decide/page-url.js';

interface Given {
	base?: string;
	trailingSlash?: string;
	format?: string;
	type?: string;
	isIndex?: boolean;
}

/** The address of a page, without the origin. */
function address(
	pathname: string,
	{ base = '/', trailingSlash = 'ignore', format = 'directory', type = 'page', isIndex = false }: Given,
): string {
	const origin = 'https://example.com';
	const config = { base, trailingSlash, build: { format } };
	return pageUrl(
		{ pathname, route: { type, isIndex } } as Path,
		{ settings: { config }, origin } as unknown as AstroBuild,
	).slice(origin.length);
}

// The expected addresses are those of Astro 7.
it.each<[string, Given, string]>([
	['/blog/one', {}, '/blog/one/'],
	['blog/one/', {}, '/blog/one/'],
	['/blog/one', { trailingSlash: 'never' }, '/blog/one'],
	['/blog/one', { trailingSlash: 'always' }, '/blog/one/'],
	['/blog/one', { format: 'file' }, '/blog/one.html'],
	['/blog/one', { format: 'preserve' }, '/blog/one.html'],
	['/blog', { format: 'preserve', isIndex: true }, '/blog/'],
	['/blog', { format: 'preserve', isIndex: true, trailingSlash: 'never' }, '/blog'],
	['/blog/one', { base: '/docs' }, '/docs/blog/one/'],
	['/blog/one', { base: '/docs/', format: 'file' }, '/docs/blog/one.html'],
	['/über uns', {}, '/%C3%BCber%20uns/'],
	['/404', { format: 'file' }, '/404.html'],
])('the address of the page %s with %o is %s', (pathname, given, expected) => {
	expect(address(pathname, given)).toBe(expected);
});

it.each<[Given, string]>([
	[{}, '/'],
	[{ trailingSlash: 'never' }, '/'],
	[{ format: 'file' }, '/index.html'],
	[{ format: 'preserve', isIndex: true }, '/'],
	[{ format: 'preserve' }, '/index.html'],
	[{ base: '/docs' }, '/docs/'],
	[{ base: '/docs', trailingSlash: 'never' }, '/docs'],
	[{ base: '/docs/', trailingSlash: 'always' }, '/docs/'],
	[{ base: '/docs', format: 'file' }, '/docs/index.html'],
])('the address of the home page with %o is %s', (given, expected) => {
	expect([address('', given), address('/', given)]).toEqual([expected, expected]);
});

it.each<[string, Given, string]>([
	['/feed.xml', {}, '/feed.xml'],
	['/feed.xml', { format: 'file', trailingSlash: 'always' }, '/feed.xml'],
	['/api/all', {}, '/api/all'],
	['/api/all', { trailingSlash: 'always' }, '/api/all/'],
	['/api/all', { trailingSlash: 'never', base: '/docs' }, '/docs/api/all'],
])('the address of the endpoint %s with %o is %s', (pathname, given, expected) => {
	expect(address(pathname, { ...given, type: 'endpoint' })).toBe(expected);
});
