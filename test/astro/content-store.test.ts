import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isChunked } from '../../packages/astro-slugline/src/astro/content-store/format/chunks.js';
import { decode, encode } from '../../packages/astro-slugline/src/astro/content-store/format/encode.js';
import {
	type Packed,
	readIndex,
	writeIndex,
} from '../../packages/astro-slugline/src/astro/content-store/format/entry-index.js';
import { sizeOf } from '../../packages/astro-slugline/src/astro/content-store/format/location.js';
import {
	filesOf,
	keepPack,
	type Pack,
	readPack,
} from '../../packages/astro-slugline/src/astro/content-store/format/pack-manifest.js';
import {
	canPack,
	filePrefix,
	segmentFile,
} from '../../packages/astro-slugline/src/astro/content-store/format/place.js';
import {
	isWhole,
	sweep,
	toMerge,
	type Usage,
} from '../../packages/astro-slugline/src/astro/content-store/format/segments.js';
import { recentlyUsed } from '../../packages/astro-slugline/src/astro/content-store/read/recently-used.js';
import { createSegmentReader } from '../../packages/astro-slugline/src/astro/content-store/read/segment-reader.js';
import { createSegmentWriter } from '../../packages/astro-slugline/src/astro/content-store/segment-writer.js';

const runs = process.env['SLUGLINE_LONG'] === undefined ? 50 : 2000;
const check = { seed: 20, numRuns: runs };

let folder: string;
beforeEach(async () => {
	const made = await mkdtemp(join(tmpdir(), 'slugline-store-'));
	folder = made;
	onTestFinished(() => rm(made, { recursive: true, force: true }));
});

const part = fc.record({ length: fc.nat(), crc: fc.nat() });
const packed: fc.Arbitrary<Packed[]> = fc.uniqueArray(
	fc.record({
		id: fc.string(),
		digest: fc.string(),
		location: fc.record({
			segment: fc.constantFrom('one', 'two', 'three'),
			offset: fc.nat(),
			head: part,
			content: part,
		}),
	}),
	{ selector: ({ id }) => id },
);

describe('the entry index', () => {
	it('gives each entry its digest and location, in whichever order they are asked for', () => {
		fc.assert(
			fc.property(packed, fc.array(fc.nat()), (entries, order) => {
				const index = readIndex(folder, writeIndex(folder, 'p-', entries, undefined));
				const asked = [...entries, ...order.flatMap((at) => entries[at % entries.length] ?? [])];
				for (const { id, digest, location } of asked) {
					expect(index.digestOf(id)).toBe(digest);
					expect(index.locationOf(id)).toEqual(location);
				}
				const unknown = `${entries.map(({ id }) => id).join('')}?`;
				expect(index.digestOf(unknown)).toBeUndefined();
				expect(index.locationOf(unknown)).toBeUndefined();
			}),
			check,
		);
	});

	const entry: Packed = {
		id: 'a',
		digest: 'd',
		location: {
			segment: 's',
			offset: 0,
			head: { length: 2, crc: 7 },
			content: { length: 0, crc: 0 },
		},
	};

	it('is named by its content, and not written twice', async () => {
		const file = writeIndex(folder, 'p-', [entry], undefined);
		expect(file.file).toMatch(/^p-[0-9a-f]{32}\.json$/);
		expect(writeIndex(folder, 'p-', [entry], file)).toBe(file);
		expect(writeIndex(folder, 'p-', [{ ...entry, digest: 'e' }], file).file).not.toBe(file.file);
		expect(await readdir(folder)).toHaveLength(2);
	});

	it.each([
		['missing', (path: string) => rm(path)],
		['cut', async (path: string) => writeFile(path, (await readFile(path)).subarray(0, 20))],
		[
			'changed',
			async (path: string) => writeFile(path, (await readFile(path, 'utf8')).replace('"a"', '"b"')),
		],
	])('is an error when it is %s', async (_what, damage) => {
		const file = writeIndex(folder, 'p-', [entry], undefined);
		await damage(join(folder, file.file));
		expect(() => readIndex(folder, file)).toThrow('missing or damaged');
	});
});

