import { type StandIn, standingIn } from '../../../shared/stand-in.js';
import { isOfOurParts } from '../data/index.js';
import { record } from '../tracking/index.js';
import { type ClosedEntry, type PackedCollection, source, type Unopened } from './closed.js';
import { describeClosed } from './described.js';
import { watchVolatileFields } from './volatile-fields.js';

/** Astro's module of the store. Where collections lie beside the store, it is a map. */
export type StoreModule = () => Promise<{ default: unknown }>;

/** A collection whose data lies beside Astro's store, at least in part; undefined for others. */
export async function packedCollection(
	store: StoreModule,
	name: string,
): Promise<PackedCollection | undefined> {
	const { default: collections } = await store();
	const collection: unknown = collections instanceof Map ? collections.get(name) : undefined;
	return isPacked(collection) ? collection : undefined;
}

const isPacked = (collection: unknown): collection is PackedCollection =>
	typeof collection === 'object' &&
	collection !== null &&
	'closed' in collection &&
	typeof collection.closed === 'function';

/** Data that nobody has looked at is what the store has; other data may have been changed since. */
const textOfData: StandIn = (owner) => {
	const { id, digest, collection } = (owner as Unopened)[source];
	return collection.closed(id) && describeClosed(id, digest);
};

// The same functions for all entries: objects of one shape are what engines are fast with.
const dataProperty: PropertyDescriptor = {
	enumerable: true,
	configurable: true,
	get: standingIn(function (this: Unopened) {
		const { id, digest, name, collection } = this[source];
		const data = collection.get(id)?.data;
		if (isOfOurParts(digest) && typeof data === 'object' && data !== null) {
			watchVolatileFields(data, { collection: name, id, digest });
		}
		return data;
	}, textOfData),
	set(this: Unopened, value: unknown) {
		Object.defineProperty(this, 'data', { value, enumerable: true, configurable: true, writable: true });
	},
};

/** A page that prints a digest depends on the whole entry, quiet fields and references included. */
const digestProperty: PropertyDescriptor = {
	enumerable: true,
	configurable: true,
	get: standingIn(
		function (this: Unopened) {
			const { id, digest, name } = this[source];
			record(`digest ${JSON.stringify([name, id])}`);
			return digest;
		},
		() => '',
	),
	set(this: Unopened, value: unknown) {
		Object.defineProperty(this, 'digest', { value, enumerable: true, configurable: true, writable: true });
	},
};

/** An entry of a collection as pages get it, whose data is read when it is looked at. */
function unopened({ id, digest }: ClosedEntry, name: string, collection: PackedCollection) {
	const entry = { id, data: undefined, digest, collection: name };
	Object.defineProperty(entry, 'data', dataProperty);
	if (isOfOurParts(digest)) Object.defineProperty(entry, 'digest', digestProperty);
	return Object.defineProperty(entry, source, { value: { id, digest, name, collection } });
}

/**
 * The entries of a collection as pages get them, those unopened that nobody has looked at yet; undefined if Astro has to
 * put images into one of them.
 */
export function unopenedEntries(name: string, collection: PackedCollection) {
	const entries = [];
	for (const id of collection.keys()) {
		const closed = collection.closed(id);
		const stored = closed ? undefined : collection.get(id);
		if (stored?.imageImports?.length) return undefined;
		if (closed) entries.push(unopened(closed, name, collection));
		else if (stored) entries.push({ ...stored, collection: name });
	}
	return entries;
}
