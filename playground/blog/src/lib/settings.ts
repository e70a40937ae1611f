import { getEntry } from 'astro:content';

/** The site's settings in one language. */
export async function settingsIn(lang: string) {
	const translated = lang === 'default' ? undefined : await getEntry('settings', `${lang}/settings/site`);
	const settings = translated ?? (await getEntry('settings', 'settings/site'));
	if (!settings) throw new Error('The space has no story "settings/site".');
	return settings.data.content;
}
