import { hash } from 'node:crypto';
import {
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { links } from 'astro-slugline/loaders';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openStore } from '../../packages/astro-keep/src/content-store/read/open-store.js';
import { isLong } from '../support/long.js';

// Not shrunk, since each run writes megabytes.
const runs = { seed: 20_261_121, endOnFailure: true, numRuns: isLong ? 400 : 10 };

/** The size in bytes from which a collection is stored beside Astro's store. */
const large = 4_000_000;

interface StoredEntry {
	id: string;
	data: Record<string, unknown>;
	digest?: string;
}

type Store = Map<string, StoredEntry>;

/** The part of Astro's store that holds a collection. */
interface Snapshot {
	store: Store;
	meta: ReadonlyMap<string, string>;
}

/** The links of a space at one moment: sizes in bytes, by name. */
type Links = ReadonlyMap<string, number>;

const linkOf = (name: string, size: number) => ({
	uuid: name,
	slug: name,
	name: '·'.repeat(size / 2),
	is_folder: false,
});

type Collection = ReturnType<typeof createCollection>;

/** A collection as Astro stores it between loads, in a cache folder of its own. */
function createCollection() {
	const cache = mkdtempSync(join(tmpdir(), 'slugline-pack-'));
	const store: Store = new Map();
	const meta = new Map<string, string>();
	let sets = 0;
	const folder = join(cache, 'astro-keep-packs/build');
	const load = async (held: Links, { adapter, fails }: { adapter?: unknown; fails?: boolean } = {}) => {
		const all = [...held].map(([name, size]) => linkOf(name, size));
		const space = { stamp: JSON.stringify([...held]), links: all };
		const synced = async () => {
			if (fails) throw new Error('no answer');
			return { space };
		};
		const hooks = { 'slugline:connection': () => ({ id: 'default', synced }) };
		const config = {
			root: pathToFileURL(`${cache}/`),
			srcDir: pathToFileURL(`${cache}/src/`),
			cacheDir: pathToFileURL(`${cache}/`),
			integrations: [{ name: 'astro-slugline', hooks }],
			experimental: {},
			adapter,
		};
		const context = {
			collection: 'all/of them',
			config,
			meta,
			store: {
				get: (id: string) => store.get(id),
				keys: () => [...store.keys()],
				values: () => [...store.values()],
				clear: () => store.clear(),
				delete: (id: string) => store.delete(id),
				set: (entry: StoredEntry) => {
					// Like Astro's store, which compares only the digest.
					if (entry.digest && store.get(entry.id)?.digest === entry.digest) return false;
					sets++;
					store.set(entry.id, entry);
					return true;
				},
			},
			parseData: async ({ data }: { data: unknown }) => data,
			generateDigest: (data: unknown) => hash('sha1', JSON.stringify(data)),
		};
		await links().load(context as never);
	};
	const files = () => {
		try {
			return readdirSync(folder).map((name) => join(folder, name));
		} catch {
			return [];
		}
	};
	return {
		store,
		meta,
		load,
		files,
		/** The files of entries, and the files with the location of each entry. */
		segments: () => files().filter((file) => file.endsWith('.jsonl')),
		indexes: () => files().filter((file) => file.endsWith('.json')),
		/** The index that the store refers to. */
		index: () => {
			const pack = meta.get('astro-keep:pack');
			return pack && join(folder, JSON.parse(pack.slice(pack.indexOf('{'))).index.file);
		},
		/** How often an entry was set in the store since the last call. */
		takeSets() {
			const taken = sets;
			sets = 0;
			return taken;
		},
		/** The links in a store, which may be older than the last load. */
		read: (of: Snapshot = { store, meta }): Links => readAll(of, folder),
		/** A copy of the current store, which a failed build leaves on disk. */
		snapshot: (): Snapshot => ({ store: new Map(store), meta: new Map(meta) }),
		restore(from: Snapshot) {
			store.clear();
			meta.clear();
			for (const [id, entry] of from.store) store.set(id, entry);
			for (const [key, text] of from.meta) meta.set(key, text);
		},
		age() {
			for (const file of files()) utimesSync(file, 0, 0);
		},
		end: () => rmSync(cache, { recursive: true }),
	};
}

/** Reads all entries by what is in the store, as pages do. */
function readAll({ store, meta }: Snapshot, folder: string): Links {
	const stored = new Map<string, unknown>([
		['links', new Map(store)],
		['meta:links', meta],
	]);
	const opened = openStore(stored, folder).get('links');
	const names = [...store.keys()].map((id): [string, unknown] => [id, opened?.get(id)?.data['name']]);
	return new Map(names.map(([id, name]) => [id, Buffer.byteLength(String(name))]));
}

const isStub = ({ data }: StoredEntry) => data['astro-keep:packed'] === true;
const isPacked = (store: Store) => [...store.values()].some(isStub);
const bytesOf = (held: Links) => [...held.values()].reduce((sum, size) => sum + size + 80, 0);

/** Even numbers around the size that makes forty entries a large collection. */
const size = fc.integer({ min: 40_000, max: 80_000 }).map((half) => half * 2);
const name = fc.integer({ min: 0, max: 39 }).map((number) => `link-${number}`);
const lossOrOther = fc.constantFrom('fail', 'lose', 'cut', 'flip', 'spoil', 'adapter', 'age');
const step = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant('edit' as const), name, size }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), name }) },
	{ weight: 6, arbitrary: fc.record({ kind: lossOrOther, which: fc.nat() }) },
);

