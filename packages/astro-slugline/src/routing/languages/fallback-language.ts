import type { RouteTableInput } from '../types.js';
import { languagePlan } from './plan.js';

/**
 * The language of the space that its service is to take fields from that a language lacks; undefined for none, and for the default
 * one, which it takes them from anyway.
 *
 * @param language a code of the space
 * @throws {RouteError} as {@link languagePlan}
 * @example fallbackLanguageOf('es-MX', { languages: ['es', 'es-MX'], i18n }) // 'es'
 */
export function fallbackLanguageOf(
	language: string,
	input: Pick<RouteTableInput, 'languages' | 'defaultLanguage' | 'i18n'>,
): string | undefined {
	if (!input.i18n?.fallback) return undefined;
	const { others } = languagePlan(input);
	const isOfSpace = (code: string) => others.some(({ lang }) => lang === code);
	const chain = others.find(({ lang }) => lang === language)?.chain ?? [];
	const nearest = chain.find((code) => code === 'default' || isOfSpace(code));
	return nearest === 'default' ? undefined : nearest;
}
