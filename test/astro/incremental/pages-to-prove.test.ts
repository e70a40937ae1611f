import { expect, it } from 'vitest';
import type { AstroApp } from '../../../packages/astro-slugline/src/astro/incremental/decide/astro-app.js';
import type { Decision, Page } from '../../../packages/astro-slugline/src/astro/incremental/decide/decide.js';
import type { PageState } from '../../../packages/astro-slugline/src/astro/incremental/decide/page-state.js';
import { pagesToProve } from '../../../packages/astro-slugline/src/astro/incremental/render/pages-to-prove.js';
import type { Plan } from '../../../packages/astro-slugline/src/astro/incremental/render/tracked-build.js';

type Why = Decision['why'];
const none: Why = [];

/** The pages that are rendered a second time, by their paths; those that stay with the digest of their copy. */
function proved(
	pages: Record<string, Why>,
	{
		reads = {},
		type = 'page',
		sample = [],
		woken = [],
	}: { reads?: Record<string, string[]>; type?: string; sample?: string[]; woken?: string[] } = {},
): string[] {
	const route = { component: 'page.astro', type, fallbackRoutes: [] };
	const all = Object.keys(pages).map((id) => ({ id, path: { pathname: id, route } }) as unknown as Page);
	const config = { base: '/', trailingSlash: 'ignore', build: { format: 'directory' } };
	const app = {
		manifest: {
			routes: [{ routeData: { component: 'other.astro', fallbackRoutes: [] } }, { routeData: route }],
		},
		getOptions: () => ({ settings: { config }, origin: 'https://example.com' }),
	} as unknown as AstroApp;
	const plan = {
		pages: all,
		decisions: new Map(
			Object.entries(pages).map(([id, why]) => [id, { why, former: { copy: { digest: `copy of ${id}` } } }]),
		),
		unchanged: new Set(all.filter(({ id }) => pages[id]?.length === 0)),
	} as unknown as Plan;
	const readings = Object.entries(reads).map(
		([id, texts]): [string, { read: string; importer: string }[]] => [
			id,
			texts.map((read) => ({ read, importer: 'nav.ts' })),
		],
	);
	const former = { reads: () => new Map(readings), conclusions: { woken } } as unknown as PageState;
	return pagesToProve(plan, app, former, new Set(sample)).map(({ id, copy, route: [place], address }) => {
		expect([place, address]).toEqual([1, `https://example.com/${id}/`]);
		return copy === undefined ? id : `${id}: ${copy}`;
	});
}

it('proves all pages if none stays', () => {
	expect(proved({ a: ['new'], b: ['code'], c: ['new'] })).toEqual(['a', 'b', 'c']);
});

it('proves the rendered pages, and the first and the last of those that stay', () => {
	expect(proved({ a: none, b: none, c: ['given'], d: none, e: none })).toEqual([
		'a: copy of a',
		'c',
		'e: copy of e',
	]);
});

it('proves the first and the last page that shows a blok, and the same of a module that reads', () => {
	const pages = { a: none, b: none, c: none, d: none, e: none, f: none, g: none, h: none };
	const reads = {
		b: ['blok hero'],
		c: ['blok hero'],
		d: ['blok hero'],
		e: ['entry x'],
		f: ['entry y'],
		g: ['entry z'],
	};
	expect(proved(pages, { reads })).toEqual(
		['a', 'b', 'd', 'e', 'g', 'h'].map((id) => `${id}: copy of ${id}`),
	);
});

it('proves the first and the last page that have woken code', () => {
	const pages = { a: none, b: none, c: none, d: none, e: none, f: none };
	expect(proved(pages, { woken: ['d', 'c', 'b'] })).toEqual(
		['a', 'b', 'd', 'f'].map((id) => `${id}: copy of ${id}`),
	);
});

it('proves the sample of the self-check', () => {
	const pages = { a: none, b: none, c: ['given'] as Why, d: none, e: none };
	expect(proved(pages, { sample: ['b', 'c'] })).toEqual([
		'a: copy of a',
		'b: copy of b',
		'c',
		'e: copy of e',
	]);
});

it('leaves out redirects, and pages that differ by chance', () => {
	expect(proved({ a: ['unstable'], b: ['given'] })).toEqual(['b']);
	expect(proved({ a: ['new'] }, { type: 'redirect' })).toEqual([]);
});