/** Damages one of the files; false if there is none. */
function damage({ kind, which }: { kind: string; which: number }, { files, index }: Collection): boolean {
	const file = kind === 'spoil' ? index() : files()[which % files().length];
	if (!file) return false;
	if (kind === 'lose') rmSync(file, { force: true });
	if (kind === 'cut') truncateSync(file, 10);
	if (kind === 'flip') flipByte(file, which);
	if (kind === 'spoil') spoilIndex(file);
	return ['lose', 'cut', 'flip', 'spoil'].includes(kind);
}

/** Changes one bit, which leaves the size as it is. */
function flipByte(file: string, which: number): void {
	const bytes = readFileSync(file);
	const at = which % bytes.length;
	writeFileSync(file, bytes.with(at, (bytes[at] ?? 0) ^ 1));
}

/** Gives the last entry another length. */
function spoilIndex(file: string): void {
	const text = readFileSync(file, 'utf8');
	const spoilt = text.replace(/\d(?=\d*(,\d+){3}\]\}$)/, (digit) => (digit === '1' ? '2' : '1'));
	expect(spoilt).not.toBe(text);
	writeFileSync(file, spoilt);
}

it('holds exactly the content of the space after every load, and what older stores refer to', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(size, { minLength: 30, maxLength: 40 }),
			fc.array(step, { minLength: 8, maxLength: 12 }),
			// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a model: one branch for each kind of step
			async (sizes, steps) => {
				const collection = createCollection();
				const held = new Map(sizes.map((size, number) => [`link-${number}`, size]));
				let before: (Snapshot & { held: Links }) | undefined;
				for (const taken of [{ kind: 'edit' as const, name: 'link-0', size: 50_000 }, ...steps]) {
					if (taken.kind === 'edit') held.set(taken.name, taken.size);
					if (taken.kind === 'remove') held.delete(taken.name);
					if (taken.kind === 'age') collection.age();
					if ('which' in taken && damage(taken, collection)) before = undefined;
					const indexBefore = collection.meta.get('astro-keep:pack');
					await collection.load(held, taken.kind === 'adapter' ? { adapter: {} } : {});
					expect(collection.read()).toEqual(held);
					// The store alone determines what pages are made of, so it has to name a new index.
					if (before && !isDeepStrictEqual(before.held, held) && isPacked(collection.store))
						expect(collection.meta.get('astro-keep:pack')).not.toBe(indexBefore);
					// A build that fails leaves the store from before it, and all files of that store exist.
					if (before && taken.kind !== 'age') expect(collection.read(before)).toEqual(before.held);
					if (taken.kind === 'adapter') expect(isPacked(collection.store)).toBe(false);
					else if (Math.abs(bytesOf(held) - large) > 20_000)
						expect(isPacked(collection.store)).toBe(bytesOf(held) > large);
					if (taken.kind === 'fail' && before) collection.restore(before);
					else before = { ...collection.snapshot(), held: new Map(held) };
				}
				collection.end();
			},
		),
		runs,
	);
});

/** Links that make a large collection. */
const hundred = () => new Map(Array.from({ length: 100 }, (_, number) => [`link-${number}`, 50_000]));

it('has few files with little unused data after many edits', async () => {
	const collection = createCollection();
	const held = hundred();
	await collection.load(held);
	for (let edit = 0; edit < 60; edit++) {
		held.set(`link-${(edit * 7) % 100}`, 50_000 + edit * 2);
		collection.age();
		await collection.load(held);
	}
	expect(collection.read()).toEqual(held);
	collection.age();
	held.set('link-0', 40_000);
	await collection.load(held);
	expect(collection.indexes()).toHaveLength(2);
	const sizes = collection.segments().map((file) => statSync(file).size);
	expect(sizes.length).toBeLessThanOrEqual(8);
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2.2 * bytesOf(held));
	collection.end();
});

it('writes nothing if nothing changed, and sets only new and moved entries in Astro’s store', async () => {
	const collection = createCollection();
	const held = hundred();
	await collection.load(held);
	expect(collection.takeSets()).toBe(100);
	const [files, { store }] = [collection.files(), collection.snapshot()];
	await collection.load(held);
	expect(collection.files()).toEqual(files);
	held.set('link-7', 60_000);
	await collection.load(held);
	expect(collection.takeSets()).toBe(0);
	expect([...collection.store]).toEqual([...store]);
	held.set('link-new', 50_000);
	held.delete('link-8');
	await collection.load(held);
	expect(collection.takeSets()).toBe(1);
	// The store holds one object for all of them.
	expect(new Set([...collection.store.values()].map(({ data }) => data)).size).toBe(1);
	for (const name of [...held.keys()].slice(60)) held.delete(name);
	await collection.load(held);
	expect(collection.takeSets()).toBe(60);
	expect(collection.read()).toEqual(held);
	collection.end();
});

it('removes the files of a deleted collection, but not those of others', async () => {
	const collection = createCollection();
	const held = hundred();
	await collection.load(held);
	const used = collection.files();
	const [{ length }, folder] = [used, dirname(used[0] ?? '')];
	expect(length).toBe(2);
	const gone = join(folder, '00000000-000000000000.jsonl');
	const other = join(folder, '11111111-111111111111.jsonl');
	writeFileSync(gone, '');
	writeFileSync(other, '');
	utimesSync(gone, 0, 0);
	const dayAgo = Date.now() / 1000 - 24 * 3600;
	utimesSync(other, dayAgo, dayAgo);
	await collection.load(held);
	expect(collection.files().sort()).toEqual([other, ...used].sort());
	collection.end();
});
