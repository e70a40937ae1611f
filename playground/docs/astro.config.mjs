import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import slugline from 'astro-slugline';
import { sidebar } from './sidebar.ts';

export default defineConfig({
	site: 'https://example.com',
	integrations: [
		slugline({ space: './space' }),
		starlight({
			title: 'Slugline',
			description: 'A headless CMS space as an Astro site.',
			sidebar,
			// The space has the error page.
			disable404Route: true,
			markdown: { processedDirs: ['./space'] },
		}),
	],
});
