/** Where the data of a packed entry has its content type; not enumerable, so that no copy has it. */
export const contentTypeKey: unique symbol = Symbol.for('astro-slugline:content-type');

/** The content type of an entry's data, without reading the content of a packed one; undefined if it has none. */
export function contentTypeOf(data: Record<string, unknown>): unknown {
	if (contentTypeKey in data) return data[contentTypeKey];
	const { content } = data;
	return typeof content === 'object' && content !== null && 'component' in content
		? content.component
		: undefined;
}
