import { z } from 'zod';

/** A field that the API may omit or set to null. Missing values are read as null. */
export const orNull = <T extends z.ZodType>(shape: T) => shape.nullish().transform((value) => value ?? null);

/** A list that the API may omit or set to null. Missing values are read as empty. */
export const listOf = <T extends z.ZodType>(shape: T) =>
	z
		.array(shape)
		.nullish()
		.transform((value) => value ?? []);

/**
 * A time as the API writes it: `2024-05-01T10:00:00.000Z` in stories, `…Z` or `…+0000` in links. Only
 * compared, never parsed.
 */
export const timestamp = z.string();

/** RFC 9110 recommends support for addresses of 8,000 octets, and common servers refuse longer ones. */
const maxPathLength = 8000;

/** A slug or path. */
export const path = z
	.string()
	.max(
		maxPathLength,
		`it is longer than ${maxPathLength} characters, more than servers accept in an address`,
	);

/** The key of a story or link. Only compared, never parsed, so its form is not checked. */
export const uuid = z.string().min(1);
