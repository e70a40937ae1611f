import type { RouteData } from 'astro';
import { expect, it } from 'vitest';
import { idOfPath, idOfRequest } from '../../packages/astro-keep/src/decide/page-ids.js';

const page = { component: 'src/pages/[...path].astro', type: 'page' } as RouteData;
const endpoint = { component: 'src/pages/[name].txt.ts', type: 'endpoint' } as RouteData;

it.each([
	['/', '/', 'http://localhost/', page],
	['blog/one', '/', 'http://localhost/blog/one/', page],
	['/blog/one/', '/', 'http://localhost/blog/one.html', page],
	['blog', '/docs', 'http://localhost/docs/blog/index.html', page],
	['', '/docs/', 'http://localhost/docs', page],
	['über uns/größe & co', '/', 'http://localhost/%C3%BCber%20uns/gr%C3%B6%C3%9Fe%20&%20co', page],
	['a.b.txt', '/sub/folder', 'http://localhost/sub/folder/a.b.txt', endpoint],
])('gives the path %j the same id, at base %j, as a request for %s', (pathname, base, url, route) => {
	expect(idOfRequest(new Request(url), route, base)).toBe(idOfPath({ pathname, route }));
});

it('gives another path, another route, and a file of an endpoint different ids', () => {
	const ids = [
		idOfPath({ pathname: 'a', route: page }),
		idOfPath({ pathname: 'b', route: page }),
		idOfPath({ pathname: 'a', route: endpoint }),
		idOfPath({ pathname: 'a.html', route: endpoint }),
	];
	expect(new Set(ids).size).toBe(4);
});
