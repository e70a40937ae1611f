import { overlayNow } from '../../../preview/index.js';

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
class OverlaidCollection implements ReadonlyMap<string, Entry> {
	readonly #name: string;
	readonly #entries: Collection;

	constructor(name: string, entries: Collection) {
		this.#name = name;
		this.#entries = entries;
	}

	get size(): number {
		return this.#entries.size;
	}

	get(id: string): Entry | undefined {
		const data = overlayNow()?.data(this.#name, id);
		const entry = this.#entries.get(id);
		return data && entry ? { ...entry, data } : entry;
	}

	has(id: string): boolean {
		return this.#entries.has(id);
	}

	keys(): MapIterator<string> {
		return this.#entries.keys();
	}

	*values(): MapIterator<Entry> {
		for (const [, entry] of this.entries()) yield entry;
	}

	*entries(): MapIterator<[string, Entry]> {
		const overlay = overlayNow();
		for (const [id, entry] of this.#entries) {
			const data = overlay?.data(this.#name, id);
			yield [id, data ? { ...entry, data } : entry];
		}
	}

	[Symbol.iterator](): MapIterator<[string, Entry]> {
		return this.entries();
	}

	forEach(callback: (entry: Entry, id: string, map: ReadonlyMap<string, Entry>) => void): void {
		for (const [id, entry] of this.entries()) callback(entry, id, this);
	}
}
