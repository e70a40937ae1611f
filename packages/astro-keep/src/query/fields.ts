import { isObject } from '../shared/json.js';

/** The value at a dotted path; undefined if there is none. */
export function at(data: unknown, path: string): unknown {
	let value = data;
	for (const name of path.split('.')) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
		value = Reflect.get(value, name);
	}
	return value;
}

/** Data with only the values at these paths. Paths without a value are skipped. */
export function pick(data: Record<string, unknown>, paths: readonly string[]): Record<string, unknown> {
	const picked: Record<string, unknown> = {};
	for (const path of paths) {
		const value = at(data, path);
		if (value === undefined) continue;
		const names = path.split('.');
		const last = names.pop() ?? path;
		let place = picked;
		for (const name of names) {
			const inner = isObject(place[name]) ? { ...place[name] } : {};
			place[name] = inner;
			place = inner;
		}
		place[last] = value;
	}
	return picked;
}

/**
 * Compares two values: numbers by size, dates by time, and all others as text, equally on every machine. Missing values come last
 * in either order.
 *
 * @param sign -1 for descending order
 */
export function compare(a: unknown, b: unknown, sign: 1 | -1 = 1): number {
	if (isMissing(a) || isMissing(b)) return Number(isMissing(a)) - Number(isMissing(b));
	const [left, right] = [comparable(a), comparable(b)];
	if (typeof left === 'number' && typeof right === 'number') return (left - right) * sign;
	return collator.compare(String(left), String(right)) * sign;
}

const collator = new Intl.Collator('und');

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** The API returns numbers as text. */
const number = /^-?\d+(\.\d+)?$/;

function comparable(value: unknown): unknown {
	if (value instanceof Date) return value.getTime();
	return typeof value === 'boolean' || (typeof value === 'string' && number.test(value))
		? Number(value)
		: value;
}
