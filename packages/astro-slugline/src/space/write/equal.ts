import { isDeepStrictEqual } from 'node:util';

/** Whether two values are the same JSON. */
export const isSameJson = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b);

/** Content without the marks that the service puts into drafts for the editor. */
export function withoutMarks(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutMarks);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).flatMap(([name, field]) =>
			name === '_editable' ? [] : [[name, withoutMarks(field)]],
		),
	);
}

/** A map's fields less those that are undefined. */
export const stated = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
