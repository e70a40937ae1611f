import { expect, it } from 'vitest';
import { reportOf } from '../../../packages/astro-keep/src/built-pages.js';
import { unknownIsolation } from '../../../packages/astro-keep/src/decide/page-state.js';
import type { Outcome } from '../../../packages/astro-keep/src/render/tracked-build.js';
import { addStoryKinds } from '../../../packages/astro-slugline/src/astro/explain/index.js';
import { builtPages as pagesOf } from '../../../packages/astro-slugline/src/astro/output/built-pages.js';

// Some of the reads here are of stories.
addStoryKinds();

const builtPages = (outcome: Outcome) => pagesOf(reportOf(outcome));

const one = '7abe0f67-9e5f-5d01-962b-e7dc3cb79b23';
const two = 'b3dfaa04-a25d-5aed-9583-9b2e3c7b608b';

/** The outcome of a build with one rendered and one unchanged page, which made these reads. */
function outcomeOf(reads: string[]): Outcome {
	const readings = reads.map((read) => ({ read, importer: '', digest: '' }));
	const state = {
		pages: new Map([
			['src/pages/index.astro ', {}],
			['src/pages/[...path].astro /about', {}],
		]),
		reads: () => new Map([['src/pages/[...path].astro /about', readings]]),
		parts: () => new Map(),
		isolation: unknownIsolation,
	};
	const rendered = new Map([['src/pages/index.astro ', { reasons: ['new'], previous: undefined }]]);
	return { plan: { byId: new Map() }, state, previous: undefined, rendered } as unknown as Outcome;
}

it('gives the reason why each page was rendered, if it was', () => {
	expect(builtPages(outcomeOf([]))).toEqual([
		{
			path: '/',
			reason: 'there is no earlier build to compare with, as with --force',
			stories: [],
			collections: [],
		},
		{ path: '/about', reason: undefined, stories: [], collections: [] },
	]);
});

it('says of a redirect that it is one', () => {
	const id = 'src/pages/index.astro ';
	const plan = { byId: new Map([[id, { path: { route: { type: 'redirect' } } }]]) };
	const outcome = { ...outcomeOf([]), plan, rendered: new Map([[id, undefined]]) } as unknown as Outcome;
	expect(builtPages(outcome)[0]?.reason).toBe('it is a redirect');
});

it.each([
	['a whole collection', 'members "pages"', [], ['pages']],
	['an entry', 'member ["pages","about"]', [], ['pages']],
	['a field of an entry', 'fields ["pages",["about"],[["data","title"]]]', [], ['pages']],
	[
		'a query',
		`query ${JSON.stringify(['articles', JSON.stringify({ where: { uuid: [one, two] } })])}`,
		[one, two],
		['articles'],
	],
	['the ids of a query', 'ids ["articles","{}"]', [], ['articles']],
	['a story', `story ["${one}","de"]`, [one], []],
	['the address of a story', `address {"by":"story","uuid":"${two}","lang":"default"}`, [two], []],
	['a blok', 'lookup "teaser"', [], []],
	['an asset with a uuid in its name', `asset ["${one}.webp","https://a.example/f/1.webp",false]`, [], []],
])('names the stories and collections behind %s', (_, read, stories, collections) => {
	expect(builtPages(outcomeOf([read]))[1]).toMatchObject({ stories, collections });
});
