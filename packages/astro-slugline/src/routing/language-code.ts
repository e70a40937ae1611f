/** Normalizes a code for comparison, which ignores case and treats `_` as `-`: `pt_BR` becomes `pt-br`. */
export const fold = (code: string): string => code.toLowerCase().replaceAll('_', '-');

/** A code as a language tag in its usual case: `pt_br` becomes `pt-BR`, and `zh-hant` becomes `zh-Hant`. */
export function languageTag(code: string): string {
	return fold(code)
		.split('-')
		.map((part, index) => {
			if (index === 0) return part;
			if (/^[a-z]{2}$/.test(part)) return part.toUpperCase();
			return /^[a-z]{4}$/.test(part) ? part.charAt(0).toUpperCase() + part.slice(1) : part;
		})
		.join('-');
}

/** True if a code has the form of a language tag, with either separator. */
export const isTag = (code: string): boolean => /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i.test(code);
