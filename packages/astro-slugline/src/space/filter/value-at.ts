/**
 * The value at a dotted path of property names and zero-based indexes. Undefined if there is none.
 *
 * @example valueAt({ body: [{ name: 'a' }] }, 'body.0.name') // 'a'
 */
export function valueAt(content: unknown, path: string): unknown {
	let value = content;
	for (const key of path.split('.')) {
		if (Array.isArray(value)) value = /^\d+$/.test(key) ? value[Number(key)] : undefined;
		else if (isObject(value)) value = Object.hasOwn(value, key) ? value[key] : undefined;
		else return undefined;
	}
	return value;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
