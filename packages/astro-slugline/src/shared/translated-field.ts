const mark = '__i18n__';

/**
 * The field and the language in the name of a translated field; undefined for the name of another field. A pattern such as
 * `/^(.+)__i18n__(.+)$/` takes quadratic time.
 *
 * @example translationOf('title__i18n__es_co') // { field: 'title', code: 'es_co' }
 */
export function translationOf(name: string): { field: string; code: string } | undefined {
	const at = name.lastIndexOf(mark);
	const code = name.slice(at + mark.length);
	return at > 0 && code !== '' ? { field: name.slice(0, at), code } : undefined;
}
