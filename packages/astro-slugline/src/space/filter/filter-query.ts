import { parseOperation, type Test } from './operations.js';
import { accept, type Parsed, refuse } from './refusal.js';
import { type FieldReference, type FilterContext, parseField } from './translated-field.js';
import { valueAt } from './value-at.js';

/** A story as filters see it. */
export type FilterSubject = {
	/** The content in the default language. Plain fields are always read here, whatever `language` the request has. */
	readonly content: unknown;
	/** The content that a language has of its own, without fallbacks. Undefined if it is not translated. */
	readonly translation?: (language: string) => unknown;
};

/** A parsed filter. */
export type Filter = {
	/** Number of conditions. With 0, every story matches. */
	readonly size: number;
	matches(subject: FilterSubject): boolean;
};

type Condition = { readonly field: FieldReference; readonly test: Test };

/**
 * Parses every `filter_query[…]` of a request. All conditions must hold, but only one of those under `__or`.
 * Other parameters are ignored. Never throws: invalid filters are returned as the API's refusal.
 *
 * @param query the request's parameters, or the raw query string with or without its question mark
 * @example
 * const filter = parseFilter('filter_query[price][lt_float]=9.5');
 * if (filter.ok) filter.value.matches({ content: { price: '4.20' } }); // true
 */
export function parseFilter(query: URLSearchParams | string, context: FilterContext = {}): Parsed<Filter> {
	const all: Condition[] = [];
	const alternatives: Condition[] = [];
	for (const [name, value] of typeof query === 'string' ? new URLSearchParams(query) : query) {
		if (!/^filter_query(\[|$)/.test(name)) continue;
		if (name.includes('\0') || value.includes('\0'))
			return refuse(400, 'The query contains a null character');
		const keys = keysOf(name);
		if (keys === undefined || keys.length === 0) return refuse(400, `Malformed filter query: ${name}`);
		const isAlternative = keys[0] === '__or';
		if (isAlternative) {
			keys.shift();
			if (keys.shift() !== '') return refuse(500, 'Internal Server Error');
		}
		const condition = parseCondition(name, keys, value, context);
		if (!condition.ok) return condition;
		(isAlternative ? alternatives : all).push(condition.value);
	}
	return accept({
		size: all.length + alternatives.length,
		matches: (subject) =>
			all.every((each) => holds(each, subject)) &&
			(alternatives.length === 0 || alternatives.some((each) => holds(each, subject))),
	});
}

/**
 * Splits `filter_query[a][b]` into `['a', 'b']`. Undefined if the brackets do not close, or if anything is
 * between them.
 */
function keysOf(name: string): string[] | undefined {
	const brackets = name.slice('filter_query'.length);
	if (!/^(\[[^[\]]*\])*$/.test(brackets)) return undefined;
	return [...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key);
}

function parseCondition(
	name: string,
	keys: string[],
	value: string,
	context: FilterContext,
): Parsed<Condition> {
	const [fieldName, operation, ...rest] = keys;
	if (!fieldName || !operation || rest.length > 0) return refuse(400, `Malformed filter query: ${name}`);
	if (fieldName.split('.').includes('')) return refuse(400, `Malformed filter field: ${fieldName}`);
	const field = parseField(fieldName, context);
	if (!field.ok) return field;
	const test = parseOperation(operation, value);
	return test.ok ? accept({ field: field.value, test: test.value }) : test;
}

function holds({ field, test }: Condition, subject: FilterSubject): boolean {
	const content = field.language === undefined ? subject.content : subject.translation?.(field.language);
	return test(valueAt(content, field.path));
}
