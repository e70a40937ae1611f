/** The fields of an object; an empty object for any other value. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** The objects of a list, or of a map. */
export const itemsOf = (value: unknown): Record<string, unknown>[] =>
	(Array.isArray(value) ? value : Object.values(fieldsOf(value))).map(fieldsOf);

export const isWhole = (value: unknown): value is number => Number.isInteger(value);

export const kindOf = (value: unknown): string =>
	value === null
		? 'null'
		: Array.isArray(value)
			? 'a list'
			: value === undefined
				? 'absent'
				: `a ${typeof value}`;
