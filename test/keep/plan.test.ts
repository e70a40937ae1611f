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
	together: boolean;
	checksSite: boolean;
}

/** The plan for three pages with these reasons, and what was restored. */
function planned(
	why: Record<string, Reason[]>,
	facts: Partial<PlanFacts> = {},
	has: Partial<Leftovers> = {},
): Planned {
	const restored: string[] = [];
	const { decisions, unchanged, ...rest } = planOf({
		...{ pages, compared: decisionsOf(why), unstable: [], before: undefined, mayDiffer: true, ...facts },
		leftovers: {
			hasImages: () => true,
			restore: ({ id }) => restored.push(id) > 0,
			...has,
		},
	});
	return { ...reasonsIn(decisions), stays: [...unchanged].map(({ id }) => id), restored, ...rest };
}

const none = { '/a': [], '/b': [], '/c': [] };

describe('a plan', () => {
	it('keeps pages without a reason, and puts their copies into the output', () => {
		expect(planned({ ...none, '/b': ['given'] })).toEqual({
			...{ '/a': [], '/b': ['given'], '/c': [] },
			...{ stays: ['/a', '/c'], restored: ['/a', '/c'], together: false, checksSite: false },
		});
	});

	it('renders a page whose copy is missing or damaged', () => {
		const { '/a': reasons, stays } = planned(none, {}, { restore: ({ id }) => id !== '/a' });
		expect([reasons, stays]).toEqual([['copy'], ['/b', '/c']]);
		const compared = new Map([['/a', { ...decision(), former: cached({ copy: undefined }) }]]);
		expect(planned({}, { compared })).toMatchObject({ '/a': ['copy'], stays: [], restored: [] });
		const isNew = new Map([['/a', { ...decision(), former: undefined }]]);
		expect(planned({}, { compared: isNew })).toMatchObject({ '/a': ['copy'], stays: [] });
	});

	it('gives a page that is rendered anyway no more reasons', () => {
		expect(planned({ '/a': ['given'] }, {}, { restore: () => false })['/a']).toEqual(['given']);
	});

	it('renders pages that came out differently each time', () => {
		const { stays, ...plan } = planned(none, { unstable: [['/b', 'unstable']] });
		expect(plan).toMatchObject({ '/b': ['unstable'], restored: ['/a', '/c'] });
		expect(stays).toEqual(['/a', '/c']);
	});

	it('renders pages that cannot be compared', () => {
		expect(planned({ '/a': [] }).stays).toEqual(['/a']);
		const unknown = [pageOf('/a', { given: undefined }), pageOf('/b')];
		const plan = planned({ '/a': [], '/b': [] }, { pages: unknown });
		expect([plan.stays, plan.restored]).toEqual([['/b'], ['/b']]);
	});

	it('renders the first page with an image that Astro has not cached, which loads the image service for all', () => {
		const former = cached({ images });
		const compared = new Map(['/a', '/b', '/c'].map((id) => [id, { ...decision(), former }]));
		expect(planned({}, { compared }, { hasImages: () => false })).toMatchObject({
			...{ '/a': ['images'], '/b': [], '/c': [], stays: ['/b', '/c'], restored: ['/b', '/c'] },
		});
		expect(planned({}, { compared }).stays).toEqual(['/a', '/b', '/c']);
		expect(planned(none, {}, { hasImages: () => false }).stays).toEqual(['/a', '/b', '/c']);
	});
});

describe('a plan for pages that affect each other', () => {
	const before = { evidence: '/a counts', order: orderOf(pages), isChecked: true };

	it('keeps all of them or none', () => {
		expect(planned(none, { before })).toMatchObject({ stays: ['/a', '/b', '/c'], together: true });
		expect(planned({ ...none, '/b': ['given'] }, { before })).toEqual({
			...{ '/a': ['together'], '/b': ['given'], '/c': ['together'] },
			...{ stays: [], restored: [], together: true, checksSite: false },
		});
	});

	it('renders all if a copy is damaged', () => {
		expect(planned(none, { before }, { restore: ({ id }) => id !== '/c' })).toMatchObject({
			...{ '/a': ['together'], '/b': ['together'], '/c': ['copy'], stays: [] },
		});
	});

	it('renders all if one came out differently each time', () => {
		expect(planned(none, { before, unstable: [['/b', 'unstable']] })).toMatchObject({
			...{ '/a': ['together'], '/b': ['unstable'], '/c': ['together'], stays: [] },
		});
	});

	it('renders all if pages came, went, or moved', () => {
		for (const moved of [pages.toReversed(), pages.slice(1), [...pages, pageOf('/d')]]) {
			const order = orderOf(moved);
			expect(isMoved(pages, { ...before, order })).toBe(true);
			expect(planned({ ...none, '/b': ['given'] }, { before: { ...before, order } })).toMatchObject({
				...{ '/a': ['together'], '/b': ['given', 'together'], '/c': ['together'], stays: [] },
			});
		}
		expect(isMoved(pages, before)).toBe(false);
	});

	it('ignores the order of pages if nothing shows that they affect each other', () => {
		const plan = planned(
			{ ...none, '/b': ['given'] },
			{ before: { evidence: '', order: '', isChecked: true } },
		);
		expect(plan).toMatchObject({ stays: ['/a', '/c'], together: false });
	});
});

describe('a plan for a site that no build has checked', () => {
	const before = { evidence: '', order: '', isChecked: false };

	it('keeps all pages if nothing changed, and none is rendered', () => {
		expect(planned(none, { before, mayDiffer: false })).toMatchObject({
			...{ stays: ['/a', '/b', '/c'], checksSite: false },
		});
	});

	it('renders all to check them if one is rendered, or anything may differ', () => {
		const all = { stays: [], checksSite: true };
		expect(planned(none, { before })).toEqual({
			...{ '/a': ['unchecked'], '/b': ['unchecked'], '/c': ['unchecked'], together: false, restored: [] },
			...all,
		});
		expect(planned({ ...none, '/b': ['given'] }, { before, mayDiffer: false })).toMatchObject({
			...{ '/a': ['unchecked'], '/b': ['given'], ...all },
		});
		expect(planned(none, { before, mayDiffer: false }, { restore: ({ id }) => id !== '/c' })).toMatchObject({
			...{ '/a': ['unchecked'], '/c': ['copy'], ...all },
		});
		expect(planned(none, { before, mayDiffer: false, unstable: [['/b', 'unstable']] })).toMatchObject(all);
	});

	it('does not check it if all pages are rendered anyway, or affect each other', () => {
		const due = { '/a': ['common'], '/b': ['given'], '/c': ['code'] } satisfies Record<string, Reason[]>;
		expect(planned(due, { before })).toMatchObject({ stays: [], checksSite: false });
		const together = { before: { ...before, evidence: '/a counts', order: orderOf(pages) } };
		expect(planned({ ...none, '/b': ['given'] }, { ...together, mayDiffer: false })).toMatchObject({
			...{ '/a': ['together'], stays: [], checksSite: false },
		});
	});
});

it('Astro renders the paths of all pages but those that stay, and of others at the same paths', () => {
	const paths = [...pages, pageOf('/b/')].map(({ path }) => path);
	const left = pathsToRender(paths, new Set([pages[1] ?? pageOf('')]));
	expect(left).toEqual([pages[0], pages[2]].map((page) => page?.path));
});
