import sitemap from '@astrojs/sitemap';
import { defineConfig } from 'astro/config';
import slugline, { withAlternates } from 'astro-slugline';

export default defineConfig({
	site: 'https://example.com',
	i18n: { locales: ['en', 'de', 'fr'], defaultLocale: 'en' },
	integrations: [
		slugline({
			space: './space',
			defaultLanguage: 'en',
			routes: { exclude: ['authors/**', 'categories/**', 'settings/**'] },
			redirects: {},
			preview: {},
		}),
		sitemap({ serialize: withAlternates }),
	],
});
