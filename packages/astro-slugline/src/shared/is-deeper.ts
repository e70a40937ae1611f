/**
 * True if a value is nested deeper than the given number of levels. Works level by level, so it cannot
 * overflow the stack.
 *
 * @param value a JSON value
 */
export function isDeeper(value: unknown, levels: number): boolean {
	let current = [value].filter(isObject);
	for (let level = 0; current.length > 0; level++) {
		if (level === levels) return true;
		const next: object[] = [];
		for (const each of current)
			for (const inner of Object.values(each)) if (isObject(inner)) next.push(inner);
		current = next;
	}
	return false;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
