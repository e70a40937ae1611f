import fc from 'fast-check';
import { expect, describe as group, it } from 'vitest';
import { describe, textOfComparable } from '../../packages/astro-keep/src/decide/describe.js';

const plain = fc.anything({
	withDate: true,
	withMap: true,
	withSet: true,
	withBigInt: true,
	withTypedArray: true,
});

it('returns equal texts for equal values, and different texts for different ones', () => {
	fc.assert(
		fc.property(plain, plain, (one, other) => {
			expect(describe(structuredClone(one))).toBe(describe(one));
			if (fc.stringify(one) !== fc.stringify(other)) expect(describe(one)).not.toBe(describe(other));
		}),
		{ seed: 1, numRuns: 300 },
	);
});

class Post {
	#title: string;
	constructor(title: string) {
		this.#title = title;
	}
	get title() {
		return this.#title;
	}
}

group('values that cannot be compared', () => {
	const circle: { self?: object } = {};
	circle.self = circle;
	it.each<[string, unknown]>([
		['a function', { list: () => 'a' }],
		['a promise', { list: Promise.resolve('a') }],
		['an instance of a class', new Post('a')],
		['a symbol', Symbol('a')],
		[
			'a getter',
			{
				get now() {
					return 1;
				},
			},
		],
		['a hidden property', Object.defineProperty({}, 'entry', { value: 1 })],
		['a property with a symbol', { [Symbol('a')]: 1 }],
		['a list with a property', Object.assign([1], { more: 2 })],
		['a date with a property', Object.assign(new Date(0), { more: 2 })],
		['a map of a class', new (class extends Map {})()],
		['a proxy', new Proxy({ a: 1 }, {})],
		['a weak map', new WeakMap()],
		['an object that refers to itself', circle],
		['a function deep inside', [{ a: new Map([['b', () => 1]]) }]],
	])('get a new text each time: %s', (_, value) => {
		expect(textOfComparable(value)).toBeUndefined();
		expect(describe(value)).not.toBe(describe(value));
	});
});

it('distinguishes values that look alike', () => {
	const values = [
		'1',
		1,
		1n,
		true,
		'true',
		null,
		'null',
		undefined,
		-0,
		0,
		[],
		{},
		[[]],
		[''],
		new Map(),
		new Set(),
		new Date(0),
		new Date(1),
		new URL('https://a.b/'),
		'https://a.b/',
		new URLSearchParams('t=1'),
		new URLSearchParams('t=2'),
		/a/,
		/a/g,
		new Uint8Array([1]),
		new Uint8Array([2]),
		new Int8Array([1]),
		new Uint8Array([1]).buffer,
		{ a: undefined },
		[undefined],
	];
	expect(new Set(values.map((value) => describe(value))).size).toBe(values.length);
});

it('compares an imported SVG file by its properties, although it is a component', () => {
	const svg = (src: string, more = {}) =>
		Object.assign(
			Object.defineProperty(() => {}, 'toJSON', { value: () => ({}) }),
			{ src, width: 1, height: 1, format: 'svg', ...more },
		);
	expect(describe({ icon: svg('a') })).toBe(describe({ icon: svg('a') }));
	expect(describe({ icon: svg('a') })).not.toBe(describe({ icon: svg('b') }));
	expect(textOfComparable(svg('a', { more: () => 1 }))).toBeUndefined();
});

it('compares an entry without the hidden properties that getEntry() adds', () => {
	const data = { title: 'a' };
	const before = describe({ id: 'one', data: { ...data } });
	for (const name of ['slug', 'render']) {
		Object.defineProperty(data, name, { get: () => undefined, set: () => {}, enumerable: false });
	}
	expect(describe({ id: 'one', data })).toBe(before);
	expect(textOfComparable(Object.defineProperty({}, 'slug', { value: 'a' }))).toBeUndefined();
});

it('compares an imported image by its properties, without reading from its proxy', () => {
	const image = (src: string) =>
		new Proxy({ src, width: 1, height: 2, format: 'png' }, { get: () => expect.unreachable() });
	expect(describe(image('a'))).toBe(describe(image('a')));
	expect(describe(image('a'))).not.toBe(describe(image('b')));
});

const standingIn = (get: () => unknown, text: () => string | undefined) =>
	Object.assign(get, { [Symbol.for('astro-keep:stand-in')]: text });

it('uses the text that a getter provides for its value, if there is one', () => {
	const entry = (text: string | undefined, value: unknown) =>
		Object.defineProperty({ id: 'a' }, 'data', {
			get: standingIn(
				() => value,
				() => text,
			),
			enumerable: true,
		});
	expect(describe(entry('same', 1))).toBe(describe(entry('same', 2)));
	expect(describe(entry('same', 1))).not.toBe(describe(entry('other', 1)));
	expect(describe(entry(undefined, { a: 1 }))).not.toBe(describe(entry(undefined, { a: 2 })));
	expect(describe({ ...entry('same', 1), next: 1 })).not.toBe(describe({ ...entry('same', 1), next: 2 }));
});
