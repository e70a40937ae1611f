import { z } from 'zod';
import { toMoment } from '../filter/cast.js';

/** Kinds of values in a space's YAML. Numbers are read as text. */

export const text = z.string('Expected text; quote a value such as `"true"` or `""`.');

export const flag = z.boolean('Expected true or false.');

/** A whole number in the range that JSON represents exactly. */
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

const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/;

/** A date or time. With a time zone it is served unchanged, otherwise it is read in UTC. */
export const moment = text
	.refine(
		(value) => toMoment(value) !== undefined,
		'Expected a date that exists, such as 2024-05-01 or 2024-05-01T10:00:00.000Z.',
	)
	.transform((value) =>
		hasZone.test(value.slice('2024-05-01'.length)) ? value : new Date(toMoment(value) ?? 0).toISOString(),
	);

/** A map whose content is not validated. */
export const mapOf = (expected: string) =>
	z.custom<Readonly<Record<string, unknown>>>(
		(value) => typeof value === 'object' && value !== null && !Array.isArray(value),
		expected,
	);

/** Fields that are not validated. */
export const fields = mapOf('Expected a map of fields.');

export const texts = z.array(text, 'Expected a list of texts.');
