import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import slugline from 'astro-slugline';
import { addresses } from './addresses.ts';
import { sidebar } from './sidebar.ts';

export default defineConfig({
	integrations: [
		slugline({ space: './space' }),
		starlight({
			title: 'Slugline',
			description: 'A headless CMS space as an Astro site.',
			sidebar,
			social: addresses,
			components: {
				Search: './src/components/Search.astro',
				SiteTitle: './src/components/SiteTitle.astro',
				MarkdownContent: './src/components/MarkdownContent.astro',
			},
			// The space has the error page.
			disable404Route: true,
			markdown: { processedDirs: ['./space'] },
		}),
	],
});
