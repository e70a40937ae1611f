const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

/** A time in a form that a space's files accept. Undefined for any other value. */
export const momentOf = (value: unknown): string | undefined =>
	typeof value === 'string' && moment.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
