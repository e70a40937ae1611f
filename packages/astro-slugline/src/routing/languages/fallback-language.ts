import type { RouteTableInput } from '../types.js';
import { languagePlan } from './plan.js';

/**
 * The language from which the service fills in fields that are not translated, which must be one of the space: the nearest in the
 * chain. Undefined if that is the default language, from which the service fills them in anyway, or if there is no chain.
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
