import type { DataStore, LoaderContext } from 'astro/loaders';
import { contentConfigHash } from '../content-config/index.js';
import { refuseTooDeep } from './depth.js';
import { type Encoded, encode } from './format/encode.js';
import { canPack, filePrefix, packFolder, sizeOf } from './format/location.js';
import { filesOf, isStub, readPack, stubOf, sweep, writePack } from './format/pack-manifest.js';
import { createPacker } from './packer.js';
import { openPreviousPack } from './previous-pack.js';

type Entry = Parameters<DataStore['set']>[0];
type OwnEntry = Entry & { digest: string };

/**
 * Bytes of data from which on a collection is packed. Astro's store costs every build about a second per 10 MB, and it cannot
 * hold 500 MB. Only the size decides, so equal content is always stored in the same way.
 */
const packedFrom = 4_000_000;

/** Writes one collection: each entry is reused or added, and then all are committed at once. */
export interface CollectionWriter {
	/** True if the collection already has the content that `stamp` stands for. */
	isSettled(stamp: string): boolean;
	/** The digest of an existing entry; undefined if there is none that can be reused. */
	digestOf(id: string): Entry['digest'];
	/** Reuses the data of an existing entry, with a digest that may be new. */
	keep(id: string, digest: string): void;
	/**
	 * Adds or replaces an entry. Its data is not necessarily held in memory.
	 *
	 * @throws {AstroError} if the data is nested deeper than Astro's store supports, even if it would be packed
	 */
	add(entry: OwnEntry): void;
	/**
	 * Commits the collection in one synchronous block: it then has the reused and added entries, and no others.
	 *
	 * @throws {AstroError} before the store changes, if an entry is nested deeper than it supports
	 * @param stamp stands for the new content; the next load with an equal stamp has nothing to do
	 */
	settle(stamp: string): void;
}

/** Lets a load write its collection. A load that does not call `settle` changes nothing. */
export async function writeCollection(
	context: LoaderContext,
	load: (writer: CollectionWriter) => Promise<void>,
): Promise<void> {
	const { writer, end } = begin(context);
	try {
		await load(writer);
	} finally {
		end();
	}
}

function begin({ collection, config, store, meta, watcher }: LoaderContext): {
	writer: CollectionWriter;
	end(): void;
} {
	const packs = canPack(config);
	const folder = packFolder(config.cacheDir, watcher ? 'dev' : 'build');
	const prefix = filePrefix(collection);
	const pack = readPack(meta);
	const previous = openPreviousPack(folder, pack);
	sweep(folder, prefix, new Set(pack && filesOf(pack)));
	const packer = createPacker(folder, prefix, previous);

	/** Entries to set in Astro's store, in the order in which they came. */
	const changed = new Map<string, Entry>();
	/** Entries to pack if the collection turns out to be large. */
	const waiting: { entry: OwnEntry; encoded: Encoded }[] = [];
	const wanted = new Set<string>();
	let total = 0;

	const isLarge = () => packs && total >= packedFrom;
	/** Counts bytes of data, and packs the waiting entries as soon as the collection is large. */
	const count = (bytes: number) => {
		total += bytes;
		if (!isLarge()) return;
		for (const { entry, encoded } of waiting.splice(0)) {
			changed.delete(entry.id);
			packer.add({ id: entry.id, digest: entry.digest }, encoded);
		}
	};
	const countPlain = (entry: OwnEntry) => {
		const encoded = packs && hasOnlyData(entry) ? encode(entry.data) : undefined;
		if (!encoded) return;
		waiting.push({ entry, encoded });
		count(bytesOfText(encoded));
	};
	// Schemas apply when an entry is added. Astro detects a change of the content config, but not of modules that it imports.
	const schemas = contentConfigHash(config);
	const isOfOtherSchemas = meta.get('schemas') !== schemas;
	const fullStamp = (stamp: string) => `${stamp} ${schemas}${packs ? ' packs' : ''}`;

	/** Adds stubs to Astro's store for packed entries. Existing stubs stay, whatever changed in the pack. */
	const setStubs = () => {
		const like = store.values().find(isStub);
		for (const id of packer.ids()) {
			const existing = store.get(id);
			if (!existing || !isStub(existing)) store.set(stubOf(id, like));
		}
	};
	const unpack = () => {
		for (const entry of packer.reused())
			changed.set(entry.id, { id: entry.id, data: packer.read(entry), digest: entry.digest });
	};

	return {
		writer: {
			isSettled: (stamp) => previous.isWhole && meta.get('stamp') === fullStamp(stamp),
			digestOf(id) {
				if (isOfOtherSchemas) return undefined;
				const entry = store.get(id);
				return entry && isStub(entry) ? previous.digestOf(id) : entry?.digest;
			},
			keep(id, digest) {
				const existing = store.get(id);
				const location = existing && isStub(existing) ? previous.locationOf(id) : undefined;
				if (location) {
					wanted.add(id);
					packer.keep({ id, digest, location });
					return count(sizeOf(location));
				}
				if (!existing || isStub(existing)) return;
				wanted.add(id);
				const entry = { ...existing, digest };
				if (existing.digest !== digest) changed.set(id, entry);
				countPlain(entry);
			},
			add(entry) {
				refuseTooDeep(entry);
				wanted.add(entry.id);
				changed.set(entry.id, entry);
				countPlain(entry);
			},
			settle(stamp) {
				const next = isLarge() ? packer.finish() : undefined;
				if (!next) unpack();
				for (const entry of changed.values()) refuseTooDeep(entry);
				for (const id of store.keys()) if (!wanted.has(id)) store.delete(id);
				if (next) setStubs();
				for (const [id, entry] of changed) {
					// Astro ignores an entry with an equal digest, but its data may have changed.
					if (store.get(id)?.digest === entry.digest) store.delete(id);
					store.set(entry);
				}
				writePack(meta, next);
				meta.set('schemas', schemas);
				meta.set('stamp', fullStamp(stamp));
			},
		},
		end: packer.end,
	};
}

/** False for an entry that Astro must find whole in its store: with a body, with rendered Markdown, or with images. */
const hasOnlyData = ({ body, rendered, filePath, imageImports }: Entry): boolean =>
	body === undefined && rendered === undefined && filePath === undefined && !imageImports?.length;

/** As `sizeOf`, for an entry that is not written yet. */
const bytesOfText = ({ head, content }: Encoded): number =>
	Buffer.byteLength(head) + 1 + (content ? Buffer.byteLength(content) + 1 : 0);
