import { hash, randomUUID } from 'node:crypto';

/** Arrays above this length are described once and then known by a hash: lists are handed to many pages. */
const longArray = 100;

const hashes = new WeakMap<object, string>();

/**
 * A text for any value, another one for another value; one that cannot be described is never the same twice.
 *
 * @param leaf gives the text of values that have a better one, such as entries, which have a digest
 */
export function describe(
	value: unknown,
	leaf: (value: object) => string | undefined = () => undefined,
): string {
	function replace(this: unknown, key: string, given: unknown): unknown {
		if (typeof given === 'bigint') return `${given}n`;
		if (typeof given === 'function') return [String(given), { ...given }];
		if (typeof given !== 'object' || given === null) return given === undefined ? '\0undefined' : given;
		const own = leaf(given);
		if (own !== undefined) return own;
		if (given instanceof Map || given instanceof Set) return [given.constructor.name, ...given];
		if (given instanceof RegExp) return String(given);
		if (given instanceof ArrayBuffer) return Buffer.from(given).toString('base64');
		if (Array.isArray(given) && given.length > longArray && key !== '\0') {
			const known = hashes.get(given) ?? sha(JSON.stringify({ '\0': given }, replace));
			hashes.set(given, known);
			return known;
		}
		return given;
	}
	try {
		return JSON.stringify(value, replace) ?? '\0';
	} catch {
		return randomUUID();
	}
}

/** The first 80 bits of a SHA-256, in hexadecimal: enough to tell the answers of a site apart. */
export const sha = (text: string): string => hash('sha256', text, 'hex').slice(0, 20);
