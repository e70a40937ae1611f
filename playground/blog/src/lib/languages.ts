import { getCollection } from 'astro:content';
import { routeOf } from 'astro-slugline/paths';

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

/** A story in the wanted language, else in the default one. */
export function inLanguage<Entry extends { data: { uuid: string; lang: string } }>(
	entries: Entry[],
	uuid: string,
	lang: string,
): Entry | undefined {
	const variants = entries.filter((entry) => entry.data.uuid === uuid);
	return (
		variants.find((entry) => entry.data.lang === lang) ??
		variants.find((entry) => entry.data.lang === 'default')
	);
}

/** Addresses of the front pages, by language. */
export async function homes(): Promise<Map<string, string>> {
	const pages = await getCollection('pages', (page) => page.data.content.component === 'home');
	return new Map(pages.flatMap((page) => [[page.data.lang, routeOf(page)?.href ?? '/']]));
}
