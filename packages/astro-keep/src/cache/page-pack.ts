import { createHash, randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { hashOf } from '../shared/node/hash.js';

/** The location and digest of a cached page. */
export interface PageCopy {
	/** Name of the pack: a digest of its content. */
	pack: string;
	/** Position in the pack, in bytes. */
	at: number;
	length: number;
	digest: string;
}

/** A copy made by this build. Its pack has no name until it is complete. */
export type NewCopy = Omit<PageCopy, 'pack'>;

/**
 * Copies of rendered pages, in files that contain many of them. A pack gets its name when it is complete, and never changes after
 * that. The state is the commit point: every pack that it references already exists on disk, so a killed build only loses its own
 * pages.
 */
export function openPagePacks(folder: URL) {
	const open = new Map<string, number>();
	const copies = new Map<string, NewCopy>();
	const hash = createHash('sha256');
	let draft: { file: URL; descriptor: number } | undefined;
	let size = 0;

	return {
		/** The bytes of a copy; undefined if they are missing or do not match the digest. */
		read({ pack, at, length, digest }: PageCopy): Buffer | undefined {
			try {
				const descriptor = open.get(pack) ?? openSync(packFile(folder, pack), 'r');
				open.set(pack, descriptor);
				const bytes = Buffer.alloc(length);
				readSync(descriptor, bytes, 0, length, at);
				return isIntact(bytes, digest) ? bytes : undefined;
			} catch {
				return undefined;
			}
		},
		/** The bytes of a copy that this build has added. */
		readNew({ at, length }: NewCopy): Buffer {
			const bytes = Buffer.alloc(length);
			if (draft) readSync(draft.descriptor, bytes, 0, length, at);
			return bytes;
		},
		/** Adds a page to the pack of this build. */
		add(page: Uint8Array): NewCopy {
			const digest = hashOf(page);
			const existing = copies.get(digest);
			if (existing) return existing;
			if (!draft) {
				mkdirSync(folder, { recursive: true });
				const file = new URL(`${randomUUID()}.draft`, folder);
				draft = { file, descriptor: openSync(file, 'w+') };
			}
			const copy = { at: size, length: page.byteLength, digest };
			copies.set(digest, copy);
			size += page.byteLength;
			hash.update(page);
			for (let done = 0; done < page.length; ) done += writeSync(draft.descriptor, page, done);
			return copy;
		},
		/** Completes the pack of this build, and returns its name; undefined if nothing was added. */
		async finish(): Promise<string | undefined> {
			if (!draft) return undefined;
			fsyncSync(draft.descriptor);
			closeSync(draft.descriptor);
			const pack = hash.digest('hex').slice(0, 32);
			await rename(draft.file, packFile(folder, pack));
			draft = undefined;
			return pack;
		},
		/** Removes all packs but these. Call it when nothing references the others anymore. */
		async sweep(packs: ReadonlySet<string>): Promise<void> {
			const files = await readdir(folder).catch((): string[] => []);
			for (const name of files) {
				if (!packs.has(name.replace(/\.pack$/, ''))) await rm(new URL(name, folder), { force: true });
			}
		},
		/** Closes all packs, and removes an incomplete one. */
		async close(): Promise<void> {
			for (const descriptor of open.values()) closeSync(descriptor);
			open.clear();
			if (!draft) return;
			closeSync(draft.descriptor);
			await rm(draft.file, { force: true });
			draft = undefined;
		},
	};
}

/** True for the text of a page as it was when it was rendered. */
function isIntact(bytes: Uint8Array, digest: string): boolean {
	return hashOf(bytes) === digest;
}

/** Limit of packs. Beyond it, packs are merged. */
const maxPacks = 8;

/**
 * The packs to rewrite: those that are more than half unused, and all but the largest if there are too many.
 *
 * @param copies the copies of all pages that stay
 * @param sizeOf returns the size of a pack, in bytes
 */
export function packsToRewrite(copies: Iterable<PageCopy>, sizeOf: (pack: string) => number): Set<string> {
	const used = new Map<string, Map<number, number>>();
	for (const { pack, at, length } of copies) {
		const places = used.get(pack) ?? new Map<number, number>();
		used.set(pack, places.set(at, length));
	}
	const bytes = ([, places]: [string, Map<number, number>]) =>
		[...places.values()].reduce((sum, length) => sum + length, 0);
	const sorted = [...used].sort((one, other) => bytes(other) - bytes(one));
	const many = sorted.length > maxPacks ? sorted.slice(1) : [];
	const wasteful = sorted.filter((pack) => bytes(pack) * 2 < sizeOf(pack[0]));
	return new Set([...many, ...wasteful].map(([pack]) => pack));
}

export const packFile = (folder: URL, pack: string): URL => new URL(`${pack}.pack`, folder);
