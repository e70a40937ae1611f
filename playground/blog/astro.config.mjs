import sitemap from '@astrojs/sitemap';
import { defineConfig } from 'astro/config';
import slugline, { withAlternates } from 'astro-slugline';
import { imageService } from './image-service.js';
import { pageReport } from './page-report.js';
import { photoHost } from './src/lib/photo-host.js';

export default defineConfig({
	site: 'https://example.com',
	i18n: {
		locales: ['en', 'de', 'fr', { path: 'de-ch', codes: ['de-CH'] }],
		defaultLocale: 'en',
		// What has no Swiss text redirects to the German page.
		fallback: { 'de-ch': 'de' },
	},
	integrations: [
		slugline({
			space: './space',
			defaultLanguage: 'en',
			routes: { exclude: ['authors/**', 'categories/**', 'settings/**'] },
			assets: { hosts: [photoHost], download: true },
			redirects: {},
			preview: {},
		}),
		sitemap({ serialize: withAlternates }),
		imageService(),
		pageReport(),
	],
});
