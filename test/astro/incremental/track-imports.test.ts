import { expect, it } from 'vitest';
import { aliasedImports } from '../../../packages/astro-slugline/src/astro/incremental/code/track-imports-plugin.js';

it('tracks imports through an alias, if it leads to a tracked module', () => {
	const find = /^@storyblok\/astro(?:\/client)?$/;
	expect([...aliasedImports([{ find, replacement: 'astro-slugline/compat' }])]).toEqual([
		['@storyblok/astro', 'astro-slugline/compat'],
		['@storyblok/astro/client', 'astro-slugline/compat'],
	]);
	expect(aliasedImports([{ find, replacement: '/elsewhere.js' }])).toEqual(new Map());
	expect(aliasedImports([])).toEqual(new Map());
});
