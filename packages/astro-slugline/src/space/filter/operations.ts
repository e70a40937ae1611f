import { isObject } from 'astro-keep/shared/json';
import type { FieldState, FilterOperation } from '../../shared/api/filter-operations.js';
import { wildcardMatcher } from '../../shared/text/glob.js';
import { badRequest, unprocessable } from '../http/answers.js';
import { isInteger, toFloat, toInt, toMoment } from '../model/cast.js';

/** Tests one field's value, which is undefined if the story lacks the field. */
export type Test = (value: unknown) => boolean;

type Operation = (argument: string) => Test;

/**
 * Every documented operation of the filter language. Operations with "not" are the exact opposite, so they match stories
 * without the field.
 */
const documented = {
	in: (argument) => equalsOneOf(argument.split(',')),
	not_in: (argument) => not(equalsOneOf(argument.split(','))),
	like: matchesPattern,
	not_like: (argument) => not(matchesPattern(argument)),
	lt_int: (argument) => against(argument, wholeNumber, isLess),
	gt_int: (argument) => against(argument, wholeNumber, isGreater),
	lt_float: (argument) => against(argument, number, isLess),
	gt_float: (argument) => against(argument, number, isGreater),
	lt_date: (argument) => against(argument, date, isLess),
	gt_date: (argument) => against(argument, date, isGreater),
	all_in_array: (argument) => holds(argument.split(','), 'every'),
	any_in_array: (argument) => holds(argument.split(','), 'some'),
	in_array: (argument) => holds(argument.split(','), 'some'),
	exists(argument) {
		if (!['true', 'false'].includes(argument)) throw invalid('exists', argument);
		return (value) => (value !== undefined) === (argument === 'true');
	},
	is(argument) {
		const test = Object.hasOwn(kinds, argument) ? kinds[argument] : undefined;
		if (!test) throw invalid('is', argument);
		return test;
	},
} satisfies Record<FilterOperation, Operation>;

const operations: Readonly<Record<string, Operation>> = {
	...documented,
	lt_num: documented.lt_float,
	gt_num: documented.gt_float,
	all: documented.all_in_array,
	eq_array: (argument) => (value) =>
		holds(argument.split(','), 'every')(value) &&
		new Set(value as unknown[]).size === new Set(argument.split(',')).size,
};

const invalid = (name: string, argument: string) =>
	badRequest(`Invalid value for filter operation ${name}: ${argument}`);

const isLess = (value: number, limit: number): boolean => value < limit;
const isGreater = (value: number, limit: number): boolean => value > limit;

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

/** The API also accepts comparisons with a hyphen: `gt-float`. */
const underscored = (name: string) => name.replace(/^(lt|gt)-/, '$1_');

/** True if the API has an operation of this name. */
export const isOperation = (name: string): boolean => Object.hasOwn(operations, underscored(name));

/**
 * The test for an operation and its argument.
 *
 * @throws {RefusedRequest} if there is no such operation, or if the argument is invalid
 */
export function parseOperation(name: string, argument: string): Test {
	const operation = isOperation(name) ? operations[underscored(name)] : undefined;
	if (!operation) throw unprocessable(`Unknown filter operation: ${name}`);
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

/** What an operation compares: how it is read, and what its argument must be. */
interface Comparable {
	readonly cast: (value: unknown) => number | undefined;
	readonly expected: string;
	readonly isValid?: (argument: string) => boolean;
}

const wholeNumber: Comparable = { cast: toInt, expected: 'an integer', isValid: isInteger };
const number: Comparable = { cast: toFloat, expected: 'a number' };
const date: Comparable = { cast: toMoment, expected: 'a date (YYYY-MM-DD HH:MM)' };

function against(
	argument: string,
	{ cast, expected, isValid = () => true }: Comparable,
	compare: (value: number, limit: number) => boolean,
): Test {
	const limit = isValid(argument) ? cast(argument) : undefined;
	if (limit === undefined) throw badRequest(`Invalid filter value, expected ${expected}: ${argument}`);
	return (field) => {
		const value = cast(field);
		return value !== undefined && compare(value, limit);
	};
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
