import { channel, sourceKey, type TrackedSource } from '../tracking/index.js';

/** An entry as Astro has it. */
export interface Stored {
	id: string;
	collection: string;
	data?: unknown;
	digest?: number | string | undefined;
	assetImports?: string[] | undefined;
	imageImports?: unknown[] | undefined;
	filePath?: string | undefined;
	deferredRender?: boolean | undefined;
	rendered?: { metadata?: { imagePaths?: unknown[]; headings?: unknown; frontmatter?: unknown } } | undefined;
}

/** An object whose reads are recorded. */
type Tracked = object & { [sourceKey]: TrackedSource };

export const isTracked = (value: object): value is Tracked => Object.hasOwn(value, sourceKey);

/** What a tracked object stands for. */
export const sourceOf = (tracked: Tracked): TrackedSource => tracked[sourceKey];

/** An entry without the tracking. What is read of it is not recorded. */
export const rawOf = <Of extends object>(entry: Of): Of =>
	isTracked(entry) ? (sourceOf(entry).raw as Of) : entry;

/** An entry for a page, which records what the page reads of it while a build renders. */
export function trackedOf<Of extends Pick<Stored, 'id' | 'collection'>>(entry: Of): Of {
	const tracking = channel()?.entries;
	return tracking ? (tracking.entry(tracking.source(entry)) as Of) : entry;
}

/** The same entry under another id. What is read of it is recorded as of the entry. */
export function withId<Of extends { id: string }>(entry: Of, id: string): Of {
	const copy: Of = isTracked(entry) ? Object.create(Object.getPrototypeOf(entry)) : ({} as Of);
	for (const key of Reflect.ownKeys(entry)) {
		const own = isTracked(entry) && Object.getOwnPropertyDescriptor(entry, key);
		// Entries that are not tracked may find their data by their id.
		const read = { get: () => Reflect.get(entry, key) as unknown, enumerable: true, configurable: true };
		Object.defineProperty(copy, key, own || read);
	}
	return Object.defineProperty(copy, 'id', {
		value: id,
		enumerable: true,
		configurable: true,
		writable: true,
	});
}

/** Lists of an entry's images, which it only has if it has images. They follow from its data and its text. */
const imageLists = new Set(['assetImports', 'imageImports']);

/** What a page depends on that has an entry and reads no field of it. */
export const shapeOf = (raw: Stored): string =>
	JSON.stringify([
		...[raw.id, raw.filePath, raw.deferredRender],
		Object.keys(raw).filter((name) => !imageLists.has(name)),
	]);

/** The same, as a row of an answer. */
export const rowOf = (raw: Stored) => [raw.id, [shapeOf(raw)]] as const;
