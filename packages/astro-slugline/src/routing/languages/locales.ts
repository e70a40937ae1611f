import { foldCode } from 'astro-keep/shared/text/named';
import { RouteError } from '../route-error.js';
import type { RouteI18n } from '../types.js';

/** A locale of Astro in its long form. */
export interface Locale {
	path: string;
	codes: readonly string[];
}

/** How Astro's helpers name a locale. */
export const nameOf = ({ path, codes }: Locale): string => codes[0] ?? path;

/** Astro's locales, short ones converted to the long form. */
export const localesOf = (i18n: RouteI18n): Locale[] =>
	i18n.locales.map((locale) => (typeof locale === 'string' ? { path: locale, codes: [locale] } : locale));

/** The locale that a code stands for: by its codes, or else by its path. */
export const namedBy = (locales: readonly Locale[], code: string): Locale | undefined =>
	locales.find((locale) => locale.codes.some((own) => foldCode(own) === foldCode(code))) ??
	locales.find((locale) => foldCode(locale.path) === foldCode(code));

/** The language tag of a locale: its first code that has the form of one. */
export function tagOf(locale: Locale): string {
	return languageTag(locale.codes.find(isTag) ?? locale.codes[0] ?? locale.path);
}

/** The domains of locales by their names, and where the addresses of others begin if there are any. */
export function domainsOf({ domains = {}, site }: RouteI18n, locales: readonly Locale[]) {
	const named = Object.entries(domains).flatMap(([code, domain]): [string, string][] => {
		const locale = namedBy(locales, code);
		return locale ? [[nameOf(locale), new URL(domain).origin]] : [];
	});
	return {
		domains: new Map(named),
		origin: named.length > 0 && site !== undefined ? new URL(site).origin : undefined,
	};
}

/** A code as a language tag in its usual case: `pt_br` becomes `pt-BR`, and `zh-hant` becomes `zh-Hant`. */
export function languageTag(code: string): string {
	return foldCode(code)
		.split('-')
		.map((part, index) => {
			if (index === 0) return part;
			if (/^[a-z]{2}$/.test(part)) return part.toUpperCase();
			return /^[a-z]{4}$/.test(part) ? part.charAt(0).toUpperCase() + part.slice(1) : part;
		})
		.join('-');
}

/** True if a code has the form of a language tag, with either separator. */
const isTag = (code: string): boolean => /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(code);

/**
 * The locales that stand in for each locale, by their names, the nearest first: Astro's `fallback`, followed to its end.
 *
 * @throws {RouteError} if locales stand in for each other
 */
export function fallbackChains(
	{ fallback = {} }: RouteI18n,
	locales: readonly Locale[],
): ReadonlyMap<string, readonly string[]> {
	const next = new Map(
		Object.entries(fallback).flatMap(([from, to]): [string, string][] => {
			const [missing, shown] = [namedBy(locales, from), namedBy(locales, to)];
			return missing && shown ? [[nameOf(missing), nameOf(shown)]] : [];
		}),
	);
	return new Map(
		[...next.keys()].map((from) => {
			const chain = [from];
			for (let to = next.get(from); to !== undefined; to = next.get(to)) {
				if (chain.includes(to)) {
					throw new RouteError(
						`In Astro's i18n.fallback, locales stand in for each other: ${[...chain, to].join(', ')}.`,
						'Let each chain end, usually with the default locale.',
					);
				}
				chain.push(to);
			}
			return [from, chain.slice(1)];
		}),
	);
}
