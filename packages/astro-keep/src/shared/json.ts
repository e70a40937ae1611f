/** @internal */
/** The value of a JSON text; undefined if it is not JSON. */
export function parsedJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * True if a value is nested deeper than the given number of levels. Works level by level, so it cannot
 * overflow the stack.
 *
 * @param value a JSON value
 */
export function isDeeper(value: unknown, levels: number): boolean {
	let current = [value].filter(isNested);
	for (let level = 0; current.length > 0; level++) {
		if (level === levels) return true;
		const next: object[] = [];
		for (const each of current)
			for (const inner of Object.values(each)) if (isNested(inner)) next.push(inner);
		current = next;
	}
	return false;
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The fields of an object that was read from JSON or YAML. */
export type Fields = Readonly<Record<string, unknown>>;

/** A copy of a JSON value in which every object is replaced, the innermost first. */
export function mapObjects(value: unknown, replace: (fields: Record<string, unknown>) => unknown): unknown {
	if (Array.isArray(value)) return value.map((item) => mapObjects(item, replace));
	if (!isObject(value)) return value;
	return replace(
		Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapObjects(inner, replace)])),
	);
}

/** A value if it is a text, else an empty one. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
