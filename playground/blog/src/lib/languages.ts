/** The languages of the space, by the code that its stories carry in `lang`. */
export const languages = [
	{ lang: 'default', locale: 'en', name: 'English' },
	{ lang: 'de', locale: 'de', name: 'Deutsch' },
	{ lang: 'fr', locale: 'fr', name: 'Français' },
	{ lang: 'de-CH', locale: 'de-CH', name: 'Deutsch (Schweiz)' },
] as const;

/** The language whose lists and feed a language has, and whose words where it lacks its own. */
export const nearest = (lang: string) => (lang === 'de-CH' ? 'de' : lang);

/** The tag for `lang` attributes and for `Intl`. */
export function localeOf(lang: string): string {
	return languages.find((language) => language.lang === lang)?.locale ?? lang;
}

/** The `lang` attribute of words that are in another language than those around them. */
export const otherThan = (around: string, lang: string) => (lang === around ? undefined : localeOf(lang));

/** The first that is found in a language, else in the nearest one, else in the default one. */
export async function inLanguage<Found>(
	lang: string,
	find: (lang: string) => Promise<Found[]>,
): Promise<Found | undefined> {
	for (const one of new Set([lang, nearest(lang), 'default'])) {
		const [found] = await find(one);
		if (found !== undefined) return found;
	}
	return undefined;
}
