import { describe, expect, it } from 'vitest';
import type { Reason } from '../../packages/astro-keep/src/decide/decide.js';
import {
	isMoved,
	type Leftovers,
	orderOf,
	type PlanFacts,
	pathsToRender,
	planOf,
} from '../../packages/astro-keep/src/render/plan.js';
import { cached, decision, decisionsOf, pageOf, reasonsIn } from './facts.js';

const pages = [pageOf('/a'), pageOf('/b'), pageOf('/c')];
const images = { staticImages: [], referencedImages: [] };

interface Planned {
	/** The reasons of each page. */
	[id: `/${string}`]: readonly Reason[];
	stays: string[];
	restored: string[];
	isOrderDependent: boolean;
	checksSite: boolean;
}

/** The plan for three pages with these reasons, and what was restored. */
function planned(
	why: Record<string, Reason[]>,
	facts: Partial<PlanFacts> = {},
	has: Partial<Leftovers> = {},
): Planned {
	const restored: string[] = [];
	const { decisions, reused, ...rest } = planOf({
		...{
			pages,
			compared: decisionsOf(why),
			nondeterministic: [],
			before: undefined,
			mayDiffer: true,
			...facts,
		},
		leftovers: {
			hasImages: () => true,
			restore: ({ id }) => restored.push(id) > 0,
			...has,
		},
	});
	return { ...reasonsIn(decisions), stays: [...reused].map(({ id }) => id), restored, ...rest };
}

const none = { '/a': [], '/b': [], '/c': [] };

describe('a plan', () => {
	it('keeps pages without a reason, and puts their copies into the output', () => {
		expect(planned({ ...none, '/b': ['props'] })).toEqual({
			...{ '/a': [], '/b': ['props'], '/c': [] },
			...{ stays: ['/a', '/c'], restored: ['/a', '/c'], isOrderDependent: false, checksSite: false },
		});
	});

	it('renders a page whose copy is missing or damaged', () => {
		const { '/a': reasons, stays } = planned(none, {}, { restore: ({ id }) => id !== '/a' });
		expect([reasons, stays]).toEqual([['copy'], ['/b', '/c']]);
		const compared = new Map([['/a', { ...decision(), previous: cached({ copy: undefined }) }]]);
		expect(planned({}, { compared })).toMatchObject({ '/a': ['copy'], stays: [], restored: [] });
		const isNew = new Map([['/a', { ...decision(), previous: undefined }]]);
		expect(planned({}, { compared: isNew })).toMatchObject({ '/a': ['copy'], stays: [] });
	});

	it('gives a page that is rendered anyway no more reasons', () => {
		expect(planned({ '/a': ['props'] }, {}, { restore: () => false })['/a']).toEqual(['props']);
	});

	it('renders pages that came out differently each time', () => {
		const { stays, ...plan } = planned(none, { nondeterministic: [['/b', 'nondeterministic']] });
		expect(plan).toMatchObject({ '/b': ['nondeterministic'], restored: ['/a', '/c'] });
		expect(stays).toEqual(['/a', '/c']);
	});

	it('renders pages that cannot be compared', () => {
		expect(planned({ '/a': [] }).stays).toEqual(['/a']);
		const unknown = [pageOf('/a', { item: undefined }), pageOf('/b')];
		const plan = planned({ '/a': [], '/b': [] }, { pages: unknown });
		expect([plan.stays, plan.restored]).toEqual([['/b'], ['/b']]);
	});

	it('renders the first page with an image that Astro has not cached, which loads the image service for all', () => {
		const previous = cached({ images });
		const compared = new Map(['/a', '/b', '/c'].map((id) => [id, { ...decision(), previous }]));
		expect(planned({}, { compared }, { hasImages: () => false })).toMatchObject({
			...{ '/a': ['images'], '/b': [], '/c': [], stays: ['/b', '/c'], restored: ['/b', '/c'] },
		});
		expect(planned({}, { compared }).stays).toEqual(['/a', '/b', '/c']);
		expect(planned(none, {}, { hasImages: () => false }).stays).toEqual(['/a', '/b', '/c']);
	});
});

