import { type Reading, textOf } from '../decide/page-state.js';
import type { Read, TrackedField } from '../tracking/index.js';

/**
 * Limit of entries whose field a page reads one by one, such as those of its language. Beyond it, the page depends on that field of
 * the whole collection, because a list for each of 10,000 pages would take much memory.
 */
const maxEntries = 200;

/** The entries in which a page has read a field. Most fields are read in one entry. */
class Seen {
	/** Undefined for all entries. */
	#ids: readonly [] | string | Set<string> | undefined = [];

	constructor(readonly field: TrackedField) {}

	add(id: string): void {
		const ids = this.#ids;
		if (ids === undefined || ids === id) return;
		if (ids instanceof Set) {
			if (ids.add(id).size > maxEntries) this.#ids = undefined;
		} else this.#ids = typeof ids === 'string' ? new Set([ids, id]) : id;
	}

	/** Ids as JSON; 0 for all entries. */
	get text(): string {
		const ids = this.#ids;
		return JSON.stringify(ids ? (typeof ids === 'string' ? [ids] : [...ids].sort()) : 0);
	}
}

/** The reads of one page, or those that count for all pages, each once. */
export type ReadSet = ReturnType<typeof createReadSet>;

export function createReadSet() {
	const readings = new Map<string, Reading>();
	// By their names, because two copies of a bundle may have made the same field.
	const fields = new Map<string, Seen>();
	return {
		add: (reading: Reading) => readings.set(textOf(reading), reading),
		/** The entries in which a field has been read. Reads of fields are added to it. */
		seen(field: TrackedField): Seen {
			const seen = fields.get(field.name) ?? new Seen(field);
			fields.set(field.name, seen);
			return seen;
		},
		*readings(): Generator<Reading> {
			yield* readings.values();
			for (const read of fieldReads(fields.values())) yield { read, importer: '' };
		},
	};
}

/** One read for all fields that were read of the same entries. */
function fieldReads(fields: Iterable<Seen>): Read[] {
	const pathsOf = new Map<string, string[]>();
	for (const { field, text } of fields) {
		const of = `${JSON.stringify(field.collection)},${text}`;
		const path = JSON.stringify(field.path);
		const paths = pathsOf.get(of);
		if (paths) paths.push(path);
		else pathsOf.set(of, [path]);
	}
	return [...pathsOf].map(([of, paths]): Read => `fields [${of},[${paths.sort().join()}]]`);
}

/** Returns the readings, with one object for all that are equal: a page has many, from two renderings. */
export type Intern = (readings: Iterable<Reading>) => Reading[];

export function createInterner(): Intern {
	const byImporter = new Map<string, Map<Read, Reading>>();
	return (readings) =>
		Array.from(readings, (reading) => {
			const { importer, read } = reading;
			const shared = byImporter.get(importer) ?? new Map<Read, Reading>();
			byImporter.set(importer, shared);
			const known = shared.get(read) ?? reading;
			shared.set(read, known);
			return known;
		});
}
