import { type Document, isMap, isSeq } from 'yaml';
import { SpaceEditError } from './files/edit-error.js';
import { openYaml } from './files/opened-file.js';
import { checkSegment } from './slugs.js';
import type { EditContext } from './story-files.js';

/** An entry of a datasource. */
export type EntryChange = {
	/** Name of the entry. A new one is added at the end. */
	readonly name: string;
	/** Unchanged if omitted. Required for a new entry. */
	readonly value?: string;
	/**
	 * Values by the dimension's `entry_value`. Undefined removes a value; values that are omitted stay. A new
	 * dimension is added to the datasource.
	 */
	readonly dimensions?: Readonly<Record<string, string | undefined>>;
};

export function planSetEntry(datasource: string, change: EntryChange, { files }: EditContext): void {
	const path = pathOf(datasource);
	const file = openYaml(files.read(path) ?? '');
	const { document } = file;
	if (indexOf(document, 'entries', 'name', change.name) === -1 && change.value === undefined) {
		throw new SpaceEditError(
			`The datasource ${JSON.stringify(datasource)} has no entry ${JSON.stringify(change.name)}. Set a \`value\` to add it.`,
		);
	}
	const at = provide(document, 'entries', 'name', { name: change.name });
	if (change.value !== undefined) document.setIn(['entries', at, 'value'], change.value);
	for (const [dimension, value] of Object.entries(change.dimensions ?? {})) {
		provide(document, 'dimensions', 'entry_value', { name: dimension, entry_value: dimension });
		const where = ['entries', at, 'dimensions', dimension];
		if (value === undefined) document.deleteIn(where);
		else document.setIn(where, value);
	}
	files.changes.set(path, file.print());
}

export function planRemoveEntry(datasource: string, name: string, { files }: EditContext): void {
	const path = pathOf(datasource);
	const file = openYaml(files.read(path) ?? '');
	const index = indexOf(file.document, 'entries', 'name', name);
	if (index === -1) {
		throw new SpaceEditError(
			`The datasource ${JSON.stringify(datasource)} has no entry ${JSON.stringify(name)}. Correct the name.`,
		);
	}
	file.document.deleteIn(['entries', index]);
	files.changes.set(path, file.print());
}

const pathOf = (datasource: string) => `datasources/${checkSegment(datasource, [])}.yaml`;

function itemsOf(document: Document, list: string): readonly unknown[] {
	const found = document.get(list);
	return isSeq(found) ? found.items : [];
}

const indexOf = (document: Document, list: string, key: string, value: unknown): number =>
	itemsOf(document, list).findIndex((item) => isMap(item) && String(item.get(key)) === value);

/** The index of the item with the same value under a key. It is added if there is none. */
function provide(document: Document, list: string, key: string, item: Record<string, string>): number {
	const index = indexOf(document, list, key, item[key]);
	if (index !== -1) return index;
	const end = itemsOf(document, list).length;
	if (end === 0) document.set(list, document.createNode([]));
	document.addIn([list], document.createNode(item));
	return end;
}
