import type { DataStore, LoaderContext } from 'astro/loaders';
import { contentConfigHash } from '../content-config/index.js';
import { refuseTooDeep } from './depth.js';
import { type Encoded, encode } from './format/encode.js';
import { sizeOf } from './format/location.js';
import { filesOf, keepPack, readPack } from './format/pack-manifest.js';
import { canPack, filePrefix, packFolder } from './format/place.js';
import { sweep } from './format/segments.js';
import { isStub, stubOf } from './format/stub.js';
import { createPacker } from './packer.js';
import { lookAt } from './previous-pack.js';

type Entry = Parameters<DataStore['set']>[0];
type Data = Record<string, unknown>;
type OwnEntry = Entry & { digest: string };

/**
 * From so many bytes of data on, a collection's data lies beside Astro's store, which costs every build about a second for 10 MB
 * and cannot hold 500 MB. Equal content is always kept in the same way.
 */
const packedFrom = 4_000_000;

/** In which form collections are kept: one of another form is dropped and filled anew. */
const form = '2';

/** The filling of one collection with what a load found. */
export interface Filling {
	/** True if the collection holds just what `stamp` says. */
	isSettled(stamp: string): boolean;
	/** The digest of an entry that is there to be kept; undefined if there is none. */
	digestOf(id: string): Entry['digest'];
	/** Says that an entry keeps its data, maybe under another digest. */
	keep(id: string, digest: string): void;
	/**
	 * Says that an entry is to come, or to be another one. Its data need not be held in memory.
	 *
	 * @throws {AstroError} if it is nested deeper than Astro's store can hold, whether or not it is to lie there
	 */
	add(entry: { id: string; data: Data; digest: string }): void;
	/**
	 * Gives the collection its entries in one synchronous block: those kept and added, and no others.
	 *
	 * @throws {AstroError} before the store is changed, if an entry in it would be nested deeper than it can hold
	 * @param stamp what the collection now holds; the next load that is asked for the same has nothing to do
	 */
	settle(stamp: string): void;
}

/** Lets a load fill its collection. What it leaves unsettled stays as it was. */
export async function filled(
	context: LoaderContext,
	load: (filling: Filling) => Promise<void>,
): Promise<void> {
	const { filling, end } = begin(context);
	try {
		await load(filling);
	} finally {
		end();
	}
}

function begin({ collection, config, store, meta, watcher }: LoaderContext): {
	filling: Filling;
	end(): void;
} {
	if (meta.get('form') !== form) store.clear();
	const packs = canPack(config);
	const folder = packFolder(config.cacheDir, watcher ? 'dev' : 'build');
	const prefix = filePrefix(collection);
	const pack = readPack(meta);
	const kept = lookAt(folder, pack);
	sweep(folder, prefix, new Set(pack && filesOf(pack)));
	const packer = createPacker(folder, prefix, kept);

	/** Entries to be set in Astro's store, in the order in which they came. */
	const changed = new Map<string, Entry>();
	/** Entries that are packed if the collection turns out to be large. */
	const waiting: { entry: OwnEntry; encoded: Encoded }[] = [];
	const wanted = new Set<string>();
	let total = 0;

	const isLarge = () => packs && total >= packedFrom;
	/** Counts data, and packs what waits as soon as the collection is known to be large. */
	const count = (bytes: number) => {
		total += bytes;
		if (!isLarge()) return;
		for (const { entry, encoded } of waiting.splice(0)) {
			changed.delete(entry.id);
			packer.add({ id: entry.id, digest: entry.digest }, encoded);
		}
	};
	const countPlain = (entry: OwnEntry) => {
		const encoded = packs && !entry.imageImports?.length ? encode(entry.data) : undefined;
		if (!encoded) return;
		waiting.push({ entry, encoded });
		count(bytesOfText(encoded));
	};
	// Schemas are applied when an entry is filled in. Astro notices a change of the content config, but not of what it imports.
	const schemas = contentConfigHash(config);
	const isOfOtherSchemas = meta.get('schemas') !== schemas;
	const fullStamp = (stamp: string) => `${stamp} ${form} ${schemas}${packs ? ' packs' : ''}`;

	/** Packed entries have stubs in Astro's store, which stay as they are whatever changes in their pack. */
	const setStubs = () => {
		const like = store.values().find(isStub);
		for (const id of packer.ids()) {
			const known = store.get(id);
			if (!known || !isStub(known)) store.set(stubOf(id, like));
		}
	};
	const unpack = () => {
		for (const entry of packer.kept())
			changed.set(entry.id, { id: entry.id, data: packer.read(entry), digest: entry.digest });
	};

	return {
		filling: {
			isSettled: (stamp) => kept.isWhole && meta.get('stamp') === fullStamp(stamp),
			digestOf(id) {
				if (isOfOtherSchemas) return undefined;
				const entry = store.get(id);
				return entry && isStub(entry) ? kept.digestOf(id) : entry?.digest;
			},
			keep(id, digest) {
				const known = store.get(id);
				const location = known && isStub(known) ? kept.locationOf(id) : undefined;
				if (location) {
					wanted.add(id);
					packer.keep({ id, digest, location });
					return count(sizeOf(location));
				}
				if (!known || isStub(known)) return;
				wanted.add(id);
				const entry = { ...known, digest };
				if (known.digest !== digest) changed.set(id, entry);
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
					// An entry of the same digest is not set again, but its data may be another.
					if (store.get(id)?.digest === entry.digest) store.delete(id);
					store.set(entry);
				}
				keepPack(meta, next);
				meta.set('form', form);
				meta.set('schemas', schemas);
				meta.set('stamp', fullStamp(stamp));
			},
		},
		end: packer.end,
	};
}

/** As `sizeOf`, before it is written. */
const bytesOfText = ({ head, content }: Encoded): number =>
	Buffer.byteLength(head) + 1 + (content ? Buffer.byteLength(content) + 1 : 0);
