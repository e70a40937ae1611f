import type { AstroConfig, RouteData } from 'astro';
import { expect, it } from 'vitest';
import type { AstroBuild } from '../../packages/astro-keep/src/decide/astro-app.js';
import { idOfPath, idOfRequest } from '../../packages/astro-keep/src/decide/page-ids.js';
import { pageUrl } from '../../packages/astro-keep/src/decide/page-url.js';

const route = (type: RouteData['type'], isIndex = false) =>
	({ component: `src/pages/${type}.astro`, type, isIndex }) as RouteData;
const page = route('page');
const endpoint = route('endpoint');

const paths: [string, RouteData][] = [
	['/', page],
	['', page],
	['blog/one', page],
	['/blog/one/', page],
	['blog/index', page],
	['old.html', page],
	['über uns/größe & co', page],
	['blog', route('page', true)],
	['/de/blog/one', route('fallback')],
	['/from', route('redirect')],
	['a.b.txt', endpoint],
	['a.html', endpoint],
];

const builds = ['directory', 'file', 'preserve'].flatMap((format) =>
	['ignore', 'always', 'never'].flatMap((trailingSlash) =>
		['/', '/docs', '/sub/folder/'].map((base) => ({ base, trailingSlash, build: { format } })),
	),
);

it.each(builds)('gives a path the same id as the request that Astro makes for it: %o', (given) => {
	const config = given as AstroConfig;
	const build = { settings: { config }, origin: 'http://localhost' } as AstroBuild;
	for (const [pathname, route] of paths) {
		const request = new Request(pageUrl({ pathname, route }, build));
		expect(idOfRequest(request, route, config)).toBe(idOfPath({ pathname, route }));
	}
});

it('gives another path, another route, and a file of an endpoint different ids', () => {
	const ids = [
		idOfPath({ pathname: 'a', route: page }),
		idOfPath({ pathname: 'b', route: page }),
		idOfPath({ pathname: 'a.html', route: page }),
		idOfPath({ pathname: 'a', route: endpoint }),
		idOfPath({ pathname: 'a.html', route: endpoint }),
	];
	expect(new Set(ids).size).toBe(5);
});
