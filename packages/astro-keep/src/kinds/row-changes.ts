import type { TableChange } from './table-digest.js';

/** What happened to an entry, or to what a row of another answer stands for. */
export interface Change {
	/** The sentence that says it, by its name. */
	how: string;
	/** Empty for what is in no collection. */
	collection: string;
	/** The id of an entry, or another name. */
	name: string;
	/** What it is called now, if that is another name. */
	to?: string;
	/** The fields that changed, readable; empty if these are not known. */
	fields: readonly string[];
	/** The modules that have read it for all pages, as a list; empty for a read of the page. */
	by: string;
	/** How many others the same happened to, which have no change of their own. */
	more: number;
}

/** Limit of the changes that one read has. It counts the others: each page would be explained by thousands. */
const maxChanges = 20;

/** Makes the changes of one answer. */
export interface RowChanges {
	/** The rows that came, went, and changed. */
	table: TableChange;
	/** The same happened to all of these rows. */
	all(how: string, names: readonly string[], fields?: readonly string[]): Change[];
	/** A row that has another name now, or else came or went. */
	moved(how: string, came: string, went: string): Change[];
	/** If nothing else happened, rows changed places. */
	orOrder(found: Change[]): Change[];
}

/** @param collection the one that the read names; empty for another read */
export function rowChanges(table: TableChange, collection: string): RowChanges {
	const all: RowChanges['all'] = (how, names, fields = []) =>
		names.slice(0, maxChanges).map((name, at) => {
			const more = at === 0 ? Math.max(names.length - maxChanges, 0) : 0;
			return { how, collection, name, fields, by: '', more };
		});
	const { added, removed } = table;
	return {
		table,
		all,
		moved(how, came, went) {
			const [to] = added;
			if (to === undefined || removed.length === 0) return [...all(came, added), ...all(went, removed)];
			return all(how, removed).map((change) => ({ ...change, to }));
		},
		orOrder: (found) => (found.length > 0 ? found : all('reordered', [''])),
	};
}
