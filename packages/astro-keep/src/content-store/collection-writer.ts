import { AstroError } from 'astro/errors';
import type { DataStore, LoaderContext } from 'astro/loaders';
import { contentConfigHash } from '../content-config/index.js';
import { isDeeper } from '../shared/json.js';
import { type Encoded, encode } from './format/encode.js';
import { canPack, filePrefix, packFolder, sizeOf } from './format/location.js';
import { filesOf, isStub, readPack, stubOf, sweep, writePack } from './format/pack-manifest.js';
import { createPacker, openPreviousPack, type Packer, type PreviousPack } from './packer.js';

type StoredEntry = Parameters<DataStore['set']>[0];
type OwnEntry = StoredEntry & { digest: string };

/**
 * Bytes of data from which on a collection is packed. Astro's store costs every build about a second per 10 MB, and it cannot
 * hold 500 MB. Only the size decides, so equal content is always stored in the same way.
 */
const packedFrom = 4_000_000;

/** Lets a load write its collection. A load that does not call `settle` changes nothing. */
export async function writeCollection(
	context: LoaderContext,
	load: (writer: CollectionWriter) => Promise<void>,
): Promise<void> {
	const writer = new CollectionWriter(context);
	try {
		await load(writer);
	} finally {
		writer.end();
	}
}

/** Writes one collection: each entry is reused or added, and then all are committed at once. */
export class CollectionWriter {
	readonly #store: DataStore;
	readonly #meta: LoaderContext['meta'];
	/** True if the pages of the site can read packs. */
	readonly #packs: boolean;
	readonly #previous: PreviousPack;
	readonly #packer: Packer;
	/** Schemas apply when an entry is added. Astro detects a change of the content config, but not of modules that it imports. */
	readonly #schemas: string;
	/** Entries to set in Astro's store, in the order in which they came. */
	readonly #changed = new Map<string, StoredEntry>();
	/** Entries to pack if the collection turns out to be large. */
	readonly #waiting: { entry: OwnEntry; encoded: Encoded }[] = [];
	readonly #wanted = new Set<string>();
	/** Bytes of data so far. */
	#total = 0;

	constructor({ collection, config, store, meta, watcher }: LoaderContext) {
		const folder = packFolder(config.cacheDir, watcher ? 'dev' : 'build');
		const prefix = filePrefix(collection);
		const pack = readPack(meta);
		this.#store = store;
		this.#meta = meta;
		this.#packs = canPack(config);
		this.#previous = openPreviousPack(folder, pack);
		sweep(folder, prefix, new Set(pack && filesOf(pack)));
		this.#packer = createPacker(folder, prefix, this.#previous);
		this.#schemas = contentConfigHash(config);
	}

	/** True if the collection already has the content that `stamp` stands for. */
	isSettled(stamp: string): boolean {
		return this.#previous.isWhole && this.#meta.get('stamp') === this.#fullStamp(stamp);
	}

