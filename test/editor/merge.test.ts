import fc from 'fast-check';
import { expect, it } from 'vitest';
import { merge } from '../../packages/astro-slugline/src/editor/browser/merge.js';

const blok = (uid: string, text: string, more = {}) => ({ _uid: uid, component: 'fact', text, ...more });
const [a, b, c] = [blok('a', 'A'), blok('b', 'B'), blok('c', 'C')];
const changed = (one: object, text: string) => ({ ...one, text });
/** Bloks whose `_uid`s the folder derives from their places. */
const place = (at: number, text: string) => blok(`0000000${at}-0000-5000-8000-000000000000`, text);
const places = (...texts: string[]) => texts.map((text, at) => place(at, text));
const two = (mine: unknown, theirs: unknown) => ({
	'editor:versions': [mine, theirs].map((one) => (one === undefined ? [] : [one])),
	why: 'Somebody else changed this, too. Choose a version.',
});

it.each([
	['other fields', { x: 1, y: 1 }, { x: 2, y: 1 }, { x: 1, y: 2 }, { x: 2, y: 2 }],
	['a removed field', { x: 1, y: 1 }, { y: 1 }, { x: 1, y: 2 }, { y: 2 }],
	['one field', { x: 1 }, { x: 2 }, { x: 3 }, { x: two(2, 3) }],
	['a field that one lacks', { x: 1 }, {}, { x: 3 }, { x: two(undefined, 3) }],
	['a field that the other lacks', { x: 1 }, { x: 2 }, {}, { x: two(2, undefined) }],
	['one field alike', { x: 1 }, { x: 2 }, { x: 2 }, { x: 2 }],
	['bloks', [a, b], [changed(a, 'A2'), b], [a, changed(b, 'B2')], [changed(a, 'A2'), changed(b, 'B2')]],
	['one blok', [a], [changed(a, 'A2')], [changed(a, 'A3')], [{ ...a, text: two('A2', 'A3') }]],
	['a new blok', [a], [a, b], [c, a], [c, a, b]],
	['a removed blok', [a, b], [b], [a, changed(b, 'B2')], [changed(b, 'B2')]],
	['a moved blok', [a, b, c], [c, a, b], [a, changed(b, 'B2'), c], [c, a, changed(b, 'B2')]],
	['a blok that is removed and changed', [a, b], [b], [changed(a, 'A2'), b], two([b], [changed(a, 'A2'), b])],
	['tags', ['x', 'y'], ['x', 'y', 'm'], ['y', 't'], ['y', 't', 'm']],
	['the first tags', [], ['m', 'both'], ['t', 'both'], ['t', 'both', 'm']],
	['two orders of references', ['x', 'y'], ['y', 'x'], ['x', 'y', 't'], two(['y', 'x'], ['x', 'y', 't'])],
	['two orders', [a, b, c], [b, a, c], [a, c, b], two([b, a, c], [a, c, b])],
	// `_uid`s that derive from places are others after a blok is inserted.
	[
		'places',
		places('A', 'B'),
		places('A', 'B2'),
		places('new', 'A', 'B'),
		[place(0, 'new'), place(1, 'A'), place(2, 'B2')],
	],
	// Others removed A, so that B has its `_uid`, and edited B.
	[
		'a list without own ids, from which others removed a blok',
		places('A', 'B', 'C'),
		places('A2', 'B', 'C'),
		places('B2', 'C'),
		two(places('A2', 'B', 'C'), places('B2', 'C')),
	],
	[
		'a list without own ids, in which others inserted a blok and edited one',
		places('A', 'B'),
		places('A2', 'B'),
		places('N', 'A3', 'B'),
		two(places('A2', 'B'), places('N', 'A3', 'B')),
	],
	[
		'a list without own ids, in which others exchanged two bloks and edited them',
		places('A', 'B'),
		places('A2', 'B'),
		places('B3', 'A3'),
		two(places('A2', 'B'), places('B3', 'A3')),
	],
	[
		'a list without own ids, from which others removed a blok that I did not change',
		places('A', 'B', 'C'),
		[place(0, 'A'), place(1, 'B2'), place(2, 'C')],
		places('B', 'C'),
		[place(0, 'B2'), place(1, 'C')],
	],
	[
		'a list without own ids, in which others edited two bloks, and I a third one',
		places('A', 'B', 'C'),
		places('A', 'B', 'C2'),
		places('A3', 'B3', 'C'),
		places('A3', 'B3', 'C2'),
	],
	[
		'a list without own ids, in which both edited the same blok',
		[{ ...place(0, 'A'), note: '' }],
		[{ ...place(0, 'A'), note: 'mine' }],
		[{ ...place(0, 'A3'), note: '' }],
		[{ ...place(0, 'A3'), note: 'mine' }],
	],
])('merges changes of %s', (_, base, mine, theirs, expected) => {
	const content = (body: unknown) =>
		Array.isArray(body) ? { component: 'page', body } : { component: 'page', ...(body as object) };
	const merged = merge(content(base), content(mine), content(theirs));
	const wanted =
		Array.isArray(base) && !Array.isArray(expected)
			? { component: 'page', body: expected }
			: content(expected);
	expect(merged).toEqual(wanted);
});

const lists = fc
	.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
	.map((uids) => uids.map((uid) => blok(uid, uid)));

it('keeps the only change, and loses nothing that one person added', () => {
	const content = (body: unknown) => ({ component: 'page', body });
	fc.assert(
		fc.property(lists, lists, lists, (base, mine, theirs) => {
			expect(merge(content(base), content(mine), content(base))).toEqual(content(mine));
			expect(merge(content(base), content(base), content(theirs))).toEqual(content(theirs));
			const text = JSON.stringify(merge(content(base), content(mine), content(theirs)));
			for (const one of [...mine, ...theirs])
				if (!base.some(({ _uid }) => _uid === one._uid)) expect(text).toContain(`"${one.text}"`);
		}),
		{ seed: 1 },
	);
});
