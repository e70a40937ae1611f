import type { Read } from '../../page/tracking/index.js';
import type { Reading } from './page-state.js';

/** What one page reads, or what is read for all pages. */
export interface Reader {
	read(reading: Reading): void;
	readings(): Iterable<Reading>;
	/** The read that stands for a look at a quiet field of an entry; undefined if what is recorded covers it. */
	fieldToRecord(collection: string, name: string, id: string): Read | undefined;
}

/** Of how many entries of a collection a page looks at a field before it depends on that field of all of them. */
const few = 10;

export function createReader(): Reader {
	const readings = new Map<string, Reading>();
	/** By collection and field: the entries of which it is recorded, or all. */
	const fields = new Map<string, Map<string, Set<string> | 'all'>>();
	return {
		read: (reading) => readings.set(`${reading.importer} ${reading.read}`, reading),
		readings: () => readings.values(),
		fieldToRecord(collection, name, id) {
			const ofCollection = fields.get(collection) ?? new Map<string, Set<string> | 'all'>();
			fields.set(collection, ofCollection);
			const known = ofCollection.get(name) ?? new Set<string>();
			if (known === 'all' || known.has(id)) return undefined;
			if (known.size === few) {
				ofCollection.set(name, 'all');
				return `fields ${JSON.stringify([collection, name])}`;
			}
			ofCollection.set(name, known.add(id));
			return fieldRead(collection, name, id);
		},
	};
}

/** The read of a quiet field of one entry. */
export const fieldRead = (collection: string, name: string, id: string): Read =>
	`field ${JSON.stringify([collection, name, id])}`;
