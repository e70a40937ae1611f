/** The languages of the space, by the code that its stories carry in `lang`. */
export const languages = [
	{ lang: 'default', locale: 'en', name: 'English' },
	{ lang: 'de', locale: 'de', name: 'Deutsch' },
	{ lang: 'fr', locale: 'fr', name: 'Français' },
] as const;

/** The tag for `lang` attributes and for `Intl`. */
export function localeOf(lang: string): string {
	return languages.find((language) => language.lang === lang)?.locale ?? lang;
}

/** The `lang` attribute of words that are in another language than those around them. */
export const otherThan = (around: string, lang: string) => (lang === around ? undefined : localeOf(lang));

/** The first that is found in a language, else in the default one. */
export async function inLanguage<Found>(
	lang: string,
	find: (lang: string) => Promise<Found[]>,
): Promise<Found | undefined> {
	const [found] = await find(lang);
	return found ?? (lang === 'default' ? undefined : (await find('default'))[0]);
}
