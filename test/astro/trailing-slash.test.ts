import { expect, it } from 'vitest';
import { acceptedForm } from '../../packages/astro-slugline/src/astro/dev/trailing-slash.js';

const paths = ['/_slugline', '/preview'];

it.each([
	['always', '/docs/_slugline/v2/cdn/stories?token=a/b', '/docs/_slugline/v2/cdn/stories/?token=a/b'],
	['always', '/docs/preview', '/docs/preview/'],
	['always', '/docs/preview/home/?a', '/docs/preview/home/?a'],
	['always', '/docs/_slugline/v2/page.js', '/docs/_slugline/v2/page.js'],
	['never', '/docs/preview/?_storyblok=1', '/docs/preview?_storyblok=1'],
	['never', '/docs/preview/blog//', '/docs/preview/blog'],
	['never', '/docs/preview/home', '/docs/preview/home'],
	['ignore', '/docs/preview/home', '/docs/preview/home'],
] as const)('with trailingSlash %s, %s becomes %s', (trailingSlash, url, form) => {
	expect(acceptedForm(url, { base: '/docs', trailingSlash, paths })).toBe(form);
});

it.each(['/docs/home', '/preview', '/docs/previews', '/docs', '/docs/home?/docs/preview', '*'])(
	'leaves %s to Astro',
	(url) => {
		expect(acceptedForm(url, { base: '/docs', trailingSlash: 'always', paths })).toBe(url);
	},
);
