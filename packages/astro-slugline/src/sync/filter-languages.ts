import type { Filter } from '../client/index.js';
import { translationOf } from '../shared/translated-field.js';
import { defaultLang } from './target-rows.js';

const underscored = (code: string) => code.replaceAll('-', '_');

/**
 * The languages in which a filter is evaluated: all, or only those of its translated fields, because the API filters these in their
 * own language only. If none of these languages is built, the default one is used, so that the client reports the problem.
 */
export function filterLanguages(filter: Filter, languages: readonly string[]): string[] {
	const conditions = [filter].flat().flatMap((part) => ('or' in part ? part.or : [part]));
	const codes = new Set(
		conditions.flatMap(({ field, language }) => {
			const code = language ?? translationOf(field)?.code;
			return code === undefined ? [] : [underscored(code)];
		}),
	);
	if (codes.size === 0) return [defaultLang, ...languages];
	const meant = languages.filter((language) => codes.has(underscored(language)));
	return meant.length > 0 ? meant : [defaultLang];
}
