import { z } from 'zod';

/** Kinds of values in the YAML of a space. Numbers arrive as the text that the file has. */

export const text = z.string('Expected text; quote a value such as `"true"` or `""`.');

export const flag = z.boolean('Expected true or false.');

/** A whole number within the range that JSON keeps exact. */
export const integer = z
	.union(
		[
			z.number(),
			z
				.string()
				.regex(/^[-+]?\d+$/)
				.transform(Number),
		],
		'Expected a whole number.',
	)
	.refine(Number.isSafeInteger, 'Expected a whole number between -2^53 and 2^53.');

/** The last segment of a slug. */
export const segment = text.regex(/^[^/]+$/, 'Expected one segment of a slug, without slashes.');

/** A date or moment; a bare date is its first moment in UTC, everything else stays as the file has it. */
export const moment = text
	.regex(
		/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/,
		'Expected a date such as 2024-05-01 or 2024-05-01T10:00:00.000Z.',
	)
	.refine((value) => !Number.isNaN(Date.parse(value)), 'This date does not exist.')
	.transform((value) =>
		/[Z+]|-\d\d:?\d\d$/.test(value.slice(10))
			? value
			: new Date(`${value.replace(' ', 'T')}${value.length > 10 ? 'Z' : ''}`).toISOString(),
	);

/** Fields that are not looked into. */
export const fields = z.record(z.string(), z.unknown(), 'Expected a map of fields.');

export const texts = z.array(text, 'Expected a list of texts.');
