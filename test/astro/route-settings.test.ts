import { expect, it } from 'vitest';
import {
	type RoutedSite,
	routeSettings,
} from '../../packages/astro-slugline/src/astro/session/routes/route-settings.js';

it('lists the files of the sitemap, so that no story takes their place', () => {
	const files = (...integrations: string[]) => {
		const options = { id: 'default', defaultLanguage: 'en', routes: {} };
		const site = {
			build: { format: 'directory' },
			publicDir: new URL('./no-such-folder/', import.meta.url),
			integrations: integrations.map((name) => ({ name, hooks: {} })),
		};
		return routeSettings(options as Parameters<typeof routeSettings>[0], site as unknown as RoutedSite).files;
	};
	expect(files()).toEqual(['slugline.json']);
	expect(files('@astrojs/sitemap')).toEqual(['slugline.json', 'sitemap-index.xml', 'sitemap-0.xml']);
});

it('passes every option that selects pages to the route table', () => {
	const chosen = { include: ['blog/**'], exclude: ['settings'], contentTypes: ['article'] };
	const options = {
		id: 'default',
		routes: { ...chosen, home: 'home', page: './src/Story.astro', collection: 'stories' },
	};
	const site = {
		build: { format: 'directory' },
		publicDir: new URL('./no-such-folder/', import.meta.url),
		integrations: [],
	};
	const settings = routeSettings(
		options as unknown as Parameters<typeof routeSettings>[0],
		site as unknown as RoutedSite,
	);
	expect(settings).toMatchObject({ pages: chosen, home: 'home' });
	expect(Object.keys(settings.pages ?? {})).toEqual(Object.keys(chosen));
});
