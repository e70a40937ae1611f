import { activeRedirects, followMoves, type Place, type Redirect } from 'astro-slugline/routing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLong } from '../support/long.js';

const at = (paths: Readonly<Record<string, string>>, lang = 'default'): Place[] =>
	Object.entries(paths).map(([uuid, path]) => ({ uuid, lang, path }));

/** The list after a site went through these states. */
function through(states: readonly Place[][], redirects: Redirect[] = []): Redirect[] {
	let list = redirects;
	states.forEach((now, place) => {
		list = followMoves(list, states[place - 1] ?? [], now);
	});
	return list;
}

const pairs = (redirects: readonly Redirect[]) => redirects.map(({ from, to }) => `${from} ${to}`);

it('a story that moved leaves a redirect', () => {
	expect(through([at({ a: '/old' }), at({ a: '/new' })])).toEqual([
		{ from: '/old', to: '/new', story: 'a', lang: 'default' },
	]);
});

it('a story that moved twice is one step away from each of its old paths', () => {
	expect(pairs(through([at({ a: '/1' }), at({ a: '/2' }), at({ a: '/3' })]))).toEqual(['/1 /3', '/2 /3']);
});

it('a redirect to a story that is gone stays in the list, but is not active', () => {
	const list = through([at({ a: '/1' }), at({ a: '/2' }), []]);
	expect(pairs(list)).toEqual(['/1 /2']);
	expect(activeRedirects(list, [])).toEqual([]);
	expect(pairs(activeRedirects(list, at({ a: '/2' })))).toEqual(['/1 /2']);
});

it('an entry written by hand stays, and follows the other redirects', () => {
	const own = [
		{ from: '/promo', to: '/1' },
		{ from: '/elsewhere', to: 'https://example.com/' },
		{ from: '/terms', to: '/1?tab=2#part' },
	];
	const list = through([at({ a: '/1' }), at({ a: '/2' })], own);
	expect(pairs(list)).toEqual([
		'/1 /2',
		'/elsewhere https://example.com/',
		'/promo /2',
		'/terms /2?tab=2#part',
	]);
	expect(pairs(followMoves(list, [], at({ a: '/2', b: '/promo' })))).toContain('/promo /2');
	expect(pairs(activeRedirects(list, at({ a: '/2', b: '/promo' })))).not.toContain('/promo /2');
});

it('entries that form a cycle are not active', () => {
	const own = [
		{ from: '/1', to: '/2' },
		{ from: '/2', to: '/1' },
		{ from: '/3', to: '/3' },
		{ from: '/4', to: '/1' },
		{ from: '/5', to: '/6#a' },
		{ from: '/6', to: '/5#b' },
	];
	expect(pairs(followMoves(own, [], []))).toEqual(pairs(own));
	expect(activeRedirects(followMoves(own, [], []), [])).toEqual([]);
});

const paths: fc.Arbitrary<string> = fc.constantFrom('/', '/1', '/2', '/3', '/4', '/de/1');
const state = fc.uniqueArray(
	fc.record({
		uuid: fc.constantFrom('a', 'b', 'c', 'd'),
		lang: fc.constantFrom('default', 'de'),
		path: paths,
	}),
	{ selector: ({ path }) => path, maxLength: 6 },
);
const stateOfStories = state.map((places) => [
	...new Map(places.map((place) => [`${place.uuid} ${place.lang}`, place])).values(),
]);
const own = fc.uniqueArray(fc.record({ from: paths, to: paths }), {
	selector: ({ from }) => from,
	maxLength: 3,
});

it('after any moves, each redirect leads straight to a page, and applying them again changes nothing', () => {
	fc.assert(
		fc.property(fc.array(stateOfStories, { minLength: 1, maxLength: 6 }), own, (states, entries) => {
			const list = through(states, entries);
			const now = states.at(-1) ?? [];
			const live = new Set(now.map(({ path }) => path));
			expect(followMoves(list, now, now)).toEqual(list);
			// A build that keeps nothing makes the same list of it.
			expect(followMoves(list, [], now)).toEqual(list);
			expect(new Set(list.map(({ from }) => from)).size).toBe(list.length);
			expect(list.map(({ from }) => from)).toEqual(list.map(({ from }) => from).sort());
			const active = activeRedirects(list, now);
			const froms = new Set(active.map(({ from }) => from));
			for (const { from, to, story } of active) {
				expect(live.has(from)).toBe(false);
				expect(froms.has(to)).toBe(false);
				if (story !== undefined) expect(live.has(to)).toBe(true);
			}
			// Entries of people stay.
			for (const { from } of entries) expect(list.map((redirect) => redirect.from)).toContain(from);
		}),
		{ seed: 3, numRuns: isLong ? 20_000 : 1000 },
	);
});

it('every path that a story was at leads to it, unless another page is there', () => {
	fc.assert(
		fc.property(fc.array(stateOfStories, { minLength: 2, maxLength: 6 }), (states) => {
			const now = states.at(-1) ?? [];
			const former = states.at(-2) ?? [];
			const active = new Map(activeRedirects(through(states), now).map(({ from, to }) => [from, to]));
			for (const { uuid, lang, path } of former) {
				const place = now.find((other) => other.uuid === uuid && other.lang === lang);
				if (!place || now.some((other) => other.path === path)) continue;
				expect(active.get(path)).toBe(place.path);
			}
		}),
		{ seed: 5, numRuns: isLong ? 20_000 : 1000 },
	);
});
