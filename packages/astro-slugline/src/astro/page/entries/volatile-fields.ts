import { standingIn } from '../../../shared/stand-in.js';
import { type VolatileField, volatileFields } from '../../../shared/volatile-fields.js';
import { channel, recordField } from '../tracking/index.js';
import { closedOf } from './closed.js';

/** The property of data that holds the values of its volatile fields. Not enumerable, so that copies do not have it. */
const source: unique symbol = Symbol.for('astro-slugline:volatile-fields');

interface Source {
	collection: string;
	id: string;
	/** The digest of the whole entry. */
	digest: string;
}

type Watched = Record<string, unknown> & { [source]: Source & { values: Record<string, unknown> } };

let silent = false;

/** Runs a function whose reads of volatile fields are not recorded, because the caller records the result. */
export function unrecorded<Result>(run: () => Result): Result {
	silent = true;
	try {
		return run();
	} finally {
		silent = false;
	}
}

// The same functions for all data, because engines are fast with objects of one shape.
const properties = volatileFields.map((name): [VolatileField, PropertyDescriptor] => [
	name,
	{
		enumerable: true,
		configurable: true,
		get: standingIn(
			function (this: Watched) {
				const { collection, id, values } = this[source];
				if (!silent) recordField(collection, name, id);
				return values[name];
			},
			// The field does not count when data is compared, because reading it is recorded.
			() => '',
		),
		set(this: Watched, value: unknown) {
			Object.defineProperty(this, name, { value, enumerable: true, configurable: true, writable: true });
		},
	},
]);

/** Makes data record when its volatile fields are read. */
export function watchVolatileFields(data: object, { collection, id, digest }: Source): void {
	if (source in data) return;
	const values: Record<string, unknown> = {};
	Object.defineProperty(data, source, { value: { collection, id, digest, values } });
	for (const [name, property] of properties) {
		if (!Object.hasOwn(data, name)) continue;
		values[name] = Reflect.get(data, name);
		Object.defineProperty(data, name, property);
	}
}

/** The value of a volatile field as text, without recording the read. */
export const volatileField = (data: unknown, name: string): string =>
	unrecorded(() =>
		typeof data === 'object' && data ? String(channel()?.describe(Reflect.get(data, name))) : 'missing',
	);

/** The digest of a whole entry, including volatile fields and references, without recording the read. */
export function wholeDigest(entry: { data?: unknown; digest?: number | string }): string {
	const closed = closedOf(entry);
	if (closed) return closed.digest;
	const { data } = entry;
	return isWatched(data) ? data[source].digest : String(entry.digest ?? '');
}

const isWatched = (data: unknown): data is Watched =>
	typeof data === 'object' && data !== null && source in data;
