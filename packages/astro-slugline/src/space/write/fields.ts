import { mapObjects } from 'astro-keep/shared/json';

/** Content without the marks that the API adds to drafts for the editor. */
export const withoutMarks = (value: unknown): unknown =>
	mapObjects(value, ({ _editable: _, ...fields }) => fields);

/** The fields of a map that are not undefined. */
export const stated = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

/** A time in a form that a space's files accept. Undefined for any other value. */
export const momentOf = (value: unknown): string | undefined =>
	typeof value === 'string' && moment.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

export const momentOrNull = (value: unknown): string | null | undefined =>
	value === null ? null : momentOf(value);
