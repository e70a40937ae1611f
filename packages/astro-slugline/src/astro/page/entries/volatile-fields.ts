import { standingIn } from '../../../shared/stand-in.js';
import { type VolatileField, volatileFields } from '../../../shared/volatile-fields.js';
import { channel, recordField } from '../tracking/index.js';
import { closedOf } from './closed.js';

/** Where data has the values of its quiet fields, and whose they are; not enumerable, so that no copy has it. */
const source: unique symbol = Symbol.for('astro-slugline:volatile-fields');

interface Source {
	collection: string;
	id: string;
	/** Of the whole entry. */
	digest: string;
}

type Watched = Record<string, unknown> & { [source]: Source & { values: Record<string, unknown> } };

let silent = false;

/** Runs what looks at quiet fields without depending on them, as one who sorts by them for somebody else. */
export function unrecorded<Result>(run: () => Result): Result {
	silent = true;
	try {
		return run();
	} finally {
		silent = false;
	}
}

// The same functions for all data: objects of one shape are what engines are fast with.
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
			// A page that looks at it says so.
			() => '',
		),
		set(this: Watched, value: unknown) {
			Object.defineProperty(this, name, { value, enumerable: true, configurable: true, writable: true });
		},
	},
]);

/** Makes data tell when its quiet fields are looked at. */
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

/** What data has in a quiet field, as text. */
export const volatileField = (data: unknown, name: string): string =>
	unrecorded(() =>
		typeof data === 'object' && data ? String(channel()?.describe(Reflect.get(data, name))) : 'missing',
	);

/** The digest of a whole entry, quiet fields and references included, without the page depending on it. */
export function wholeDigest(entry: { data?: unknown; digest?: number | string }): string {
	const closed = closedOf(entry);
	if (closed) return closed.digest;
	const { data } = entry;
	return isWatched(data) ? data[source].digest : String(entry.digest ?? '');
}

const isWatched = (data: unknown): data is Watched =>
	typeof data === 'object' && data !== null && source in data;
