const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/;

/** A moment that a file of a space may state; undefined for everything else. */
export const momentOf = (value: unknown): string | undefined =>
	typeof value === 'string' && moment.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
