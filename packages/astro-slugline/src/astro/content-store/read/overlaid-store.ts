import { overlayNow } from '../../../preview/index.js';
import { LazyCollection } from './lazy-collection.js';

type Entry = { id: string; data: Record<string, unknown> };
type Collection = ReadonlyMap<string, Entry>;

/** Wraps Astro's data store for preview, so that entries have the editors' changes. */
export function overlaidStore(store: Map<string, Collection>): Map<string, Collection> {
	const overlaid = new Map<string, Collection>();
	for (const [name, entries] of store)
		overlaid.set(name, name.startsWith('meta:') ? entries : new OverlaidCollection(name, entries));
	return overlaid;
}

/** A collection whose entries have the data of the overlay of the page that is being rendered, if it has any. */
class OverlaidCollection extends LazyCollection<Entry> {
	readonly #name: string;

	constructor(name: string, stored: Collection) {
		super(stored);
		this.#name = name;
	}

	get(id: string): Entry | undefined {
		const data = overlayNow()?.data(this.#name, id);
		const entry = this.stored.get(id);
		return data && entry ? { ...entry, data } : entry;
	}
}
