type Fields = Readonly<Record<string, unknown>>;

/** Every object in a story's content, at any depth, starting with the content itself. */
function* objectsIn(value: unknown): Iterable<Fields> {
	if (Array.isArray(value)) {
		for (const item of value) yield* objectsIn(item);
	} else if (isFields(value)) {
		yield value;
		for (const field of Object.values(value)) yield* objectsIn(field);
	}
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The uuids in the given fields, `component.field`, in the order of the content. */
export function relationsIn(content: unknown, fields: ReadonlySet<string>): string[] {
	const found: string[] = [];
	for (const blok of objectsIn(content)) {
		if (typeof blok.component !== 'string') continue;
		for (const [name, value] of Object.entries(blok)) {
			if (!fields.has(`${blok.component}.${name}`)) continue;
			for (const uuid of [value].flat()) if (typeof uuid === 'string' && uuid !== '') found.push(uuid);
		}
	}
	return found;
}

/** The uuids of stories that the content links to, in link fields and in rich text. */
export function linksIn(content: unknown): string[] {
	const found: string[] = [];
	for (const value of objectsIn(content)) {
		if (value.fieldtype === 'multilink' && value.linktype === 'story') found.push(textOf(value.id));
		if (value.type === 'link' && isFields(value.attrs) && value.attrs.linktype === 'story') {
			found.push(textOf(value.attrs.uuid));
		}
	}
	return found.filter((uuid) => uuid !== '');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The assets with a file in the given contents, each once. */
export function assetsIn(contents: Iterable<unknown>): unknown[] {
	const found = new Map<unknown, unknown>();
	for (const content of contents) {
		for (const value of objectsIn(content)) {
			if (value.fieldtype === 'asset' && textOf(value.filename) !== '') found.set(value.filename, value);
		}
	}
	return [...found.values()];
}
