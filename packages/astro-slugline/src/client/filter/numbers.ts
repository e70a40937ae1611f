import { SluglineUsageError } from '../errors.js';

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
	return String(value === 0 ? 0 : value).includes('e')
		? withoutExponent(value)
		: String(value === 0 ? 0 : value);
}

const withoutExponent = (value: number) =>
	value.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 21 });

/** A time in the form that filters use: `YYYY-MM-DD HH:MM` in UTC. */
export function dateText(value: Date | string, field: string): string {
	const text = typeof value === 'string' ? value : Number.isNaN(value.getTime()) ? '' : value.toISOString();
	const minutes = typeof value === 'string' ? value : text.slice(0, 16).replace('T', ' ');
	if (isMinute(minutes)) return minutes;
	throw new SluglineUsageError(
		`The filter on the field "${field}" compares with "${typeof value === 'string' ? value : 'an invalid date'}", which is not a valid time. Use a Date, or a text of the form \`YYYY-MM-DD HH:MM\` in UTC.`,
	);
}

/** True for a text of the form `YYYY-MM-DD HH:MM` that is a valid time. */
export function isMinute(text: string): boolean {
	if (!/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text)) return false;
	const date = new Date(`${text.replace(' ', 'T')}:00.000Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 16).replace('T', ' ') === text;
}
