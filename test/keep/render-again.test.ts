import { describe, expect, it } from 'vitest';
import { isOtherwise, suspectsAmong } from '../../packages/astro-keep/src/render/render-again.js';
import { reading } from './facts.js';

const menu = reading('members "menu"');
const title = reading('members "pages"');

interface Page {
	first: string;
	last?: string | Error;
	reads?: (typeof menu)[];
	readsThen?: (typeof menu)[];
}

/** The suspects among pages with these texts and reads, and which were rendered again. */
async function suspects(
	pages: Record<string, Page>,
	{ known = [] as (typeof menu)[], isAlone = Object.keys(pages).length === 1 } = {},
) {
	const again: string[] = [];
	const found = await suspectsAmong(
		Object.entries(pages).map(([id, { first, reads = [title] }]) => ({ id, digest: first, readings: reads })),
		async (id) => {
			again.push(id);
			const { first = '', last = first, reads = [title], readsThen = reads } = pages[id] ?? {};
			if (last instanceof Error) throw last;
			return { digest: last, readings: readsThen };
		},
		{ isAlone, known },
	);
	return [[...found], again];
}

describe('a page that a build renders again is suspicious', () => {
	it('if it comes out differently', async () => {
		const same = { first: 'A' };
		expect(await suspects({ '/a': same, '/b': same })).toEqual([[], ['/a', '/b']]);
		expect(await suspects({ '/a': same, '/b': { first: 'B', last: 'C' }, '/c': same })).toEqual([
			['/b'],
			['/a', '/b'],
		]);
		expect(await suspects({ '/a': { first: 'A', last: 'B' } })).toEqual([['/a'], ['/a']]);
	});

	it('if it comes out differently behind the page that comes before it in a clean build', async () => {
		const again: string[] = [];
		let language = 'en';
		const found = await suspectsAmong(
			[{ id: '/b', digest: 'en', readings: [] }],
			async (id) => {
				again.push(id);
				if (id === '/a') language = 'de';
				return { digest: language, readings: [] };
			},
			{ isAlone: true, known: [], before: () => '/a' },
		);
		expect([[...found], again]).toEqual([['/b'], ['/b', '/a', '/b']]);
	});

	it('if it fails', async () => {
		expect(await suspects({ '/a': { first: 'A', last: new Error('again') } })).toEqual([['/a'], ['/a']]);
	});

	it('if it does not read again what it has read, which a module holds for other pages', async () => {
		const holds = { first: 'A', reads: [title, menu], readsThen: [title] };
		expect(await suspects({ '/a': holds, '/b': { first: 'B' } })).toEqual([['/a'], ['/a']]);
		expect(
			await suspects({ '/a': { ...holds, reads: [title], readsThen: [menu, title] }, '/b': holds }),
		).toEqual([['/a'], ['/a']]);
	});

	it('not if that counts for every page already, or if no other page was rendered', async () => {
		const holds = { first: 'A', reads: [title, menu], readsThen: [title] };
		expect(await suspects({ '/a': holds, '/b': { first: 'B' } }, { known: [menu] })).toEqual([
			[],
			['/a', '/b'],
		]);
		expect(await suspects({ '/a': holds })).toEqual([[], ['/a']]);
		expect(await suspects({ '/a': holds }, { isAlone: false })).toEqual([['/a'], ['/a']]);
	});
});

it('a page is wrong if it comes out the same way each time and yet otherwise, and not if that may be chance', async () => {
	const found = (...texts: (string | Error)[]) =>
		isOtherwise('/a', 'first', async () => {
			const text = texts.shift();
			if (text instanceof Error) throw text;
			return { digest: text, readings: [] };
		});
	expect(await found('other', 'other')).toBe(true);
	expect(await found('first', 'first')).toBe(false);
	expect(await found('other', 'another')).toBe(false);
	expect(await found(new Error('It fails.'), new Error('It fails.'))).toBe(false);
});
