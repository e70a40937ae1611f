import { z } from 'zod';
import { fieldStates, operationsOf } from '../../shared/api/filter-operations.js';
import { SluglineUsageError } from '../model/errors.js';

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

/** A whole number in the form that filters use, without a thousand separator. */
export function intText(value: number, field: string): string {
	if (Number.isSafeInteger(value)) return String(value === 0 ? 0 : value);
	throw new SluglineUsageError(
		`The filter on the field "${field}" compares with ${value}, which is not a whole number. Use \`ltFloat\` or \`gtFloat\` instead.`,
	);
}

/** A number in the form that filters use: a decimal point, no exponent, no thousand separator. */
export function floatText(value: number, field: string): string {
	if (!Number.isFinite(value)) {
		throw new SluglineUsageError(
			`The filter on the field "${field}" compares with ${value}. Use a finite number.`,
		);
	}
	const text = String(value === 0 ? 0 : value);
	if (!text.includes('e')) return text;
	return value.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 21 });
}

/** A time in the form that filters use: `YYYY-MM-DD HH:MM` in UTC. */
export function dateText(value: Date | string, field: string): string {
	const isInvalid = typeof value !== 'string' && Number.isNaN(value.getTime());
	const text = isInvalid ? 'an invalid date' : typeof value === 'string' ? value : minuteOf(value);
	if (isMinute(text)) return text;
	throw new SluglineUsageError(
		`The filter on the field "${field}" compares with "${text}", which is not a valid time. Use a Date, or a text of the form \`YYYY-MM-DD HH:MM\` in UTC.`,
	);
}

/** True for a text of the form `YYYY-MM-DD HH:MM` that is a valid time. */
export function isMinute(text: string): boolean {
	if (!/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text)) return false;
	const date = new Date(`${text.replace(' ', 'T')}:00.000Z`);
	return !Number.isNaN(date.getTime()) && minuteOf(date) === text;
}

const minuteOf = (date: Date) => date.toISOString().slice(0, 16).replace('T', ' ');
