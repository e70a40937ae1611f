/**
 * Is a value nested more than so many levels deep? Looks level by level, so that it does not end in an overflow itself.
 *
 * @param value of JSON: a tree
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
