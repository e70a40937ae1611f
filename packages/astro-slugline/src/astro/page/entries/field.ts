import { oncePerKey } from '../../../shared/once.js';
import { channel, type TrackedField } from '../tracking/index.js';

/** A field that stands for everything below the one before it in a path. */
export const whole = 0;

/** A field of the entries of a collection. */
export class Field implements TrackedField {
	reader: object | undefined;
	seen: { add(id: string): void } | undefined;
	/** The property of tracked objects that records its reads. Made once, because engines are fast with objects of one shape. */
	property: PropertyDescriptor | undefined;
	readonly #fields = new Map<string | typeof whole, Field>();

	/** @param path names of properties, from the entry on */
	constructor(
		readonly collection: string,
		readonly path: readonly (string | typeof whole)[],
	) {}

	/** The number of fields in it that any entry has had. */
	get size(): number {
		return this.#fields.size;
	}

	at(name: string | typeof whole): Field {
		let field = this.#fields.get(name);
		if (!field) {
			field = new Field(this.collection, [...this.path, name]);
			this.#fields.set(name, field);
		}
		return field;
	}

	/** Records that the page that is being rendered reads the field of an entry. */
	record(id: string): void {
		channel()?.recordField(this, id);
	}
}

/** The field that contains all others of a collection. */
export const rootOf = oncePerKey((collection: string) => new Field(collection, []));
