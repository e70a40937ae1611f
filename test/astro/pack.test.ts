import { hash } from 'node:crypto';
import {
	closeSync,
	mkdtempSync,
	openSync,
	readdirSync,
	readSync,
	rmSync,
	statSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { links } from 'astro-slugline/loaders';
import fc from 'fast-check';
import { expect, it } from 'vitest';

// Not shrunk, since each run writes megabytes.
const runs = { seed: 20_261_121, endOnFailure: true, numRuns: process.env['SLUGLINE_LONG'] ? 400 : 20 };

/** From so many bytes on, a collection lies beside the store. */
const large = 4_000_000;

interface StoredEntry {
	id: string;
	data: Record<string, unknown>;
	digest?: string;
	body?: string;
}

type Store = Map<string, StoredEntry>;

/** Sizes of links by their name: what a space has at one moment. */
type Links = ReadonlyMap<string, number>;

const linkOf = (name: string, size: number) => ({
	uuid: name,
	slug: name,
	name: '·'.repeat(size / 2),
	is_folder: false,
});

/** A collection as Astro keeps it between loads, in a cache folder of its own. */
function createCollection() {
	const cache = mkdtempSync(join(tmpdir(), 'slugline-pack-'));
	const store: Store = new Map();
	const meta = new Map<string, string>();
	const folder = join(cache, 'slugline-packs/build');
	const load = async (held: Links, adapter?: unknown) => {
		const all = [...held].map(([name, size]) => linkOf(name, size));
		const space = { stamp: JSON.stringify([...held]), links: all };
		const hooks = { 'slugline:connection': () => ({ id: 'default', synced: async () => ({ space }) }) };
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
				delete: (id: string) => store.delete(id),
				set: (entry: StoredEntry) => {
					// As Astro's store does it: the digest alone decides.
					if (entry.digest && store.get(entry.id)?.digest === entry.digest) return false;
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
		load,
		files,
		/** What a store says, which may be older than the last load. */
		read: (of: Store): Links => new Map([...of.values()].map((entry) => read(entry, folder))),
		/** The store of this moment with what is kept beside it, which a failed build leaves on the disk. */
		snapshot: () => ({ store: new Map(store), meta: new Map(meta) }),
		restore(from: { store: Store; meta: ReadonlyMap<string, string> }) {
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

/** Reads an entry by what its marker says, without the package. */
function read({ id, data, body }: StoredEntry, folder: string): [string, number] {
	const [, segment, ...numbers] = body?.split(':') ?? [];
	const [offset = 0, length = 0] = numbers.map((number) => Number.parseInt(number, 36));
	let found = data;
	if (segment) {
		const bytes = Buffer.alloc(length);
		const file = openSync(join(folder, `${segment}.jsonl`), 'r');
		readSync(file, bytes, 0, length, offset);
		closeSync(file);
		found = JSON.parse(bytes.toString());
	}
	expect(found['uuid']).toBe(id);
	return [id, Buffer.byteLength(String(found['name']))];
}

const isPacked = (store: Store) => [...store.values()].some(({ body }) => body !== undefined);
const bytesOf = (held: Links) => [...held.values()].reduce((sum, size) => sum + size + 80, 0);

/** Even numbers around what makes forty entries a large collection. */
const size = fc.integer({ min: 40_000, max: 80_000 }).map((half) => half * 2);
const name = fc.integer({ min: 0, max: 39 }).map((number) => `link-${number}`);
const step = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant('edit' as const), name, size }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), name }) },
	{ weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('fail', 'lose', 'cut', 'adapter', 'age') }) },
);

it('holds after every load just what the space has, and what older stores point to', {
	timeout: 600_000,
}, async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(size, { minLength: 30, maxLength: 40 }),
			fc.array(step, { minLength: 8, maxLength: 12 }),
			async (sizes, steps) => {
				const collection = createCollection();
				const held = new Map(sizes.map((size, number) => [`link-${number}`, size]));
				let before: { store: Store; meta: ReadonlyMap<string, string>; held: Links } | undefined;
				for (const taken of [{ kind: 'edit' as const, name: 'link-0', size: 50_000 }, ...steps]) {
					if (taken.kind === 'edit') held.set(taken.name, taken.size);
					if (taken.kind === 'remove') held.delete(taken.name);
					if (taken.kind === 'age') collection.age();
					const [file] = collection.files();
					if (taken.kind === 'lose' && file) rmSync(file);
					if (taken.kind === 'cut' && file) truncateSync(file, 10);
					if (taken.kind === 'lose' || taken.kind === 'cut') before = undefined;
					await collection.load(held, taken.kind === 'adapter' ? {} : undefined);
					expect(collection.read(collection.store)).toEqual(held);
					// A build that fails leaves the store from before it, whose files are all there.
					if (before && taken.kind !== 'age') expect(collection.read(before.store)).toEqual(before.held);
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

it('has few files and little waste after many edits', { timeout: 60_000 }, async () => {
	const collection = createCollection();
	const held = new Map(Array.from({ length: 100 }, (_, number) => [`link-${number}`, 50_000]));
	await collection.load(held);
	for (let edit = 0; edit < 60; edit++) {
		held.set(`link-${(edit * 7) % 100}`, 50_000 + edit * 2);
		collection.age();
		await collection.load(held);
	}
	expect(collection.read(collection.store)).toEqual(held);
	collection.age();
	held.set('link-0', 40_000);
	await collection.load(held);
	const sizes = collection.files().map((file) => statSync(file).size);
	expect(sizes.length).toBeLessThanOrEqual(8);
	expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2.2 * bytesOf(held));
	collection.end();
});

it('writes nothing where nothing changed', async () => {
	const collection = createCollection();
	const held = new Map(Array.from({ length: 100 }, (_, number) => [`link-${number}`, 50_000]));
	await collection.load(held);
	const files = collection.files();
	const entries = [...collection.store.values()];
	await collection.load(held);
	expect(collection.files()).toEqual(files);
	expect([...collection.store.values()].every((entry, place) => entry === entries[place])).toBe(true);
	collection.end();
});

it('removes what a collection that is gone has left, but not what others use', async () => {
	const collection = createCollection();
	const held = new Map(Array.from({ length: 100 }, (_, number) => [`link-${number}`, 50_000]));
	await collection.load(held);
	const [used = ''] = collection.files();
	const gone = join(dirname(used), '00000000-000000000000.jsonl');
	const other = join(dirname(used), '11111111-111111111111.jsonl');
	writeFileSync(gone, '');
	writeFileSync(other, '');
	utimesSync(gone, 0, 0);
	const dayAgo = Date.now() / 1000 - 24 * 3600;
	utimesSync(other, dayAgo, dayAgo);
	await collection.load(held);
	expect(collection.files().sort()).toEqual([other, used].sort());
	collection.end();
});
