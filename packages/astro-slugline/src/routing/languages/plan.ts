import { foldCode } from 'astro-keep/shared/text/named';
import { RouteError } from '../route-error.js';
import { cleanPath, firstSegment } from '../site-path.js';
import type { RouteI18n, RouteTableInput, SiteLanguage } from '../types.js';
import { domainsOf, fallbackChains, type Locale, localesOf, namedBy, nameOf, tagOf } from './locales.js';

/** A language of the space and how it appears on the site. */
export interface PlannedLanguage extends SiteLanguage {
	/** Its language tag. Undefined for a default language without a known code. */
	hreflang: string | undefined;
	/** Astro's locale. */
	locale: string | undefined;
	/** Every form of its prefix, normalized: the code and the locale's path. */
	forms: ReadonlySet<string>;
	/** Every name of a folder in it, normalized: these forms and the locale's other codes. */
	folders: ReadonlySet<string>;
}

/** The languages of a space, resolved against the site's locales. */
export interface LanguagePlan {
	default: PlannedLanguage;
	/** All but the default one, in the given order, without those that no locale matches. */
	others: readonly PlannedLanguage[];
	/** The locales that the space does not have. Others may stand in for them, and folders be in them. */
	absent: readonly PlannedLanguage[];
	/** The code that turned out to be the default language's own. Its variants are skipped. */
	sameAsDefault: string | undefined;
	/** The language that a first path segment stands for, by its normalized form. */
	bySegment: ReadonlyMap<string, FolderLanguage>;
	/** On a site that has domains for some languages, where the addresses of the others begin: `https://example.com`. */
	origin: string | undefined;
	warnings: readonly string[];
}

/** A language that a folder is named after. */
export interface FolderLanguage extends Pick<PlannedLanguage, 'lang' | 'locale' | 'prefix' | 'domain'> {
	hreflang: string;
}

/** All languages of a plan, the default one first. */
export const languagesIn = (plan: LanguagePlan): PlannedLanguage[] => [
	plan.default,
	...plan.others,
	...plan.absent,
];

/** @param isBare true if its paths have no prefix */
const inLocale = (lang: string, code: string, locale: Locale, isBare: boolean): PlannedLanguage => ({
	lang,
	hreflang: tagOf(locale),
	locale: nameOf(locale),
	prefix: isBare ? '' : cleanPath(locale.path),
	forms: formsOf(code, locale.path),
	folders: formsOf(code, locale.path, ...locale.codes),
	chain: [],
});

const formsOf = (...codes: string[]): ReadonlySet<string> =>
	new Set(codes.map((code) => foldCode(firstSegment(cleanPath(code)))).filter((form) => form !== ''));

/** A default language without a known code. */
const unnamed: PlannedLanguage = {
	...{ lang: 'default', hreflang: undefined, locale: undefined, prefix: '', chain: [] },
	...{ forms: new Set(), folders: new Set() },
};

function plainLanguages(codes: readonly string[], defaultLanguage: string | undefined): LanguagePlan {
	const plain = (lang: string, code: string): PlannedLanguage => ({
		...inLocale(lang, code, { path: code, codes: [code] }, lang === 'default'),
		locale: undefined,
	});
	const standard = defaultLanguage === undefined ? unnamed : plain('default', defaultLanguage);
	const others = codes.map((code) => plain(code, code));
	return {
		default: standard,
		others,
		absent: [],
		sameAsDefault: undefined,
		bySegment: segmentsOf([standard, ...others]),
		origin: undefined,
		warnings: [],
	};
}

/** The language of each name of a folder. The first one that has it counts, and forms of prefixes before other codes. */
function segmentsOf(languages: readonly PlannedLanguage[]): Map<string, FolderLanguage> {
	const pairsOf = (names: 'forms' | 'folders') =>
		languages.flatMap((language) => {
			const { hreflang } = language;
			if (hreflang === undefined) return [];
			return [...language[names]].map((name): [string, FolderLanguage] => [name, { ...language, hreflang }]);
		});
	return new Map([...pairsOf('forms'), ...pairsOf('folders')].reverse());
}

