/**
 * What stands at a dotted path: properties of objects, zero-based indexes of lists. Undefined where the path leads nowhere.
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
