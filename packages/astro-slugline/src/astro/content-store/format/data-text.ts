import { stringify } from 'devalue';

/**
 * Data as text: JSON, or devalue, as in Astro's store, for values such as dates and maps that a schema created. The latter begins with
 * `[`. Equal data has equal texts.
 *
 * @throws {Error} for what cannot be in Astro's store, such as a function
 */
export const textOfData = (data: object): string => (isJson(data) ? JSON.stringify(data) : stringify(data));

/** True for an object that a literal or JSON makes. */
export const isPlainObject = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** True if JSON represents a value exactly. */
function isJson(value: unknown): boolean {
	if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
	if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
	if (Array.isArray(value)) {
		for (let place = 0; place < value.length; place++) if (!isJson(value[place])) return false;
		return true;
	}
	return isPlainObject(value) && Object.values(value).every(isJson);
}
