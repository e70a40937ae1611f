import { expect, it } from 'vitest';
import { paginateFor } from '../../../packages/astro-slugline/src/astro/preview-server/paginate.js';

// Private to Astro, which does not export it.
const { generatePaginateFunction } = await import(
	new URL('../../../node_modules/astro/dist/core/render/paginate.js', import.meta.url).href
);

const param = (content: string) => [{ content, dynamic: true, spread: content.startsWith('...') }];
const fixed = (content: string) => [{ content, dynamic: false, spread: false }];

it.each([
	['a list at its root', [fixed('blog'), param('...page')], ['...page'], {}],
	[
		'numbered pages of tags',
		[fixed('tags'), param('tag'), param('page')],
		['tag', 'page'],
		{ params: { tag: 'a b' } },
	],
	['the whole site', [param('...page')], ['...page'], { pageSize: 3, props: { more: 1 } }],
	['one page', [param('page')], ['page'], { pageSize: Number.POSITIVE_INFINITY }],
	['a format', [param('page')], ['page'], { format: (url: string) => `${url}?x` }],
])('paginates as Astro does: %s', (_name, segments, params, options) => {
	for (const trailingSlash of ['always', 'never', 'ignore'] as const)
		for (const base of ['', '/docs'])
			for (const count of [0, 1, 10, 25]) {
				const data = Array.from({ length: count }, (_, index) => index);
				const astro = generatePaginateFunction({ segments, params }, base || '/', trailingSlash);
				const ours = paginateFor({ segments, params }, { base, trailingSlash });
				expect(ours(data, options)).toEqual(astro(data, options));
			}
});
