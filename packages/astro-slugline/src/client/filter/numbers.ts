import { SluglineUsageError } from '../errors.js';

/** A whole number as filters take it: no thousand separator. */
export function intText(value: number, field: string): string {
	if (Number.isSafeInteger(value)) return String(value === 0 ? 0 : value);
	throw new SluglineUsageError(
		`The filter on the field "${field}" compares with ${value}, which is not a whole number. Use \`ltFloat\` or \`gtFloat\` for others.`,
	);
}

/** A number as filters take it: a decimal point, no exponent, no thousand separator. */
export function floatText(value: number, field: string): string {
	if (!Number.isFinite(value)) {
		throw new SluglineUsageError(
			`The filter on the field "${field}" compares with ${value}. Give it a finite number.`,
		);
	}
	return String(value === 0 ? 0 : value).includes('e')
		? withoutExponent(value)
		: String(value === 0 ? 0 : value);
}

const withoutExponent = (value: number) =>
	value.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 21 });

/** A moment as filters take it, `YYYY-MM-DD HH:MM` in UTC. */
export function dateText(value: Date | string, field: string): string {
	const text = typeof value === 'string' ? value : Number.isNaN(value.getTime()) ? '' : value.toISOString();
	const minutes = typeof value === 'string' ? value : text.slice(0, 16).replace('T', ' ');
	if (isMinute(minutes)) return minutes;
	throw new SluglineUsageError(
		`The filter on the field "${field}" compares with "${typeof value === 'string' ? value : 'an invalid date'}", which is not a moment. Give it a Date, or text as \`YYYY-MM-DD HH:MM\` in UTC.`,
	);
}

/** True for text of the form `YYYY-MM-DD HH:MM` that names a minute of the calendar. */
export function isMinute(text: string): boolean {
	if (!/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text)) return false;
	const date = new Date(`${text.replace(' ', 'T')}:00.000Z`);
	return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 16).replace('T', ' ') === text;
}
