import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, encode } from '../../../packages/astro-keep/src/content-store/format/encode.js';
import { recentlyUsed } from '../../../packages/astro-keep/src/content-store/read/recently-used.js';
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
		// A value that is too large for it stays until the next one comes.
		const large = {};
		expect(cache.get(large, 50, () => 'large')).toBe('large');
		get(b, 'b again');
		expect(cache.peek(large)).toBeUndefined();
	});
});
