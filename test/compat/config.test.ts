import type { SluglineOptions } from 'astro-slugline';
import type { StoryblokOptions } from 'astro-slugline/compat/config';
import { expect, it } from 'vitest';
import {
	previewWarning,
	sluglineOptions,
} from '../../packages/astro-slugline/src/compat/config/storyblok.js';
import { vendorAliases } from '../../packages/astro-slugline/src/compat/config/vendor-imports.js';
import { temporaryFolder } from '../support/test-folder.js';

it.each<[what: string, given: StoryblokOptions, options: SluglineOptions]>([
	[
		'the usual options',
		{
			...{ accessToken: 'abc', apiOptions: { region: 'us' }, bridge: true, useCustomApi: false },
			components: { page: 'storyblok/Page', teaser_grid: '/components/Grid' },
		},
		{
			...{ token: 'abc', region: 'us', missingBlok: 'error' },
			bloks: [{ page: './src/storyblok/Page', teaser_grid: './src/components/Grid' }],
		},
	],
	[
		'an endpoint, drafts, another folder of components, and a fallback component',
		{
			apiOptions: { endpoint: 'https://api.example.com/v2/cdn', version: 'draft' },
			...{ componentsDir: './app/', components: { page: 'Page' }, enableFallbackComponent: true },
		},
		{
			...{ baseUrl: 'https://api.example.com', version: 'draft', missingBlok: 'warn' },
			bloks: [{ page: './app/Page' }],
		},
	],
	[
		'options of slugline(), which come first, and need no token for a folder',
		{ accessToken: 'abc', slugline: { space: './space', missingBlok: 'warn', defaultLanguage: 'en' } },
		{ space: './space', missingBlok: 'warn', defaultLanguage: 'en' },
	],
	['an empty token', { accessToken: '' }, { missingBlok: 'error' }],
])('maps %s', (_, given, options) => {
	expect(sluglineOptions(given, '/nowhere')).toEqual(options);
});

it('warns of a deployment of drafts whose editor the bridge would have shown changes', () => {
	const drafts = { version: 'draft' } as const;
	expect(previewWarning({ bridge: true }, drafts)).toEqual([
		expect.stringContaining('Set `slugline: { preview: { deployed: true } }`'),
	]);
	expect(previewWarning({ bridge: {} }, { ...drafts, preview: { deployed: true } })).toEqual([]);
	expect(previewWarning({ bridge: false }, drafts)).toEqual([]);
	expect(previewWarning({ bridge: true }, {})).toEqual([]);
});

it('finds components in the folder `storyblok` by name, unless the options name them', async () => {
	const root = await temporaryFolder({
		'src/storyblok/Teaser.astro': '',
		'src/storyblok/lists/Grid.astro': '',
		'src/storyblok/notes.md': '',
	});
	const { bloks } = sluglineOptions({ components: { Grid: 'Other' } }, root);
	expect(bloks).toEqual(['./src/storyblok', { Teaser: './src/storyblok/Teaser.astro', Grid: './src/Other' }]);
});

it.each([
	['@storyblok/astro', 'astro-slugline/compat'],
	['@storyblok/astro/middleware.ts', 'astro-slugline/compat'],
	['@storyblok/astro/client', 'astro-slugline/compat'],
	['@storyblok/astro/StoryblokComponent.astro', 'astro-slugline/compat/StoryblokComponent.astro'],
	['@storyblok/astro/FallbackComponent.astro', 'astro-slugline/compat/FallbackComponent.astro'],
	['@storyblok/astro-tools', undefined],
	['@storyblok/js', undefined],
])('resolves imports of %s', (specifier, resolved) => {
	const found = vendorAliases.find(({ find }) => find.test(specifier));
	expect(found && specifier.replace(found.find, found.replacement)).toBe(resolved);
});
