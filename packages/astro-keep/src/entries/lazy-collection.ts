/** A collection of Astro's store whose entries are made when they are read. */
export abstract class LazyCollection<Entry> implements ReadonlyMap<string, Entry> {
	protected readonly stored: ReadonlyMap<string, Entry>;

	constructor(stored: ReadonlyMap<string, Entry>) {
		this.stored = stored;
	}

	abstract get(id: string): Entry | undefined;

	get size(): number {
		return this.stored.size;
	}

	has(id: string): boolean {
		return this.stored.has(id);
	}

	keys(): MapIterator<string> {
		return this.stored.keys();
	}

	*values(): MapIterator<Entry> {
		for (const [, entry] of this.entries()) yield entry;
	}

	*entries(): MapIterator<[string, Entry]> {
		for (const id of this.keys()) {
			const entry = this.get(id);
			if (entry) yield [id, entry];
		}
	}

	[Symbol.iterator](): MapIterator<[string, Entry]> {
		return this.entries();
	}

	forEach(callback: (entry: Entry, id: string, map: ReadonlyMap<string, Entry>) => void): void {
		for (const [id, entry] of this.entries()) callback(entry, id, this);
	}
}
