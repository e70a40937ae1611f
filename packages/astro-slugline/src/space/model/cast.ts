// How a field's value, usually text, is read as a number or time. Undefined if it is neither.

const integer = /^[+-]?\d+$/;
const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const moment =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** A number, or text with one, without thousand separators. */
export function toFloat(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
	if (typeof value !== 'string' || !decimal.test(value.trim())) return undefined;
	return Number(value.trim());
}

/** A whole number, or text with one. A fraction is truncated, as by a cast to integer. */
export function toInt(value: unknown): number | undefined {
	const number = toFloat(value);
	return number === undefined ? undefined : Math.trunc(number);
}

/** True if the text is exactly one whole number. */
export const isInteger = (text: string) => integer.test(text.trim());

/**
 * Milliseconds of `YYYY-MM-DD`, `YYYY-MM-DD HH:MM`, or an ISO time, in UTC without a time zone. Undefined for
 * days that do not exist.
 */
export function toMoment(value: unknown): number | undefined {
	if (typeof value !== 'string') return undefined;
	const found = moment.exec(value.trim());
	if (!found) return undefined;
	const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z'] = found;
	const written = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
	const inUtc = Date.parse(`${written}Z`);
	if (Number.isNaN(inUtc) || !new Date(inUtc).toISOString().startsWith(written)) return undefined;
	const time = Date.parse(`${written}.${fraction}${zone.replace(/^(.\d\d)(\d\d)$/, '$1:$2')}`);
	return Number.isNaN(time) ? undefined : time;
}
