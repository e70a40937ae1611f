/** Functions that return the replacement of a reference. */
export interface Replacements {
	/**
	 * Replaces any text of the content, which may be the uuid of a story.
	 *
	 * @param field the field of the blok, as `<content type>.<field>`
	 */
	relation(text: string, field: string): unknown;
	/** Replaces a link to a story: a link field, or the attributes of a link in rich text. */
	link(link: Record<string, unknown>): unknown;
}

/** A copy of content with its references replaced, at any depth. Values nested in a field count as values of the field. */
export function replaceReferences(content: unknown, { relation, link }: Replacements): unknown {
	const copy = (value: unknown, component: string, field: string): unknown => {
		if (typeof value === 'string') return relation(value, `${component}.${field}`);
		if (Array.isArray(value)) return value.map((item) => copy(item, component, field));
		if (!isRecord(value)) return value;
		if (isStoryLink(value)) return link(value);
		const blok = typeof value['component'] === 'string' ? value['component'] : undefined;
		return Object.fromEntries(
			Object.entries(value).map(([name, inner]) => [
				name,
				name === '_uid' || (blok !== undefined && name === 'component')
					? inner
					: copy(inner, blok ?? component, blok === undefined ? field : name),
			]),
		);
	};
	return copy(content, '', '');
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' &&
	value !== null &&
	[Object.prototype, null].includes(Object.getPrototypeOf(value));

const isStoryLink = ({ linktype }: Record<string, unknown>): boolean => linktype === 'story';
