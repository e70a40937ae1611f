import fc from 'fast-check';
import { expect, describe as group, it } from 'vitest';
import { canonicalText, textOfComparable } from '../../packages/astro-keep/src/decide/canonical-text.js';

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
			expect(canonicalText(structuredClone(one))).toBe(canonicalText(one));
			if (fc.stringify(one) !== fc.stringify(other))
				expect(canonicalText(one)).not.toBe(canonicalText(other));
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
		expect(canonicalText(value)).not.toBe(canonicalText(value));
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
	expect(new Set(values.map((value) => canonicalText(value))).size).toBe(values.length);
});

it('compares an imported SVG file by its properties, although it is a component', () => {
	const svg = (src: string, more = {}) =>
		Object.assign(
			Object.defineProperty(() => {}, 'toJSON', { value: () => ({}) }),
			{ src, width: 1, height: 1, format: 'svg', ...more },
		);
	expect(canonicalText({ icon: svg('a') })).toBe(canonicalText({ icon: svg('a') }));
	expect(canonicalText({ icon: svg('a') })).not.toBe(canonicalText({ icon: svg('b') }));
	expect(textOfComparable(svg('a', { more: () => 1 }))).toBeUndefined();
});

it('compares an entry without the hidden properties that getEntry() adds', () => {
	const data = { title: 'a' };
	const before = canonicalText({ id: 'one', data: { ...data } });
	for (const name of ['slug', 'render']) {
		Object.defineProperty(data, name, { get: () => undefined, set: () => {}, enumerable: false });
	}
	expect(canonicalText({ id: 'one', data })).toBe(before);
	expect(textOfComparable(Object.defineProperty({}, 'slug', { value: 'a' }))).toBeUndefined();
});

it('compares an imported image by its properties, without reading from its proxy', () => {
	const image = (src: string) =>
		new Proxy({ src, width: 1, height: 2, format: 'png' }, { get: () => expect.unreachable() });
	expect(canonicalText(image('a'))).toBe(canonicalText(image('a')));
	expect(canonicalText(image('a'))).not.toBe(canonicalText(image('b')));
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
	expect(canonicalText(entry('same', 1))).toBe(canonicalText(entry('same', 2)));
	expect(canonicalText(entry('same', 1))).not.toBe(canonicalText(entry('other', 1)));
	expect(canonicalText(entry(undefined, { a: 1 }))).not.toBe(canonicalText(entry(undefined, { a: 2 })));
	expect(canonicalText({ ...entry('same', 1), next: 1 })).not.toBe(
		canonicalText({ ...entry('same', 1), next: 2 }),
	);
});
