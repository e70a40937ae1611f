/** The property of a packed entry's data that holds its content type. Not enumerable, so that copies do not have it. */
export const contentTypeKey: unique symbol = Symbol.for('astro-keep:content-type');

/** The content type of an entry's data, without reading the content of a packed entry; undefined if it has none. */
export function contentTypeOf(data: Record<string, unknown>): unknown {
	if (contentTypeKey in data) return data[contentTypeKey];
	const { content } = data;
	return typeof content === 'object' && content !== null && 'component' in content
		? content.component
		: undefined;
}