describe('a plan for pages that affect each other', () => {
	const before = { orderDependence: '/a counts', order: orderOf(pages), isChecked: true };

	it('keeps all of them or none', () => {
		expect(planned(none, { before })).toMatchObject({ stays: ['/a', '/b', '/c'], isOrderDependent: true });
		expect(planned({ ...none, '/b': ['props'] }, { before })).toEqual({
			...{ '/a': ['order-dependent'], '/b': ['props'], '/c': ['order-dependent'] },
			...{ stays: [], restored: [], isOrderDependent: true, checksSite: false },
		});
	});

	it('renders all if a copy is damaged', () => {
		expect(planned(none, { before }, { restore: ({ id }) => id !== '/c' })).toMatchObject({
			...{ '/a': ['order-dependent'], '/b': ['order-dependent'], '/c': ['copy'], stays: [] },
		});
	});

	it('renders all if one came out differently each time', () => {
		expect(planned(none, { before, nondeterministic: [['/b', 'nondeterministic']] })).toMatchObject({
			...{ '/a': ['order-dependent'], '/b': ['nondeterministic'], '/c': ['order-dependent'], stays: [] },
		});
	});

	it('renders all if pages came, went, or moved', () => {
		for (const moved of [pages.toReversed(), pages.slice(1), [...pages, pageOf('/d')]]) {
			const order = orderOf(moved);
			expect(isMoved(pages, { ...before, order })).toBe(true);
			expect(planned({ ...none, '/b': ['props'] }, { before: { ...before, order } })).toMatchObject({
				...{
					'/a': ['order-dependent'],
					'/b': ['props', 'order-dependent'],
					'/c': ['order-dependent'],
					stays: [],
				},
			});
		}
		expect(isMoved(pages, before)).toBe(false);
	});

	it('ignores the order of pages if nothing shows that they affect each other', () => {
		const plan = planned(
			{ ...none, '/b': ['props'] },
			{ before: { orderDependence: '', order: '', isChecked: true } },
		);
		expect(plan).toMatchObject({ stays: ['/a', '/c'], isOrderDependent: false });
	});
});

describe('a plan for a site that no build has checked', () => {
	const before = { orderDependence: '', order: '', isChecked: false };

	it('keeps all pages if nothing changed, and none is rendered', () => {
		expect(planned(none, { before, mayDiffer: false })).toMatchObject({
			...{ stays: ['/a', '/b', '/c'], checksSite: false },
		});
	});

	it('renders all to check them if one is rendered, or anything may differ', () => {
		const all = { stays: [], checksSite: true };
		expect(planned(none, { before })).toEqual({
			...{
				'/a': ['unchecked'],
				'/b': ['unchecked'],
				'/c': ['unchecked'],
				isOrderDependent: false,
				restored: [],
			},
			...all,
		});
		expect(planned({ ...none, '/b': ['props'] }, { before, mayDiffer: false })).toMatchObject({
			...{ '/a': ['unchecked'], '/b': ['props'], ...all },
		});
		expect(planned(none, { before, mayDiffer: false }, { restore: ({ id }) => id !== '/c' })).toMatchObject({
			...{ '/a': ['unchecked'], '/c': ['copy'], ...all },
		});
		expect(
			planned(none, { before, mayDiffer: false, nondeterministic: [['/b', 'nondeterministic']] }),
		).toMatchObject(all);
	});

	it('does not check it if all pages are rendered anyway, or affect each other', () => {
		const due = { '/a': ['global'], '/b': ['props'], '/c': ['code'] } satisfies Record<string, Reason[]>;
		expect(planned(due, { before })).toMatchObject({ stays: [], checksSite: false });
		const dependent = { before: { ...before, orderDependence: '/a counts', order: orderOf(pages) } };
		expect(planned({ ...none, '/b': ['props'] }, { ...dependent, mayDiffer: false })).toMatchObject({
			...{ '/a': ['order-dependent'], stays: [], checksSite: false },
		});
	});
});

it('Astro renders the paths of all pages but those that stay, and of others at the same paths', () => {
	const paths = [...pages, pageOf('/b/')].map(({ path }) => path);
	const left = pathsToRender(paths, new Set([pages[1] ?? pageOf('')]));
	expect(left).toEqual([pages[0], pages[2]].map((page) => page?.path));
});
