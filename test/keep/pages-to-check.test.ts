import { describe, expect, it } from 'vitest';
import type { AstroApp } from '../../packages/astro-keep/src/decide/astro-app.js';
import type { Page } from '../../packages/astro-keep/src/decide/decide.js';
import type { Extent } from '../../packages/astro-keep/src/isolation/extent.js';
import { pagesToCheck, pageToRender } from '../../packages/astro-keep/src/render/pages-to-check.js';
import { checked, decisionsOf, pageOf, stateOf } from './facts.js';

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
	newCoveragePages?: readonly string[];
	sample?: readonly string[];
	why?: Record<string, ['nondeterministic']>;
	extent?: Extent;
}

/** The ids of the pages to render a second time; those that stay are in brackets. */
function proved(
	pages: readonly Page[],
	{ stay = [], newCoveragePages = [], sample = [], why = {}, extent = 'thread' }: Options,
) {
	const decisions = decisionsOf({ ...Object.fromEntries(pages.map(({ id }) => [id, []])), ...why });
	const previous = stateOf({ isolation: { ...checked, newCoveragePages } });
	const reused = new Set(pages.filter(({ id }) => stay.includes(id)));
	const chosen = pagesToCheck({ pages, decisions, reused, extent }, appOf(pages), previous, new Set(sample));
	return chosen.map(({ id, copy }) => (copy === undefined ? id : `(${id} ${copy})`)).join(' ');
}

const four = ['/a', '/b', '/c', '/d'];
const pages = four.map((id) => pageOf(id));

describe('a second time are rendered', () => {
	it('all pages that the build renders', () => {
		expect(proved(pages, {})).toBe('/a /b /c /d');
	});

	it('all pages, if the build itself renders those that stay, too', () => {
		expect(proved(pages, { stay: four, extent: 'whole' })).toBe('/a /b /c /d');
	});

	it('of those that stay, the ones that come before a page of the build', () => {
		expect(proved(pages, { stay: ['/a', '/b', '/d'] })).toBe('(/b text) /c');
		expect(proved(pages, { stay: four })).toBe('');
	});

	it('of those that stay, some whose content has woken code', () => {
		expect(proved(pages, { stay: four, newCoveragePages: ['/b', '/c'] })).toBe('(/b text) (/c text)');
		const many = Array.from({ length: 30 }, (_, at) => pageOf(`/${at}`));
		const ids = many.map(({ id }) => id);
		expect(proved(many, { stay: ids, newCoveragePages: ids }).split(') ')).toHaveLength(20);
	});

	it('a sample', () => {
		expect(proved(pages, { stay: four, sample: ['/c'] })).toBe('(/c text)');
	});

	it('no pages that differ by chance', () => {
		expect(proved(pages, { stay: ['/a', '/b'], why: { '/c': ['nondeterministic'] } })).toBe('(/b text) /d');
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
