import { describe, expect, it } from 'vitest';
import type { AstroApp } from '../../packages/astro-keep/src/decide/astro-app.js';
import type { Page } from '../../packages/astro-keep/src/decide/decide.js';
import type { CachedReading } from '../../packages/astro-keep/src/decide/page-state.js';
import { pagesToCheck, pageToRender } from '../../packages/astro-keep/src/render/pages-to-check.js';
import { checked, decisionsOf, pageOf, reading, stateOf } from './facts.js';

/** The app of a site with these pages. */
function appOf(pages: readonly Page[]): AstroApp {
	const settings = {
		...{ buildOutput: 'static', scripts: [] },
		config: {
			base: '/',
			build: { format: 'directory' },
			trailingSlash: 'ignore',
			outDir: new URL('file:///out/'),
		},
	};
	return {
		manifest: { routes: pages.map(({ path }) => ({ routeData: path.route })) },
		getOptions: () => ({ settings, origin: 'http://site' }),
	} as unknown as AstroApp;
}

interface Options {
	/** The ids of pages that stay. */
	stay?: readonly string[];
	reads?: Record<string, CachedReading[]>;
	newCoveragePages?: readonly string[];
	sample?: readonly string[];
	why?: Record<string, ['nondeterministic']>;
}

/** The ids of the pages to render a second time; those that stay are in brackets. */
function proved(
	pages: readonly Page[],
	{ stay = [], reads = {}, newCoveragePages = [], sample = [], why = {} }: Options,
) {
	const decisions = decisionsOf({ ...Object.fromEntries(pages.map(({ id }) => [id, []])), ...why });
	const previous = stateOf({ reads, isolation: { ...checked, newCoveragePages } });
	const reused = new Set(pages.filter(({ id }) => stay.includes(id)));
	const chosen = pagesToCheck({ pages, decisions, reused }, appOf(pages), previous, new Set(sample));
	return chosen.map(({ id, copy }) => (copy === undefined ? id : `(${id} ${copy})`)).join(' ');
}

const four = ['/a', '/b', '/c', '/d'];
const pages = four.map((id) => pageOf(id));

describe('a second time are rendered', () => {
	it('all pages that the build renders', () => {
		expect(proved(pages, {})).toBe('/a /b /c /d');
	});

	it('of those that stay, the first and the last of each route', () => {
		expect(proved(pages, { stay: four })).toBe('(/a text) (/d text)');
		const posts = ['/x', '/y', '/z'].map((id) => pageOf(id, { component: 'post.astro' }));
		const all = [...pages, ...posts];
		expect(proved(all, { stay: all.map(({ id }) => id) })).toBe('(/a text) (/d text) (/x text) (/z text)');
	});

	it('of those that stay, the first and the last with each blok', () => {
		const hero = reading('lookup "hero"');
		expect(proved(pages, { stay: four, reads: { '/b': [hero], '/c': [hero] } })).toBe(
			'(/a text) (/b text) (/c text) (/d text)',
		);
		const quote = reading('lookup "quote"', 'then', 'other.astro');
		expect(
			proved(pages, { stay: four, reads: { '/b': [hero], '/a': [hero], '/d': [hero], '/c': [quote] } }),
		).toBe('(/a text) (/c text) (/d text)');
	});

	it('of those that stay, the first and the last that each module reads for', () => {
		const menu = (id: string) => reading(`members "${id}"`, 'then', 'menu.ts');
		expect(proved(pages, { stay: four, reads: { '/b': [menu('x')], '/a': [menu('y')] } })).toBe(
			'(/a text) (/b text) (/d text)',
		);
		const other = reading('members "x"', 'then', 'other.ts');
		expect(proved(pages, { stay: four, reads: { '/b': [other] } })).toBe('(/a text) (/b text) (/d text)');
		expect(proved(pages, { stay: four, reads: Object.fromEntries(four.map((id) => [id, [other]])) })).toBe(
			'(/a text) (/d text)',
		);
	});

	it('of those that stay, the same two for a module whatever it reads', () => {
		const reads = Object.fromEntries(four.map((id) => [id, [reading(`members "${id}"`, 'then', 'menu.ts')]]));
		expect(proved(pages, { stay: four, reads })).toBe('(/a text) (/d text)');
	});

	it('of those that stay, the first and the last of each part among those that have woken code', () => {
		expect(proved(pages, { stay: four, newCoveragePages: ['/b', '/c'] })).toBe(
			'(/a text) (/b text) (/c text) (/d text)',
		);
		const five = [...pages, pageOf('/e')];
		const stay = five.map(({ id }) => id);
		expect(proved(five, { stay, newCoveragePages: ['/b', '/c', '/d'] })).toBe(
			'(/a text) (/b text) (/d text) (/e text)',
		);
	});

	it('a sample', () => {
		expect(proved(pages, { stay: four, sample: ['/c'] })).toBe('(/a text) (/c text) (/d text)');
	});

	it('no pages that differ by chance', () => {
		expect(proved(pages, { stay: ['/a', '/b'], why: { '/c': ['nondeterministic'] } })).toBe(
			'(/a text) (/b text) /d',
		);
	});

	it('no pages that stay if none does, so that their reads are not opened', () => {
		const previous = { ...stateOf(), reads: () => expect.fail('The reads were opened.') };
		const plan = { pages, decisions: decisionsOf({}), reused: new Set<Page>() };
		expect(pagesToCheck(plan, appOf(pages), previous, new Set())).toHaveLength(4);
	});

	it('no redirects, and no pages of other routes', () => {
		const old = pageOf('/old', { type: 'redirect' });
		expect(proved([...pages, old], {})).toBe('/a /b /c /d');
		expect(pageToRender(pageOf('/gone'), appOf(pages))).toBeUndefined();
	});
});

it('a page is rendered by the place of its route, and of a fallback among those of its route', () => {
	const [a = pageOf('/a'), b = pageOf('/b')] = pages;
	const fallback = pageOf('/de/b', { type: 'fallback' });
	const other = pageOf('/fr/b', { type: 'fallback' });
	b.path.route.fallbackRoutes.push(other.path.route, fallback.path.route);
	const app = appOf([a, b]);
	expect(pageToRender(b, app)).toEqual({ id: '/b', address: 'http://site/b/', route: [1, -1] });
	expect(pageToRender(a, app)?.route).toEqual([0, -1]);
	expect(pageToRender(fallback, app)?.route).toEqual([1, 1]);
	expect(pageToRender(other, app)?.route).toEqual([1, 0]);
});