describe('segments', () => {
	const data = fc.array(
		fc.record({ name: fc.string(), content: fc.option(fc.dictionary(fc.string(), fc.jsonValue())) }),
		{ minLength: 1, maxLength: 8 },
	);

	it('give back what was written, and what was copied from one to another', () => {
		fc.assert(
			fc.property(data, (values) => {
				const writer = createSegmentWriter(folder, 'p-');
				const encoded = values.flatMap((value) => encode(value) ?? []);
				const locations = encoded.map((one) => writer.add(one));
				writer.close();
				expect(isWhole(folder, segmentFile(writer.segment), writer.size)).toBe(true);
				expect(writer.size).toBe(locations.reduce((sum, location) => sum + sizeOf(location), 0));

				const reader = createSegmentReader(folder);
				const second = createSegmentWriter(folder, 'p-');
				const copied = [...locations].reverse().map((one) => second.copy(one, reader.bytes(one)));
				second.close();
				for (const [at, one] of encoded.entries()) {
					for (const location of [locations[at], copied[encoded.length - 1 - at]]) {
						if (!location) throw new Error('an entry has no location');
						expect(reader.head(location)).toEqual(decode(one.head));
						if (one.content) expect(reader.content(location)).toEqual(decode(one.content));
						else expect(location.content.length).toBe(0);
					}
				}
				reader.close();
			}),
			check,
		);
	});

	it('are whole only in the length in which they were written', async () => {
		await writeFile(join(folder, 'a'), 'four');
		expect([isWhole(folder, 'a', 4), isWhole(folder, 'a', 3), isWhole(folder, 'b', 0)]).toEqual([
			true,
			false,
			false,
		]);
	});

	it('are merged where they are half waste, or small beside what is written', () => {
		const usage = fc.uniqueArray(
			fc.record({ segment: fc.string(), size: fc.integer({ min: 1, max: 1000 }), used: fc.nat(100) }).map(
				({ segment, size, used }): Usage => ({
					segment,
					size,
					live: Math.floor((size * used) / 100),
				}),
			),
			{ selector: ({ segment }) => segment },
		);
		fc.assert(
			fc.property(usage, fc.nat(2000), (usages, written) => {
				const merged = toMerge(usages, written);
				const bytes = usages
					.filter(({ segment }) => merged.has(segment))
					.reduce((sum, { live }) => sum + live, written);
				for (const { segment, size, live } of usages) {
					if (live === 0) expect(merged).not.toContain(segment);
					else if (live * 2 < size) expect(merged).toContain(segment);
					// What stays is large beside all that is written, so there are few: each at least doubles the sum.
					else if (!merged.has(segment)) expect(live).toBeGreaterThanOrEqual(written * 2);
				}
				const stay = usages.filter(({ segment, live }) => live > 0 && !merged.has(segment));
				expect(stay.every(({ size, live }) => live * 2 >= size)).toBe(true);
				expect(bytes).toBeGreaterThanOrEqual(written);
			}),
			{ ...check, numRuns: runs * 10 },
		);
	});

	it('that the store does not need go when they are old, those of others when they are much older', async () => {
		const long = new Date(0);
		const prefix = filePrefix('pages');
		const files = [`${prefix}needed`, `${prefix}new`, `${prefix}old`, 'other-old'];
		for (const file of files) await writeFile(join(folder, file), '');
		for (const file of files.filter((name) => !name.endsWith('new')))
			await utimes(join(folder, file), long, long);
		sweep(folder, prefix, new Set([`${prefix}needed`]));
		expect((await readdir(folder)).sort()).toEqual([`${prefix}needed`, `${prefix}new`].sort());
		// What is needed was marked as used, and stays when another collection sweeps.
		sweep(folder, filePrefix('others'), new Set());
		expect(await readdir(folder)).toContain(`${prefix}needed`);
		sweep(join(folder, 'none'), prefix, new Set());
	});
});

describe('the pack manifest', () => {
	it('gives back what was put into the meta of a collection', () => {
		const meta = new Map<string, string>();
		expect(readPack(meta)).toBeUndefined();
		expect(readPack(undefined)).toBeUndefined();
		const pack: Pack = {
			index: { file: 'p-1.json', length: 3, crc: 4 },
			segments: new Map([['p-a', 10]]),
		};
		keepPack(meta, pack);
		expect(readPack(meta)).toEqual(pack);
		expect(filesOf(pack)).toEqual(['p-1.json', 'p-a.jsonl']);
		keepPack(meta, undefined);
		expect(readPack(meta)).toBeUndefined();
	});

	it('is for static sites with a store in one file', () => {
		const config = (experimental: object, adapter?: object) =>
			({ experimental, adapter }) as Parameters<typeof canPack>[0];
		expect(canPack(config({}))).toBe(true);
		expect(canPack(config({ collectionStorage: 'single-file' }))).toBe(true);
		expect(canPack(config({ collectionStorage: 'chunked' }))).toBe(false);
		expect(canPack(config({}, { name: 'node' }))).toBe(false);
		expect(isChunked({} as Parameters<typeof isChunked>[0])).toBe(false);
	});

	it('names the files of a collection apart from those of others, whatever its name', () => {
		expect(filePrefix('a/../b')).toMatch(/^[0-9a-f]{8}-$/);
		expect(filePrefix('a')).not.toBe(filePrefix('b'));
	});
});

describe('recently used values', () => {
	it('stay while there is room, those that were used last', async () => {
		const values = recentlyUsed<string>(10);
		const [a, b, c] = [{}, {}, {}];
		let made = 0;
		const get = (owner: object, size: number) => values.get(owner, size, () => `made ${++made}`);
		expect([get(a, 4), get(b, 4), get(a, 4)]).toEqual(['made 1', 'made 2', 'made 1']);
		expect(get(c, 4)).toBe('made 3');
		expect([get(a, 4), get(b, 4)]).toEqual(['made 1', 'made 4']);
		expect(get({}, 100)).toBe('made 5');
		expect(get(a, 4)).toBe('made 6');
	});
});

describe('encoded data', () => {
	it('keeps the content apart, with its content type in its place', () => {
		const encoded = encode({ name: 'a', content: { component: 'page', text: 'b' }, tags: [] });
		expect(encoded).toEqual({
			head: '{"name":"a","content":"page","tags":[]}',
			content: '{"component":"page","text":"b"}',
		});
		expect(encode({ content: 'text' })).toEqual({ head: '{"content":"text"}', content: '' });
	});

	it('leaves data with an image of Astro, or that is no data, to the store', () => {
		expect(encode({ content: { image: '__ASTRO_IMAGE_./a.png' } })).toBeUndefined();
		expect(encode({ run: () => {} })).toBeUndefined();
	});

	it('gives back any JSON, and what a schema makes of it', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
				const { head } = encode({ ...value, content: null }) ?? { head: '' };
				expect(decode(head)).toEqual(JSON.parse(JSON.stringify({ ...value, content: null })));
			}),
			check,
		);
		const made = { date: new Date(0), words: new Set(['a']), none: undefined, zero: -0, big: 10n };
		expect(decode(encode(made)?.head ?? '')).toEqual(made);
	});
});
