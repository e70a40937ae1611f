/** The form of an operation's value. A list is written with commas. */
type Form = 'list' | 'pattern' | 'int' | 'float' | 'date' | 'flag' | 'state';

/** The operations of `filter_query` by their methods in `filter.where()`: the name in a request, and the form of the value. */
export const filterOperations = {
	in: ['in', 'list'],
	notIn: ['not_in', 'list'],
	like: ['like', 'pattern'],
	notLike: ['not_like', 'pattern'],
	ltInt: ['lt_int', 'int'],
	gtInt: ['gt_int', 'int'],
	ltFloat: ['lt_float', 'float'],
	gtFloat: ['gt_float', 'float'],
	ltDate: ['lt_date', 'date'],
	gtDate: ['gt_date', 'date'],
	allInArray: ['all_in_array', 'list'],
	anyInArray: ['any_in_array', 'list'],
	inArray: ['in_array', 'list'],
	exists: ['exists', 'flag'],
	is: ['is', 'state'],
} as const satisfies Record<string, readonly [string, Form]>;

type Row = (typeof filterOperations)[keyof typeof filterOperations];

/** The operations whose values have a form, as requests name them. */
export type FilterOperation<F extends Form = Form> = Extract<Row, readonly [string, F]>[0];

/** The operations whose values have one of the forms. */
export const operationsOf = <F extends Form>(...wanted: F[]): FilterOperation<F>[] =>
	Object.values(filterOperations)
		.filter(([, form]) => wanted.some((each) => each === form))
		.map(([name]) => name as FilterOperation<F>);

/** The values of `is`. `empty` also matches stories without the field. */
export const fieldStates = [
	'empty',
	'not_empty',
	'empty_array',
	'not_empty_array',
	'null',
	'not_null',
	'true',
	'false',
] as const;

/** A state that `filter.where(…).is()` compares with. */
export type FieldState = (typeof fieldStates)[number];

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
