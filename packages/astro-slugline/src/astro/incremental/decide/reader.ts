import type { Read } from '../../page/tracking/index.js';
import type { Reading } from './page-state.js';

/** The reads of one page, or those that count for all pages. */
export interface Reader {
	read(reading: Reading): void;
	readings(): Iterable<Reading>;
	/** The read of a volatile field of an entry; undefined if a recorded read covers it. */
	fieldToRecord(collection: string, name: string, id: string): Read | undefined;
}

/** Limit of entries whose field a page reads one by one. Beyond it, the page depends on that field of the whole collection. */
const maxFields = 10;

export function createReader(): Reader {
	const readings = new Map<string, Reading>();
	/** By collection and field: the entries whose field is recorded, or all. */
	const fields = new Map<string, Map<string, Set<string> | 'all'>>();
	return {
		read: (reading) => readings.set(`${reading.importer} ${reading.read}`, reading),
		readings: () => readings.values(),
		fieldToRecord(collection, name, id) {
			const ofCollection = fields.get(collection) ?? new Map<string, Set<string> | 'all'>();
			fields.set(collection, ofCollection);
			const recorded = ofCollection.get(name) ?? new Set<string>();
			if (recorded === 'all' || recorded.has(id)) return undefined;
			if (recorded.size === maxFields) {
				ofCollection.set(name, 'all');
				return `fields ${JSON.stringify([collection, name])}`;
			}
			ofCollection.set(name, recorded.add(id));
			return fieldRead(collection, name, id);
		},
	};
}

/** The read of a volatile field of one entry. */
export const fieldRead = (collection: string, name: string, id: string): Read =>
	`field ${JSON.stringify([collection, name, id])}`;
