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

/** Data with only the values at these paths, and the objects on the way to them. What the data lacks is skipped. */
export function pick(data: Record<string, unknown>, paths: readonly string[]): Record<string, unknown> {
	const picked: Record<string, unknown> = {};
	for (const path of paths) copyAt(path.split('.'), data, picked);
	return picked;
}

function copyAt([name = '', ...below]: string[], from: unknown, to: Record<string, unknown>): void {
	const [value, copy] = [at(from, name), at(to, name)];
	// Another path may name the whole value.
	if (value === undefined || copy === value) return;
	if (below.length === 0 || typeof value !== 'object' || value === null) {
		to[name] = value;
		return;
	}
	const inner = isObject(copy) ? copy : {};
	to[name] = inner;
	copyAt(below, value, inner);
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