function localeLanguages(
	codes: readonly string[],
	defaultLanguage: string | undefined,
	i18n: RouteI18n,
): LanguagePlan {
	const locales = localesOf(i18n);
	const named = locales.map((locale) => `'${locale.path}'`).join(', ');
	const standard =
		locales.find((locale) => locale.path === i18n.defaultLocale) ?? namedBy(locales, i18n.defaultLocale);
	if (standard === undefined) {
		throw new RouteError(
			`Astro's i18n.defaultLocale '${i18n.defaultLocale}' is not one of its locales: ${named}.`,
			'Add it to `i18n.locales` in astro.config, or set `defaultLocale` to one of these.',
		);
	}
	const home = defaultLanguage === undefined ? standard : namedBy(locales, defaultLanguage);
	if (home === undefined) {
		throw new RouteError(
			`The default language '${defaultLanguage}' is not one of Astro's locales: ${named}.`,
			'Add it to `locales` in astro.config, or correct the option `defaultLanguage`.',
		);
	}
	const isBare = (locale: Locale) => locale === standard && i18n.prefixDefaultLocale !== true;
	const { domains, origin } = domainsOf(i18n, locales);
	const hasPrefix = (locale: Locale) => !isBare(locale) && !domains.has(nameOf(locale));
	const others: PlannedLanguage[] = [];
	const warnings: string[] = [];
	let sameAsDefault: string | undefined;
	for (const code of codes) {
		const locale = namedBy(locales, code);
		if (locale === undefined) {
			warnings.push(
				`The language '${code}' of the space is skipped, because it matches none of the site's locales (${named}). Add it to \`locales\` in astro.config to build its pages.`,
			);
		} else if (locale === home) {
			sameAsDefault = code;
		} else {
			others.push(inLocale(code, code, locale, isBare(locale)));
			if (hasPrefix(locale)) warnings.push(...caseWarning(locale));
		}
	}
	if (hasPrefix(home)) warnings.push(...caseWarning(home));
	const first = inLocale('default', defaultLanguage ?? nameOf(home), home, isBare(home));
	const chains = fallbackChains(i18n, locales);
	const langOf = new Map([first, ...others].map(({ lang, locale }) => [locale, lang]));
	const absent = locales
		.filter((locale) => !langOf.has(nameOf(locale)))
		.map((locale) => inLocale(nameOf(locale), nameOf(locale), locale, isBare(locale)));
	for (const { lang, locale } of absent) langOf.set(locale, lang);
	const whole = ({ locale = '', ...language }: PlannedLanguage): PlannedLanguage => ({
		...language,
		locale,
		chain: (chains.get(locale) ?? []).flatMap((name) => langOf.get(name) ?? []),
		domain: domains.get(locale),
	});
	const plan = { default: whole(first), others: others.map(whole), absent: absent.map(whole) };
	const bySegment = segmentsOf([plan.default, ...plan.others, ...plan.absent]);
	return { ...plan, sameAsDefault, bySegment, origin, warnings };
}

/** Warns of a locale whose address depends on who writes it: Astro's helpers change its case, and its router does not. */
function caseWarning({ path, codes }: Locale): string[] {
	const written = foldCode(path);
	if (path === written) return [];
	return [
		`Pages of the locale '${path}' are below /${path}/, but Astro's getRelativeLocaleUrl() gives /${written}/. Write it as { path: '${written}', codes: ['${codes[0] ?? path}'] } in \`locales\` of astro.config, with which both are /${written}/.`,
	];
}

/**
 * Resolves each language of the space to its prefix, locale, and language tag.
 *
 * @throws {RouteError} if a configured language matches no locale, or if two languages share a path
 */
export function languagePlan(
	input: Pick<RouteTableInput, 'languages' | 'defaultLanguage' | 'i18n'>,
): LanguagePlan {
	const { defaultLanguage, i18n } = input;
	const byForm = new Map(
		input.languages.filter((code) => foldCode(code) !== 'default').map((code) => [foldCode(code), code]),
	);
	let same: string | undefined;
	if (defaultLanguage !== undefined) {
		same = byForm.get(foldCode(defaultLanguage));
		byForm.delete(foldCode(defaultLanguage));
	}
	const codes = [...byForm.values()];
	const languages = i18n
		? localeLanguages(codes, defaultLanguage, i18n)
		: plainLanguages(codes, defaultLanguage);
	refuseSharedPrefix(languages.others);
	return { ...languages, sameAsDefault: same ?? languages.sameAsDefault };
}

function refuseSharedPrefix(languages: readonly PlannedLanguage[]): void {
	const seen = new Map<string, PlannedLanguage>();
	for (const language of languages) {
		const other = seen.get(language.prefix);
		if (other !== undefined) {
			throw new RouteError(
				`The languages '${other.lang}' and '${language.lang}' of the space both have their pages at '/${language.prefix}'.`,
				'Give each its own locale in astro.config, or exclude one with the option `languages`.',
			);
		}
		seen.set(language.prefix, language);
	}
}
