import fc from 'fast-check';
import { expect, it } from 'vitest';
import { merge } from '../../packages/astro-slugline/src/editor/browser/merge.js';

const blok = (uid: string, text: string, more = {}) => ({ _uid: uid, component: 'fact', text, ...more });
const [a, b, c] = [blok('a', 'A'), blok('b', 'B'), blok('c', 'C')];
const changed = (one: object, text: string) => ({ ...one, text });
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
	['two orders', [a, b, c], [b, a, c], [a, c, b], two([b, a, c], [a, c, b])],
	// `_uid`s that derive from places are others after a blok is inserted.
	[
		'places',
		[blok('0', 'A'), blok('1', 'B')],
		[blok('0', 'A'), blok('1', 'B2')],
		[blok('0', 'new'), blok('1', 'A'), blok('2', 'B')],
		[blok('0', 'new'), blok('1', 'A'), { ...blok('2', 'B2') }],
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
