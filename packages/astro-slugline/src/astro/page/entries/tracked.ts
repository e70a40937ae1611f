import { standingIn } from '../../../shared/stand-in.js';
import { isOfParts } from '../data/index.js';
import {
	always,
	answers,
	channel,
	codeKind,
	type Described,
	record,
	watchEntries,
} from '../tracking/index.js';
import { closedOf } from './closed.js';
import { describeAll } from './described.js';
import { packedCollection, type StoreModule, unopenedEntries } from './unopened.js';
import { volatileField, watchVolatileFields } from './volatile-fields.js';

/** An entry as `astro:content` returns it. */
export interface Entry {
	id: string;
	collection: string;
	data: unknown;
	digest?: number | string | undefined;
	assetImports?: string[] | undefined;
	filePath?: string | undefined;
	deferredRender?: boolean | undefined;
}

type Lookup = { collection: string; id: string } | { collection: string; slug: string };

/** The functions of `astro:content` that read. */
export interface AstroContent {
	getCollection(collection: string, filter?: (entry: Entry) => unknown): Promise<Entry[]>;
	getEntry(collection: string | Lookup, id?: string): Promise<Entry | undefined>;
	getLiveCollection(...asked: unknown[]): Promise<unknown>;
	getLiveEntry(...asked: unknown[]): Promise<unknown>;
	render(entry: Entry): Promise<{ Content: unknown }>;
}

/** Imports the images that entries use, by id. */
export type AssetImports = () => Promise<{ default: Map<string, unknown> }>;

/** The read of an entry. */
const entryRead = (collection: string, id: string): string => `entry ${JSON.stringify([collection, id])}`;

/** The read of a whole collection. */
const collectionRead = (collection: string): string => `collection ${collection}`;

/**
 * `astro:content` for one module. Its reads are recorded for the page that is being rendered.
 *
 * @param importer the module, by its path in the site
 */
export function trackedContent(
	astro: AstroContent,
	assets: AssetImports,
	store: StoreModule,
	importer: string,
) {
	answerFrom(astro, assets, store);
	const getEntry = async (collection: string | Lookup, id?: string) => {
		const [name, key] = named(collection, id);
		record(entryRead(name, key), importer);
		await watchEntries(name, () => sharedEntries(astro, store, name));
		const entry = await astro.getEntry(collection, id);
		return entry && watched(entry);
	};
	return {
		async getCollection(collection: string, filter?: (entry: Entry) => unknown) {
			record(collectionRead(collection), importer);
			await watchEntries(collection, () => sharedEntries(astro, store, collection));
			const entries = await entriesOf(astro, store, collection);
			return typeof filter === 'function' ? entries.filter((entry) => filter(entry)) : entries;
		},
		getEntry,
		getEntries: (entries: Lookup[]) => Promise.all(entries.map((entry) => getEntry(entry))),
		getLiveCollection(...asked: unknown[]) {
			record(always, importer);
			return astro.getLiveCollection(...asked);
		},
		getLiveEntry(...asked: unknown[]) {
			record(always, importer);
			return astro.getLiveEntry(...asked);
		},
		async render(entry: Entry) {
			const result = await astro.render(entry);
			return channel() ? { ...result, Content: contentOf(entry, result.Content, importer) } : result;
		},
	};
}

type Component = (...given: unknown[]) => unknown;

/**
 * The component of a rendered entry. The page that shows it depends on the entry, wherever it got the component from, so that the
 * component itself is compared by its entry.
 */
function contentOf({ collection, id, filePath, deferredRender }: Entry, content: unknown, importer: string) {
	if (typeof content !== 'function') return content;
	const shown: Component = (...given) => {
		record(entryRead(collection, id), importer);
		if (deferredRender) record(`${codeKind} ${filePath}`);
		return (content as Component)(...given);
	};
	return standingIn(
		Object.defineProperties(shown, Object.getOwnPropertyDescriptors(content)),
		() => `content of ${entryRead(collection, id)}`,
	);
}

/** The entries of a collection. In a build, packed entries are opened on first access. */
async function entriesOf(astro: AstroContent, store: StoreModule, name: string): Promise<Entry[]> {
	const packed = channel() && (await packedCollection(store, name));
	const entries: Entry[] | undefined = packed && unopenedEntries(name, packed);
	if (!entries) return (await astro.getCollection(name)).map(watched);
	return entries.map((entry) => (closedOf(entry) ? entry : watched(entry)));
}

/** The entries of a collection whose data Astro holds. Packed ones are compared with their pack. */
async function sharedEntries(astro: AstroContent, store: StoreModule, name: string): Promise<Entry[]> {
	return (await packedCollection(store, name)) ? [] : astro.getCollection(name);
}

const watchedEntries = new WeakSet<Entry>();

/**
 * Makes an entry record when its volatile fields or its whole digest are read, so that a page that reads neither does not depend
 * on them. Only for entries whose digest has a separate part for what pages show.
 */
export function watched<Watched extends Entry>(entry: Watched): Watched {
	if (!channel() || watchedEntries.has(entry)) return entry;
	const { collection, id, digest, data } = entry;
	if (!isOfParts(digest) || typeof data !== 'object' || data === null) return entry;
	watchedEntries.add(entry);
	const asked = JSON.stringify([collection, id]);
	watchVolatileFields(data, { collection, id, digest });
	return Object.defineProperty(entry, 'digest', {
		enumerable: true,
		configurable: true,
		get: standingIn(
			() => {
				record(`digest ${asked}`);
				return digest;
			},
			() => '',
		),
	});
}

/** Registers how the build repeats reads of entries and collections. */
function answerFrom(astro: AstroContent, assets: AssetImports, store: StoreModule): void {
	const open = channel();
	if (!open || open.answers.has('entry')) return;
	const collections = new Map<string, Promise<Map<string, Described>>>();
	// Cached, because collections do not change while a build renders pages.
	const described = (collection: string) => {
		const entries =
			collections.get(collection) ??
			packedCollection(store, collection).then((packed) => describeAll(astro, assets, packed, collection));
		collections.set(collection, entries);
		return entries;
	};
	const textOf = ({ text, digest }: Described, wholly: boolean) => (wholly ? `${text} ${digest}` : text);
	answers('entry', async (asked, wholly) => {
		const [collection, id] = JSON.parse(asked) as [string, string];
		const entry = (await described(collection)).get(id);
		return entry ? textOf(entry, wholly) : 'missing';
	});
	answers('field', async (asked) => {
		const [collection, name, id] = JSON.parse(asked) as [string, string, string];
		return volatileField((await described(collection)).get(id)?.data, name);
	});
	answers('fields', async (asked) => {
		const [collection, name] = JSON.parse(asked) as [string, string];
		return [...(await described(collection))]
			.map(([id, { data }]) => `${id} ${volatileField(data, name)}`)
			.join();
	});
	answers('digest', async (asked) => {
		const [collection, id] = JSON.parse(asked) as [string, string];
		return (await described(collection)).get(id)?.digest ?? 'missing';
	});
	answers('collection', async (collection, wholly) =>
		[...(await described(collection)).values()].map((entry) => textOf(entry, wholly)).join('\n'),
	);
}

function named(collection: string | Lookup, id: string | undefined): [string, string] {
	if (typeof collection === 'string') return [collection, String(id)];
	return [collection.collection, 'id' in collection ? collection.id : collection.slug];
}
