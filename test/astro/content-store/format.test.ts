import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decode, encode } from '../../../packages/astro-slugline/src/astro/content-store/format/encode.js';
import {
	readIndex,
	writeIndex,
} from '../../../packages/astro-slugline/src/astro/content-store/format/entry-index.js';
import { toMerge } from '../../../packages/astro-slugline/src/astro/content-store/format/pack-manifest.js';
import { recentlyUsed } from '../../../packages/astro-slugline/src/astro/content-store/read/recently-used.js';
import { isLong } from '../../support/long.js';

describe('encode()', () => {
	/** No keys of digits, which come first in every object, and no `__proto__`, which is rejected earlier. */
	const key = fc.string({ minLength: 1 }).filter((name) => !/^\d+$/.test(name) && name !== '__proto__');
	const { value } = fc.letrec<{ value: unknown }>((tie) => ({
		value: fc.oneof(
			{ depthSize: 'small' },
			fc.string(),
			fc.double(),
			fc.boolean(),
			fc.constantFrom(null, undefined, -0),
			fc.date({ noInvalidDate: true }),
			fc.array(tie('value')),
			fc.dictionary(key, tie('value')).map((object) => ({ ...object })),
		),
	}));

	it('preserves the data, with the keys in the same order', () => {
		fc.assert(
			fc.property(
				fc.dictionary(key, value).map((object) => ({ ...object })),
				value,
				(data, content) => {
					const whole = { name: 'A', content, ...data };
					const encoded = encode(whole);
					if (!encoded) return;
					const read = decode(encoded.head);
					if (encoded.content) read['content'] = decode(encoded.content);
					expect(read).toStrictEqual(whole);
					expect(Object.keys(read)).toEqual(Object.keys(whole));
				},
			),
			{ seed: 11, numRuns: isLong ? 10_000 : 300 },
		);
	});

	it('leaves entries with images to Astro’s store', () => {
		expect(encode({ cover: '__ASTRO_IMAGE_./boat.png' })).toBeUndefined();
		expect(encode({ content: { body: ['__ASTRO_IMAGE_./boat.png'] } })).toBeUndefined();
	});

	it('leaves what cannot be serialized to Astro’s store', () => {
		expect(encode({ render: () => 'x' })).toBeUndefined();
	});
});

describe('the index of a collection', () => {
	let folder: string;
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'slugline-index-'));
	});
	afterAll(() => rmSync(folder, { recursive: true }));

	const entries = ['home', 'blog/a', 'blog/b', 'de/über uns'].map((id, place) => ({
		id,
		digest: `digest ${place}`,
		location: {
			segment: `segment-${place % 2}`,
			offset: place * 100,
			head: { length: 10 + place, crc: 4_000_000_000 + place },
			content: { length: place, crc: place },
		},
	}));

	it('finds every entry, in any order, and no other', () => {
		const index = readIndex(folder, writeIndex(folder, 'a-', entries, undefined));
		for (const list of [entries, entries.toReversed(), [...entries, ...entries]]) {
			for (const { id, digest, location } of list) {
				expect(index.digestOf(id)).toBe(digest);
				expect(index.locationOf(id)).toEqual(location);
			}
		}
		for (const id of ['', 'hom', 'home/', 'constructor', '__proto__']) {
			expect(index.digestOf(id)).toBeUndefined();
			expect(index.locationOf(id)).toBeUndefined();
		}
	});

	it('is named after its content', () => {
		const first = writeIndex(folder, 'b-', entries, undefined);
		expect(writeIndex(folder, 'b-', entries, first)).toBe(first);
		expect(writeIndex(folder, 'b-', entries.slice(1), first).file).not.toBe(first.file);
	});

	it('rejects a file that is missing, truncated, or changed', () => {
		const written = writeIndex(folder, 'c-', entries, undefined);
		const path = join(folder, written.file);
		expect(() => readIndex(folder, { ...written, file: 'c-none.json' })).toThrow('missing or damaged');
		writeFileSync(path, ' '.repeat(written.length));
		expect(() => readIndex(folder, written)).toThrow('missing or damaged');
		truncateSync(path, written.length - 1);
		expect(() => readIndex(folder, written)).toThrow('missing or damaged');
	});
});

describe('merging of segments', () => {
	it('selects segments that are half unused, and segments that are small beside the new one', () => {
		const usages = [
			{ segment: 'full', size: 5000, live: 5000 },
			{ segment: 'half unused', size: 1000, live: 499 },
			{ segment: 'unused', size: 1000, live: 0 },
			{ segment: 'small', size: 30, live: 30 },
		];
		expect([...toMerge(usages, 0)]).toEqual(['half unused']);
		expect([...toMerge(usages, 20)]).toEqual(['small', 'half unused']);
	});

	it('leaves few segments after many edits, without copying much', () => {
		let segments: { segment: string; size: number; live: number }[] = [];
		let copied = 0;
		for (let edit = 1; edit <= 2000; edit++) {
			const merged = toMerge(segments, 100);
			const moved = segments.filter(({ segment }) => merged.has(segment));
			const bytes = moved.reduce((sum, { live }) => sum + live, 0);
			copied += bytes;
			const size = 100 + bytes;
			segments = [
				...segments.filter(({ segment }) => !merged.has(segment)),
				{ segment: String(edit), size, live: size },
			];
		}
		expect(segments.length).toBeLessThan(20);
		expect(copied / (2000 * 100)).toBeLessThan(20);
	});
});

describe('a cache of recently used values', () => {
	it('creates each value once, and drops the least recently used ones', () => {
		const cache = recentlyUsed<string>(10);
		const [a, b, c] = [{}, {}, {}];
		const made: string[] = [];
		const get = (owner: object, name: string) =>
			cache.get(owner, 5, () => {
				made.push(name);
				return name;
			});
		expect([get(a, 'a'), get(b, 'b'), get(a, 'a again'), get(c, 'c')]).toEqual(['a', 'b', 'a', 'c']);
		expect([cache.peek(a), cache.peek(b), cache.peek(c)]).toEqual(['a', undefined, 'c']);
		expect(made).toEqual(['a', 'b', 'c']);
	});

	it('returns a value that is too large for it', () => {
		const cache = recentlyUsed<string>(10);
		const large = {};
		expect(cache.get(large, 50, () => 'large')).toBe('large');
		expect(cache.get({}, 1, () => 'small')).toBe('small');
		expect(cache.peek(large)).toBeUndefined();
	});
});
