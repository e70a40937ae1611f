import { plainClass } from '../shared/plain-class.js';
import { channel, type FieldPath, type TrackedField, type whole } from '../tracking/index.js';

/** A field of the entries of a collection. */
export class Field implements TrackedField {
	reads: object | undefined;
	seen: { add(id: string): void } | undefined;
	/** The property of tracked objects that records its reads. Made once, because engines are fast with objects of one shape. */
	property: PropertyDescriptor | undefined;
	/** Makes the plain objects that stand for its values. */
	readonly Plain = plainClass();
	/** Tells it from all other fields. */
	readonly name: string;
	readonly #fields = new Map<string | typeof whole, Field>();

	constructor(
		readonly collection: string,
		readonly path: FieldPath,
	) {
		this.name = JSON.stringify([collection, path]);
	}

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
