import { z } from 'zod';
import { fieldStates, operationsOf } from '../../shared/filter-operations.js';

/** No brackets, because they end a name in the query string, and no spaces. */
export const fieldName = /^[^[\]\s]+$/;

const field = {
	/** Name of a content field, nested with dots: `price`, `body.0.name`, `seo.description`. */
	field: z.string().regex(fieldName),
	/** Code of the language whose value is compared, as in the space: `es-co`. */
	language: z.string().min(1).optional(),
};

const conditionSchema = z.discriminatedUnion('operation', [
	z.strictObject({ ...field, operation: z.enum(operationsOf('list')), values: z.array(z.string()).min(1) }),
	z.strictObject({
		...field,
		operation: z.enum(operationsOf('pattern', 'int', 'float', 'date')),
		value: z.string(),
	}),
	z.strictObject({ ...field, operation: z.enum(operationsOf('flag')), value: z.enum(['true', 'false']) }),
	z.strictObject({ ...field, operation: z.enum(operationsOf('state')), value: z.enum(fieldStates) }),
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
