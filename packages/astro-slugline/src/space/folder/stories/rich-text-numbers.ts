import { isObject } from 'astro-keep/shared/json';

/** The attributes of rich text that are numbers in the API. A folder has the text of each value. */
const numeric = new Set(['level', 'order', 'colspan', 'rowspan', 'colwidth']);

/** Rich text whose numeric attributes are numbers. Bloks in it are left as they are. */
export function withNumbers(node: unknown): unknown {
	if (Array.isArray(node)) return node.map(withNumbers);
	if (!isObject(node)) return node;
	const { attrs, content } = node;
	const typed = (name: string, value: unknown) => (numeric.has(name) ? numberOf(value) : value);
	return {
		...node,
		...(isObject(attrs)
			? {
					attrs: Object.fromEntries(Object.entries(attrs).map(([name, value]) => [name, typed(name, value)])),
				}
			: {}),
		...(content === undefined ? {} : { content: withNumbers(content) }),
	};
}

function numberOf(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(numberOf);
	return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
}
