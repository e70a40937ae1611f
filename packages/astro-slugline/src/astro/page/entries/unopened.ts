import { type StandIn, standingIn } from '../../../shared/stand-in.js';
import { isOfOurParts } from '../data/index.js';
import { record } from '../tracking/index.js';
import { type ClosedEntry, type PackedCollection, source, type Unopened } from './closed.js';
import { describeClosed } from './described.js';
import { watchVolatileFields } from './volatile-fields.js';

/** Imports Astro's module with the store. The store is a map if collections are packed. */
export type StoreModule = () => Promise<{ default: unknown }>;

/** A packed collection; undefined if the collection is not packed. */
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

/** Describes data by its digest if it has not been opened. Opened data may have been modified. */
const textOfData: StandIn = (owner) => {
	const { id, digest, collection } = (owner as Unopened)[source];
	return collection.closed(id) && describeClosed(id, digest);
};

// The same functions for all entries, because engines are fast with objects of one shape.
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

/** A page that reads a digest depends on the whole entry, including volatile fields and references. */
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

/** An entry for pages whose data is read on first access. */
function unopened({ id, digest }: ClosedEntry, name: string, collection: PackedCollection) {
	const entry = { id, data: undefined, digest, collection: name };
	Object.defineProperty(entry, 'data', dataProperty);
	if (isOfOurParts(digest)) Object.defineProperty(entry, 'digest', digestProperty);
	return Object.defineProperty(entry, source, { value: { id, digest, name, collection } });
}

/**
 * The entries of a packed collection for pages, unopened if they have not been accessed yet; undefined if Astro must add images
 * to an entry.
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
