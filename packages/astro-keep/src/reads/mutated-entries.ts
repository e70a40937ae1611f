import { isDeepStrictEqual } from 'node:util';
import { contentTypeKey } from '../entries/index.js';
import { asSeen, type PackedEntries, type SharedEntry } from '../tracking/index.js';

/** Entries of a collection beyond this number are not watched, because a copy of each is in memory. Packed ones need no copy. */
const maxWatched = 10_000;

type Load = () => Promise<Iterable<SharedEntry>>;

/**
 * Finds the entries that pages change in place, by comparing them with what they were before the first page: an analysis of code
 * cannot follow them through every list, component, and package. What `getStaticPaths` changes is changed in every build.
 */
export function mutatedEntries() {
	const loads = new Map<string, Load>();
	const copying = new Map<string, Promise<void>>();
	const copies: { name: string; data: unknown; copy: unknown }[] = [];
	const packed = new Map<string, PackedEntries>();
	const openedBefore = new Map<string, ReadonlySet<string>>();
	let begun = false;

	const copy = async (collection: string, load: Load): Promise<void> => {
		// An error of Astro reaches the page that reads the collection.
		const entries = [...(await load().catch(() => []))].slice(0, maxWatched);
		for (const { id, data } of entries) {
			if (isPacked(data)) continue;
			try {
				copies.push({ name: nameOf(collection, id), data, copy: structuredClone(asSeen(data)) });
			} catch {
				// It contains what cannot be copied, such as an imported image.
			}
		}
	};

	return {
		watch(collection: string, load: Load) {
			if (!loads.has(collection)) {
				loads.set(collection, load);
				if (begun) copying.set(collection, copy(collection, load));
			}
			return copying.get(collection);
		},
		watchPacked(collection: string, entries: PackedEntries) {
			packed.set(collection, entries);
		},
		/** Starts to watch. Call it before the first page is rendered. */
		async begin(): Promise<void> {
			begun = true;
			for (const [name, entries] of packed) openedBefore.set(name, new Set(entries.opened()));
			await Promise.all([...loads].map(([name, load]) => copy(name, load)));
		},
		/** Entries that have changed since, as `id` of `collection`. */
		find: (): string[] => [
			...copies.filter(({ data, copy }) => !isDeepStrictEqual(asSeen(data), copy)).map(({ name }) => name),
			...[...packed].flatMap(([name, entries]) =>
				[...entries.opened()]
					.filter((id) => !openedBefore.get(name)?.has(id) && !entries.isAsPacked(id))
					.map((id) => nameOf(name, id)),
			),
		],
	};
}

export type MutatedEntries = ReturnType<typeof mutatedEntries>;

const isPacked = (data: unknown): boolean =>
	typeof data === 'object' && data !== null && contentTypeKey in data;

const nameOf = (collection: string, id: string): string => `${id} of ${collection}`;
