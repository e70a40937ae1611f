import { SluglineUsageError } from '../errors.js';
import { dateText, floatText, intText } from './numbers.js';
import { type Alternatives, type Condition, type FieldState, type Filter, fieldName } from './schema.js';

type Value = string | number | boolean;

/** The conditions that a field can have; each call gives one. */
export interface FieldConditions {
	/** Equals one of the values. */
	in(...values: Value[]): Condition;
	/** Equals none of the values. */
	notIn(...values: Value[]): Condition;
	/** Matches a pattern in which `*` stands for anything; `''` matches blank fields. */
	like(pattern: string): Condition;
	/** Does not match the pattern. */
	notLike(pattern: string): Condition;
	/** Is lower than a whole number. */
	ltInt(value: number): Condition;
	/** Is greater than a whole number. */
	gtInt(value: number): Condition;
	/** Is lower than a number. */
	ltFloat(value: number): Condition;
	/** Is greater than a number. */
	gtFloat(value: number): Condition;
	/** Is before a moment: a Date, or `YYYY-MM-DD HH:MM` in UTC. Seconds are dropped. */
	ltDate(value: Date | string): Condition;
	/** Is after a moment: a Date, or `YYYY-MM-DD HH:MM` in UTC. Seconds are dropped. */
	gtDate(value: Date | string): Condition;
	/** The field's list has all of the values. */
	allInArray(...values: Value[]): Condition;
	/** The field's list has at least one of the values. */
	anyInArray(...values: Value[]): Condition;
	/** Is in a state such as `not_empty`. */
	is(state: FieldState): Condition;
}

/**
 * Names a content field to make conditions on. With a language its translated value is meant; the query must then ask for
 * that `language`, and for published stories.
 *
 * @param field name of the field; nested with dots and zero-based indexes: `body.0.name`, `seo.description`
 * @example filter.where('price').ltFloat(20)
 * @example filter.where({ field: 'headline', language: 'es-co' }).like('*café*')
 */
function where(field: string | { field: string; language: string }): FieldConditions {
	const named = typeof field === 'string' ? { field } : { field: field.field, language: field.language };
	if (!fieldName.test(named.field)) {
		throw new SluglineUsageError(
			`A filter cannot have the field "${named.field}": a field name has no brackets and no spaces. Write nested fields with dots, such as "body.0.name".`,
		);
	}
	const many = (operation: 'in' | 'not_in' | 'all_in_array' | 'any_in_array', values: Value[]): Condition => {
		if (values.length > 0) return { ...named, operation, values: values.map(String) };
		throw new SluglineUsageError(
			`The filter operation \`${operation}\` on the field "${named.field}" has no value. Give it at least one.`,
		);
	};
	return {
		in: (...values) => many('in', values),
		notIn: (...values) => many('not_in', values),
		allInArray: (...values) => many('all_in_array', values),
		anyInArray: (...values) => many('any_in_array', values),
		like: (value) => ({ ...named, operation: 'like', value }),
		notLike: (value) => ({ ...named, operation: 'not_like', value }),
		ltInt: (value) => ({ ...named, operation: 'lt_int', value: intText(value, named.field) }),
		gtInt: (value) => ({ ...named, operation: 'gt_int', value: intText(value, named.field) }),
		ltFloat: (value) => ({ ...named, operation: 'lt_float', value: floatText(value, named.field) }),
		gtFloat: (value) => ({ ...named, operation: 'gt_float', value: floatText(value, named.field) }),
		ltDate: (value) => ({ ...named, operation: 'lt_date', value: dateText(value, named.field) }),
		gtDate: (value) => ({ ...named, operation: 'gt_date', value: dateText(value, named.field) }),
		is: (value) => ({ ...named, operation: 'is', value }),
	};
}

/** At least one of the conditions must hold. A filter can have one such group. */
const or = (...conditions: Condition[]): Alternatives => ({ or: conditions });

/** All parts must hold; parts may be filters themselves. */
const and = (...parts: Filter[]): Filter => parts.flat();

/**
 * Makes filters of stories. A filter is plain data, so that it can stand in options and be compared.
 *
 * @example
 * const cheap = filter.and(
 *   filter.where('price').ltFloat(20),
 *   filter.or(filter.where('topics').anyInArray('tea', 'coffee'), filter.where('seo.description').is('not_empty')),
 * );
 * await client.stories.all({ filter: cheap });
 */
export const filter = { where, and, or } as const;
