import type { FieldState, FilterOperation } from '../../shared/api/filter-operations.js';
import { isObject } from '../../shared/json.js';
import { wildcardMatcher } from '../../shared/text/glob.js';
import { isInteger, toFloat, toInt, toMoment } from './cast.js';
import { accept, type Parsed, refuse } from './refusal.js';

/** Tests one field's value, which is undefined if the story lacks the field. */
export type Test = (value: unknown) => boolean;

type Operation = (argument: string) => Parsed<Test>;

/**
 * Every operation of the filter language. Operations with "not" are the exact opposite, so they match stories
 * without the field.
 */
const operations: Readonly<Record<string, Operation>> = {
	in: (argument) => accept(equalsOneOf(argument.split(','))),
	not_in: (argument) => accept(not(equalsOneOf(argument.split(',')))),
	like: (argument) => accept(matchesPattern(argument)),
	not_like: (argument) => accept(not(matchesPattern(argument))),
	lt_int: (argument) => wholeNumber(argument, toInt, (value, limit) => value < limit),
	gt_int: (argument) => wholeNumber(argument, toInt, (value, limit) => value > limit),
	lt_float: (argument) => against(argument, toFloat, (value, limit) => value < limit, 'a number'),
	gt_float: (argument) => against(argument, toFloat, (value, limit) => value > limit, 'a number'),
	lt_date: (argument) =>
		against(argument, toMoment, (value, limit) => value < limit, 'a date (YYYY-MM-DD HH:MM)'),
	gt_date: (argument) =>
		against(argument, toMoment, (value, limit) => value > limit, 'a date (YYYY-MM-DD HH:MM)'),
	all_in_array: (argument) => accept(holds(argument.split(','), 'every')),
	any_in_array: (argument) => accept(holds(argument.split(','), 'some')),
	in_array: (argument) => accept(holds(argument.split(','), 'some')),
	exists: (argument) =>
		['true', 'false'].includes(argument)
			? accept((value) => (value !== undefined) === (argument === 'true'))
			: refuse(400, `Invalid value for filter operation exists: ${argument}`),
	is: (argument) => {
		const test = Object.hasOwn(kinds, argument) ? kinds[argument] : undefined;
		return test ? accept(test) : refuse(400, `Invalid value for filter operation is: ${argument}`);
	},
} satisfies Record<FilterOperation, Operation>;

/** The values of `is`. `empty` and `not_null` match stories without the field, as documented. */
const kinds: Readonly<Record<string, Test>> = {
	empty: (value) => value === undefined || isBlank(value),
	not_empty: (value) => value !== undefined && !isBlank(value),
	empty_array: (value) => Array.isArray(value) && value.length === 0,
	not_empty_array: (value) => Array.isArray(value) && value.length > 0,
	null: (value) => value === null,
	not_null: (value) => value !== null,
	true: (value) => String(value) === 'true',
	false: (value) => String(value) === 'false',
} satisfies Record<FieldState, Test>;

/** The test for an operation and its argument, or the refusal of an unknown operation or invalid value. */
export function parseOperation(name: string, argument: string): Parsed<Test> {
	const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
	if (!operation) return refuse(422, `Unknown filter operation: ${name}`);
	return operation(argument);
}

const not =
	(test: Test): Test =>
	(value) =>
		!test(value);

/** True for a value that exists but is blank. */
function isBlank(value: unknown): boolean {
	if (value === null) return true;
	if (typeof value === 'string') return value.trim() === '';
	if (Array.isArray(value)) return value.length === 0;
	return isObject(value) && Object.keys(value).length === 0;
}

const isScalar = (value: unknown): value is string | number | boolean =>
	['string', 'number', 'boolean'].includes(typeof value);

/** Compares as text, null as `''`. A field with several values matches if any of them does. */
function equalsOneOf(wanted: readonly string[]): Test {
	const equals = (value: unknown) =>
		(isScalar(value) || value === null) && wanted.includes(String(value ?? ''));
	return (value) => (Array.isArray(value) ? value.some(equals) : equals(value));
}

function holds(wanted: readonly string[], how: 'every' | 'some'): Test {
	return (value) => {
		if (!Array.isArray(value)) return false;
		const held = new Set(value.filter(isScalar).map(String));
		return wanted[how]((item) => held.has(item));
	};
}

/** `*` matches any text, and letters match in either case. The empty pattern matches blank values. */
function matchesPattern(pattern: string): Test {
	if (pattern === '') return (value) => value !== undefined && isBlank(value);
	const fits = wildcardMatcher(pattern.toLowerCase());
	return (value) => {
		if (Array.isArray(value)) return value.some((item) => isScalar(item) && fits(String(item).toLowerCase()));
		return isScalar(value) && fits(String(value).toLowerCase());
	};
}

function wholeNumber(
	argument: string,
	cast: (value: unknown) => number | undefined,
	compare: (value: number, limit: number) => boolean,
): Parsed<Test> {
	if (!isInteger(argument)) return refuse(400, `Invalid filter value, expected an integer: ${argument}`);
	return against(argument, cast, compare, 'an integer');
}

function against(
	argument: string,
	cast: (value: unknown) => number | undefined,
	compare: (value: number, limit: number) => boolean,
	expected: string,
): Parsed<Test> {
	const limit = cast(argument);
	if (limit === undefined) return refuse(400, `Invalid filter value, expected ${expected}: ${argument}`);
	return accept((field) => {
		const value = cast(field);
		return value !== undefined && compare(value, limit);
	});
}

/**
 * The value at a dotted path of property names and zero-based indexes. Undefined if there is none.
 *
 * @example valueAt({ body: [{ name: 'a' }] }, 'body.0.name') // 'a'
 */
export function valueAt(content: unknown, path: string): unknown {
	let value = content;
	for (const key of path.split('.')) {
		if (Array.isArray(value)) value = /^\d+$/.test(key) ? value[Number(key)] : undefined;
		else if (isObject(value)) value = Object.hasOwn(value, key) ? value[key] : undefined;
		else return undefined;
	}
	return value;
}
