import { z } from 'zod';

/** Operations that take several values. */
const listOperations = ['in', 'not_in', 'all_in_array', 'any_in_array'] as const;

/** Operations that take one value. */
const valueOperations = [
	'like',
	'not_like',
	'lt_int',
	'gt_int',
	'lt_float',
	'gt_float',
	'lt_date',
	'gt_date',
] as const;

/** The states of `is`. `empty` also matches stories without the field. */
const states = [
	'empty',
	'not_empty',
	'empty_array',
	'not_empty_array',
	'null',
	'not_null',
	'true',
	'false',
] as const;

/** A state that `filter.where(…).is()` compares with. */
export type FieldState = (typeof states)[number];

/** No brackets, because they end a name in the query string, and no spaces. */
export const fieldName = /^[^[\]\s]+$/;

const field = {
	/** Name of a content field, nested with dots: `price`, `body.0.name`, `seo.description`. */
	field: z.string().regex(fieldName),
	/** Code of the language whose value is compared, as in the space: `es-co`. */
	language: z.string().min(1).optional(),
};

const conditionSchema = z.discriminatedUnion('operation', [
	z.strictObject({ ...field, operation: z.enum(listOperations), values: z.array(z.string()).min(1) }),
	z.strictObject({ ...field, operation: z.enum(valueOperations), value: z.string() }),
	z.strictObject({ ...field, operation: z.literal('is'), value: z.enum(states) }),
]);

/** One condition on one field. Plain data, created by `filter.where`. */
export type Condition = z.infer<typeof conditionSchema>;

const alternativesSchema = z.strictObject({ or: z.array(conditionSchema).min(1) });

/** Conditions at least one of which must hold. Plain data, created by `filter.or`. */
export type Alternatives = z.infer<typeof alternativesSchema>;

/** The schema of a {@link Filter}, for validating one from elsewhere. */
export const filterSchema = z.union([
	conditionSchema,
	alternativesSchema,
	z.array(z.union([conditionSchema, alternativesSchema])),
]);

/** What stories must match: one condition, one group of alternatives, or a list of these, which must all hold. */
export type Filter = z.infer<typeof filterSchema>;
