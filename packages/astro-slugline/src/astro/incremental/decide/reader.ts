import type { TrackedField } from '../../page/tracking/index.js';
import type { Reading } from './page-state.js';

/** The reads of one page, or those that count for all pages. */
export interface Reader {
	read(reading: Reading): void;
	/** The entries in which a field has been read. */
	seen(field: TrackedField): Seen;
	readings(): Iterable<Reading>;
}

/** Limit of entries whose field a page reads one by one. Beyond it, the page depends on that field of the whole collection. */
const maxEntries = 20;

class Seen {
	/** Undefined for all entries. */
	ids: Set<string> | undefined = new Set();

	constructor(
		readonly collection: string,
		readonly path: string,
	) {}

	add(id: string): void {
		if (this.ids && this.ids.add(id).size > maxEntries) this.ids = undefined;
	}
}

export function createReader(): Reader {
	const readings = new Map<string, Reading>();
	// By their names, because two copies of a bundle may have made the same field.
	const fields = new Map<string, Seen>();
	return {
		read: (reading) => readings.set(`${reading.importer} ${reading.read}`, reading),
		seen({ collection, path }) {
			const name = JSON.stringify([collection, path]);
			const seen = fields.get(name) ?? new Seen(collection, JSON.stringify(path));
			fields.set(name, seen);
			return seen;
		},
		*readings() {
			yield* readings.values();
			for (const read of fieldReads(fields.values())) yield { read, importer: '' };
		},
	};
}

/** One read for all fields that were read of the same entries. */
function fieldReads(fields: Iterable<Seen>): string[] {
	const pathsOf = new Map<string, string[]>();
	for (const { collection, path, ids } of fields) {
		const of = `${JSON.stringify(collection)},${JSON.stringify(ids ? [...ids].sort() : 0)}`;
		const paths = pathsOf.get(of);
		if (paths) paths.push(path);
		else pathsOf.set(of, [path]);
	}
	return [...pathsOf].map(([of, paths]) => `fields [${of},[${paths.sort().join()}]]`);
}
