import { query } from 'astro-slugline/content';
import { inLanguage } from './languages.js';

/** What every page shows of the site's settings, in one language. */
export async function settingsIn(lang: string) {
	const settings = await inLanguage(lang, (lang) =>
		query({
			collection: 'settings',
			lang,
			fields: [
				'content.title',
				'content.tagline',
				'content.navigation',
				'content.footer_text',
				'content.footer_links',
			],
		}),
	);
	if (!settings) throw new Error('The space has no story "settings/site".');
	return settings.data.content;
}
