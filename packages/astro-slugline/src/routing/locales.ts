import { fold, isTag, languageTag } from './language-code.js';
import type { RouteI18n } from './types.js';

/** A locale of Astro's i18n in its long form. */
export interface Locale {
	path: string;
	codes: readonly string[];
}

/** Astro's locales, short ones converted to the long form. */
export const localesOf = (i18n: RouteI18n): Locale[] =>
	i18n.locales.map((locale) => (typeof locale === 'string' ? { path: locale, codes: [locale] } : locale));

/** The locale that a code stands for: by its codes, or else by its path. */
export const namedBy = (locales: readonly Locale[], code: string): Locale | undefined =>
	locales.find((locale) => locale.codes.some((own) => fold(own) === fold(code))) ??
	locales.find((locale) => fold(locale.path) === fold(code));

/** The language tag of a locale: its first code that has the form of one. */
export function tagOf(locale: Locale): string {
	return languageTag(locale.codes.find(isTag) ?? locale.codes[0] ?? locale.path);
}
