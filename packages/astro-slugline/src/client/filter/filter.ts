import { type FieldState, filterOperations } from '../../shared/api/filter-operations.js';
import { SluglineUsageError } from '../model/errors.js';
import {
	type Alternatives,
	type Condition,
	dateText,
	type Filter,
	fieldName,
	floatText,
	intText,
} from './schema.js';

type Value = string | number | boolean;

/** The conditions on a field. Each method returns one. */
export interface FieldConditions {
	/** Equals one of the values. */
	in(...values: Value[]): Condition;
	/** Equals none of the values. */
	notIn(...values: Value[]): Condition;
	/** Matches a pattern, in which `*` stands for any text. `''` matches blank fields. */
	like(pattern: string): Condition;
	/** Does not match the pattern. */
	notLike(pattern: string): Condition;
	/** Is less than a whole number. */
	ltInt(value: number): Condition;
	/** Is greater than a whole number. */
	gtInt(value: number): Condition;
	/** Is less than a number. */
	ltFloat(value: number): Condition;
	/** Is greater than a number. */
	gtFloat(value: number): Condition;
	/** Is before a time: a Date, or `YYYY-MM-DD HH:MM` in UTC. Seconds are dropped. */
	ltDate(value: Date | string): Condition;
	/** Is after a time: a Date, or `YYYY-MM-DD HH:MM` in UTC. Seconds are dropped. */
	gtDate(value: Date | string): Condition;
	/** The field's list contains all of the values. */
	allInArray(...values: Value[]): Condition;
	/** The field's list contains at least one of the values. */
	anyInArray(...values: Value[]): Condition;
	/** As `anyInArray`, by the name in the newest specification of the API. */
	inArray(...values: Value[]): Condition;
	/** Whether the story has the field, which may be empty. Default: true. */
	exists(value?: boolean): Condition;
	/** Is in a state such as `not_empty`. */
	is(state: FieldState): Condition;
}

/**
 * Starts a condition on a content field. With a `language`, the condition is about the translated value, and
 * the query must request that language and published stories.
 *
 * @param field name of the field, nested with dots and zero-based indexes: `body.0.name`, `seo.description`
 * @throws {SluglineUsageError} if the name or a value is invalid
 * @example
 * filter.where('price').ltFloat(20);
 * filter.where({ field: 'headline', language: 'es-co' }).like('*café*');
 */
function where(field: string | { field: string; language: string }): FieldConditions {
	const named = typeof field === 'string' ? { field } : { field: field.field, language: field.language };
	if (!fieldName.test(named.field)) {
		throw new SluglineUsageError(
			`Invalid field "${named.field}" in a filter: a field name has no brackets or spaces. Write nested fields with dots, such as "body.0.name".`,
		);
	}
	const condition = ([operation, form]: (typeof filterOperations)[Method], values: Value[]) => {
		if (form !== 'list')
			return { ...named, operation, value: valueText[form](values[0] as never, named.field) };
		if (values.length > 0) return { ...named, operation, values: values.map(String) };
		throw new SluglineUsageError(
			`The filter operation \`${operation}\` on the field "${named.field}" has no value. Give it at least one.`,
		);
	};
	const methods = Object.entries(filterOperations).map(([method, row]) => [
		method,
		(...values: Value[]) => condition(row, values),
	]);
	return Object.fromEntries(methods) as { [Name in Method]: FieldConditions[Name] };
}

type Method = keyof typeof filterOperations;

/** One value as a request has it, by its form. */
const valueText = {
	pattern: (pattern: string) => pattern,
	int: intText,
	float: floatText,
	date: dateText,
	flag: (value = true) => String(value),
	state: (state: FieldState) => state,
};

/** At least one of the conditions must hold. A filter can contain one such group. */
const or = (...conditions: Condition[]): Alternatives => ({ or: conditions });

/** All parts must hold. A part can be a filter itself. */
const and = (...parts: Filter[]): Filter => parts.flat();

/**
 * Builds filters for stories. A filter is plain data, so it can be an option and can be compared.
 *
 * @see docs/client.md
 * @example
 * const cheap = filter.and(
 *   filter.where('price').ltFloat(20),
 *   filter.or(filter.where('topics').anyInArray('tea', 'coffee'), filter.where('seo.description').is('not_empty')),
 * );
 * await client.stories.all({ filter: cheap });
 */
export const filter = { where, and, or } as const;
