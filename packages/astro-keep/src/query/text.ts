import type { AnyQuery } from './select.js';

/** Values that JSON cannot represent, and their names. */
const unwritable = new Map<unknown, string>([
	[undefined, 'undefined'],
	[Infinity, 'Infinity'],
	[-Infinity, '-Infinity'],
	[NaN, 'NaN'],
]);

const valueKey = 'keep value';

/** A query as text that `queryOf` parses. */
export const queryText = (asked: AnyQuery): string =>
	JSON.stringify(asked, (_, value: unknown) => {
		const word = unwritable.get(value);
		return word === undefined ? value : { [valueKey]: word };
	});

/** The query that `queryText` wrote. */
export function queryOf(text: string): AnyQuery {
	const read = (value: unknown): unknown => {
		if (typeof value !== 'object' || value === null) return value;
		if (Array.isArray(value)) return value.map(read);
		const word: unknown = Reflect.get(value, valueKey);
		for (const [meant, name] of unwritable) if (name === word) return meant;
		return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, read(inner)]));
	};
	return read(JSON.parse(text)) as AnyQuery;
}
