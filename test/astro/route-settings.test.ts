import { expect, it } from 'vitest';
import {
	routeSettings,
	type Site,
} from '../../packages/astro-slugline/src/astro/session/routes/route-settings.js';

it('knows the files of the sitemap, so that no story takes their place', () => {
	const files = (...integrations: string[]) => {
		const options = { id: 'default', defaultLanguage: 'en', routes: {} };
		const site = {
			build: { format: 'directory' },
			publicDir: new URL('./no-such-folder/', import.meta.url),
			integrations: integrations.map((name) => ({ name, hooks: {} })),
		};
		return routeSettings(options as Parameters<typeof routeSettings>[0], site as unknown as Site).files;
	};
	expect(files()).toEqual(['slugline.json']);
	expect(files('@astrojs/sitemap')).toEqual(['slugline.json', 'sitemap-index.xml', 'sitemap-0.xml']);
});
