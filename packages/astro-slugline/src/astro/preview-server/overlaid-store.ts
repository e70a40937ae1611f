import { LazyCollection } from 'astro-keep/entries';
import { overlayNow } from '../../shared/overlay.js';

type OverlaidEntry = { id: string; data: Record<string, unknown> };
type Collection = ReadonlyMap<string, OverlaidEntry>;

/** Wraps Astro's data store for preview, so that entries have the editors' changes. */
export function overlaidStore(store: Map<string, Collection>): Map<string, Collection> {
	const overlaid = new Map<string, Collection>();
	for (const [name, entries] of store)
		overlaid.set(name, name.startsWith('meta:') ? entries : new OverlaidCollection(name, entries));
	return overlaid;
}

/** A collection whose entries are those of the overlay of the page that is being rendered, if there is one. */
class OverlaidCollection extends LazyCollection<OverlaidEntry> {
	readonly #name: string;

	constructor(name: string, stored: Collection) {
		super(stored);
		this.#name = name;
	}

	get(id: string): OverlaidEntry | undefined {
		const overlay = overlayNow();
		if (!overlay) return this.stored.get(id);
		if (!this.has(id)) return undefined;
		const data = overlay.data(this.#name, id);
		const entry = this.stored.get(id);
		return data ? { ...entry, id, data } : entry;
	}

	override get size(): number {
		return overlayNow() ? [...this.keys()].length : this.stored.size;
	}

	override has(id: string): boolean {
		const { added, removed } = overlayNow() ?? {};
		const isStored = this.stored.has(id) && !removed?.get(this.#name)?.has(id);
		return isStored || added?.get(this.#name)?.has(id) === true;
	}

	override *keys(): MapIterator<string> {
		const { added, removed } = overlayNow() ?? {};
		const [more, less] = [added?.get(this.#name), removed?.get(this.#name)];
		// A changed entry stays in its place.
		for (const id of this.stored.keys()) if (more?.has(id) || !less?.has(id)) yield id;
		for (const id of more ?? []) if (!this.stored.has(id)) yield id;
	}
}