	/** The digest of an existing entry; undefined if there is none that can be reused. */
	digestOf(id: string): StoredEntry['digest'] {
		if (this.#meta.get('schemas') !== this.#schemas) return undefined;
		const entry = this.#store.get(id);
		return entry && isStub(entry) ? this.#previous.entry(id)?.digest : entry?.digest;
	}

	/** Reuses the data of an existing entry, with a digest that may be new. */
	keep(id: string, digest: string): void {
		const existing = this.#store.get(id);
		const packed = existing && isStub(existing) ? this.#previous.entry(id) : undefined;
		if (packed) {
			this.#wanted.add(id);
			this.#packer.keep({ ...packed, digest });
			this.#count(sizeOf(packed.location));
			return;
		}
		if (!existing || isStub(existing)) return;
		this.#wanted.add(id);
		const entry = { ...existing, digest };
		if (existing.digest !== digest) this.#changed.set(id, entry);
		this.#countPlain(entry);
	}

	/**
	 * Adds or replaces an entry. Its data is not necessarily held in memory.
	 *
	 * @throws {AstroError} if the data is nested deeper than Astro's store supports, even if it would be packed
	 */
	add(entry: OwnEntry): void {
		refuseTooDeep(entry);
		this.#wanted.add(entry.id);
		this.#changed.set(entry.id, entry);
		this.#countPlain(entry);
	}

	/**
	 * Commits the collection in one synchronous block: it then has the reused and added entries, and no others.
	 *
	 * @param stamp stands for the new content; the next load with an equal stamp has nothing to do
	 */
	settle(stamp: string): void {
		const store = this.#store;
		const next = this.#isLarge() ? this.#packer.finish() : undefined;
		if (!next) this.#unpack();
		for (const id of store.keys()) if (!this.#wanted.has(id)) store.delete(id);
		if (next) this.#setStubs();
		for (const [id, entry] of this.#changed) {
			// Astro ignores an entry with an equal digest, but its data may have changed.
			if (store.get(id)?.digest === entry.digest) store.delete(id);
			store.set(entry);
		}
		writePack(this.#meta, next);
		this.#meta.set('schemas', this.#schemas);
		this.#meta.set('stamp', this.#fullStamp(stamp));
	}

	/** Closes all files. */
	end(): void {
		this.#packer.end();
	}

	#fullStamp(stamp: string): string {
		return `${stamp} ${this.#schemas}${this.#packs ? ' packs' : ''}`;
	}

	#isLarge(): boolean {
		return this.#packs && this.#total >= packedFrom;
	}

	/** Counts bytes of data, and packs the waiting entries as soon as the collection is large. */
	#count(bytes: number): void {
		this.#total += bytes;
		if (!this.#isLarge()) return;
		for (const { entry, encoded } of this.#waiting.splice(0)) {
			this.#changed.delete(entry.id);
			this.#packer.add({ id: entry.id, digest: entry.digest }, encoded);
		}
	}

	#countPlain(entry: OwnEntry): void {
		const encoded = this.#packs && hasOnlyData(entry) ? encode(entry.data) : undefined;
		if (!encoded) return;
		this.#waiting.push({ entry, encoded });
		this.#count(bytesOfText(encoded));
	}

	/** Adds stubs to Astro's store for packed entries. Existing stubs stay, whatever changed in the pack. */
	#setStubs(): void {
		const like = this.#store.values().find(isStub);
		for (const id of this.#packer.ids()) {
			const existing = this.#store.get(id);
			if (!existing || !isStub(existing)) this.#store.set(stubOf(id, like));
		}
	}

	#unpack(): void {
		for (const entry of this.#packer.reused()) {
			const { id, digest } = entry;
			this.#changed.set(id, { id, data: this.#packer.read(entry), digest });
		}
	}
}

/** False for an entry that Astro must find whole in its store: with a body, with rendered Markdown, or with images. */
const hasOnlyData = ({ body, rendered, filePath, imageImports }: StoredEntry): boolean =>
	body === undefined && rendered === undefined && filePath === undefined && !imageImports?.length;

/** As `sizeOf`, for an entry that is not written yet. */
const bytesOfText = ({ head, content }: Encoded): number =>
	Buffer.byteLength(head) + 1 + (content ? Buffer.byteLength(content) + 1 : 0);

/** Maximum levels of objects and lists. Astro's store walks entries recursively and overflows the stack at about 1,500. */
const maxDepth = 1000;

/**
 * Rejects an entry that is nested too deep for Astro's store.
 *
 * @throws {AstroError} if the data is nested more than 1,000 levels deep
 */
function refuseTooDeep({ id, data }: { id: string; data: unknown }): void {
	if (!isDeeper(data, maxDepth)) return;
	throw new AstroError(
		`The content of \`${id}\` is nested more than ${maxDepth} levels deep, which Astro's content store does not support.`,
		'Check its rich text and its bloks in the editor. Content this deep is usually damaged, or was written by a program.',
	);
}
