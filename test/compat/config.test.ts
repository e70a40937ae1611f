import { expect, it } from 'vitest';
import { sluglineOptions } from '../../packages/astro-slugline/src/compat/config/storyblok.js';
import { vendorAliases } from '../../packages/astro-slugline/src/compat/config/vendor-imports.js';
import { temporaryFolder } from '../space/temporary-folder.js';

it('maps the options of the vendor’s integration', () => {
	expect(
		sluglineOptions(
			{
				accessToken: 'abc',
				apiOptions: { region: 'us' },
				components: { page: 'storyblok/Page', teaser_grid: '/components/Grid' },
				bridge: true,
				useCustomApi: false,
			},
			'/nowhere',
		),
	).toEqual({
		token: 'abc',
		region: 'us',
		bloks: { page: './src/storyblok/Page', teaser_grid: './src/components/Grid' },
		missingBlok: 'error',
	});
});

it('maps an endpoint, drafts, another folder of components, and a fallback component', () => {
	expect(
		sluglineOptions(
			{
				apiOptions: { endpoint: 'https://api.example.com/v2/cdn', version: 'draft' },
				componentsDir: './app/',
				components: { page: 'Page' },
				enableFallbackComponent: true,
			},
			'/nowhere',
		),
	).toEqual({
		baseUrl: 'https://api.example.com',
		version: 'draft',
		bloks: { page: './app/Page' },
		missingBlok: 'warn',
	});
});

it('finds components in the folder `storyblok` by name, unless the options name them', async () => {
	const root = await temporaryFolder({
		'src/storyblok/Teaser.astro': '',
		'src/storyblok/lists/Grid.astro': '',
		'src/storyblok/notes.md': '',
	});
	const { bloks } = sluglineOptions({ components: { Grid: 'Other' } }, root);
	expect(bloks).toEqual({ Teaser: './src/storyblok/Teaser.astro', Grid: './src/Other' });
});

it('prefers options of slugline(), and needs no token for a folder', () => {
	expect(
		sluglineOptions(
			{ accessToken: 'abc', slugline: { space: './space', missingBlok: 'warn', defaultLanguage: 'en' } },
			'/nowhere',
		),
	).toEqual({ space: './space', missingBlok: 'warn', defaultLanguage: 'en' });
	expect(sluglineOptions({ accessToken: '' }, '/nowhere')).toEqual({ missingBlok: 'error' });
});

it('resolves imports of the vendor’s integration', () => {
	const aliased = (specifier: string) => {
		const found = vendorAliases.find(({ find }) => find.test(specifier));
		return found && specifier.replace(found.find, found.replacement);
	};
	expect(aliased('@storyblok/astro')).toBe('astro-slugline/compat');
	expect(aliased('@storyblok/astro/middleware.ts')).toBe('astro-slugline/compat');
	expect(aliased('@storyblok/astro/client')).toBe('astro-slugline/compat');
	expect(aliased('@storyblok/astro/StoryblokComponent.astro')).toBe(
		'astro-slugline/compat/StoryblokComponent.astro',
	);
	expect(aliased('@storyblok/astro-tools')).toBeUndefined();
	expect(aliased('@storyblok/js')).toBeUndefined();
});
