import { isMap, isSeq } from 'yaml';
import { SpaceEditError } from './files/edit-error.js';
import { type OpenedYaml, openYaml } from './files/opened-file.js';
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

export async function planSetEntry(datasource: string, change: EntryChange, { files }: EditContext) {
	const path = pathOf(datasource);
	const file = openYaml((await files.read(path)) ?? '');
	const index = indexOf(file, change.name);
	if (index === -1 && change.value === undefined) {
		throw new SpaceEditError(
			`The datasource ${JSON.stringify(datasource)} has no entry ${JSON.stringify(change.name)}. Set a \`value\` to add it.`,
		);
	}
	const at = index === -1 ? entriesOf(file).length : index;
	if (at === 0 && index === -1) file.set(['entries'], []);
	const place = ['entries', String(at)];
	if (index === -1) file.document.addIn(['entries'], file.document.createNode({ name: change.name }));
	if (change.value !== undefined) file.document.setIn([...place.slice(0, 1), at, 'value'], change.value);
	for (const [dimension, value] of Object.entries(change.dimensions ?? {})) {
		addDimension(file, dimension);
		const where = ['entries', at, 'dimensions', dimension];
		if (value === undefined) file.document.deleteIn(where);
		else file.document.setIn(where, value);
	}
	return new Map([[path, file.print()]]);
}

export async function planRemoveEntry(datasource: string, name: string, { files }: EditContext) {
	const path = pathOf(datasource);
	const file = openYaml((await files.read(path)) ?? '');
	const index = indexOf(file, name);
	if (index === -1) {
		throw new SpaceEditError(
			`The datasource ${JSON.stringify(datasource)} has no entry ${JSON.stringify(name)}. Correct the name.`,
		);
	}
	file.document.deleteIn(['entries', index]);
	return new Map([[path, file.print()]]);
}

const pathOf = (datasource: string) => `datasources/${checkSegment(datasource, [])}.yaml`;

function entriesOf(file: OpenedYaml): readonly unknown[] {
	const entries = file.document.getIn(['entries'], true);
	return isSeq(entries) ? entries.items : [];
}

const indexOf = (file: OpenedYaml, name: string): number =>
	entriesOf(file).findIndex((entry) => isMap(entry) && String(entry.get('name')) === name);

function addDimension(file: OpenedYaml, entryValue: string): void {
	const dimensions = file.document.getIn(['dimensions'], true);
	const listed = isSeq(dimensions) ? dimensions.items : [];
	if (listed.some((each) => isMap(each) && String(each.get('entry_value')) === entryValue)) return;
	if (listed.length === 0) file.set(['dimensions'], []);
	file.document.addIn(
		['dimensions'],
		file.document.createNode({ name: entryValue, entry_value: entryValue }),
	);
}
