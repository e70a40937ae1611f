import { describe, expect, it } from 'vitest';
import {
	type ComparedPage,
	decide,
	type Facts,
	orderDependentOf,
	type Page,
	reasonsOf,
	uncheckedOf,
	withReasons,
} from '../../packages/astro-keep/src/decide/decide.js';
import type { PageState } from '../../packages/astro-keep/src/decide/page-state.js';
import { addStoryKinds } from '../../packages/astro-slugline/src/astro/explain/index.js';
import { isStoryKey } from '../../packages/astro-slugline/src/astro/hooks/keep-pages.js';
import { cached, decisionsOf, pageOf, reading, reasonsIn, stateOf } from './facts.js';

// Some of the reads here are of stories.
addStoryKinds();

const title = reading('fields ["pages",["home"],[["data","title"]]]');
const menu = reading('members "menu"');

describe('a page', () => {
	/** The reasons to render a page that is as before except for this. */
	const reasons = (page: Partial<ComparedPage>, facts: Partial<Facts> = {}) =>
		reasonsOf(
			{ id: '/', propsDigest: 'props', code: 'code', previous: cached(), ...page },
			{
				...{ previous: { globalCode: 'global', globalReads: [menu] }, globalCode: 'global' },
				...{ reads: new Map([['/', [title]]]), changed: new Set(), ...facts },
			},
		);

	it('stays if its props, its code, and all that it read are the same', () => {
		expect(reasons({})).toEqual([]);
	});

	it('is rendered if the previous build had no such page', () => {
		expect(reasons({ previous: undefined })).toEqual(['new']);
	});

	it('that is new is not compared with a page that was not there', () => {
		expect(
			reasons({ previous: undefined, propsDigest: 'others', code: 'other' }, { globalCode: 'other' }),
		).toEqual(['new']);
		expect(reasons({ previous: undefined, propsDigest: '' })).toEqual(['new', 'incomparable']);
	});

	it('is rendered if code changed that runs for every page', () => {
		expect(reasons({}, { globalCode: 'other' })).toEqual(['global']);
	});

	it('is rendered if its props changed', () => {
		expect(reasons({ propsDigest: 'others' })).toEqual(['props']);
	});

	it('is rendered if its props cannot be compared, now or then', () => {
		expect(reasons({ propsDigest: '' })).toEqual(['incomparable']);
		expect(reasons({ propsDigest: '', previous: cached({ propsDigest: '' }) })).toEqual(['incomparable']);
		expect(reasons({ previous: cached({ propsDigest: '' }) })).toEqual(['props']);
	});

	it('is rendered if its code changed', () => {
		expect(reasons({ code: 'other' })).toEqual(['code']);
	});

	it('is rendered if the result of one of its reads changed', () => {
		expect(reasons({}, { changed: new Set([title]) })).toEqual([title]);
		expect(reasons({ id: '/other' }, { changed: new Set([title]) })).toEqual([]);
	});

	it('is rendered if the result of a read changed that counts for every page', () => {
		expect(reasons({}, { changed: new Set([menu]) })).toEqual([menu]);
		expect(reasons({ id: '/other' }, { changed: new Set([menu]) })).toEqual([menu]);
	});

	it('is rendered if it has no copy', () => {
		expect(reasons({ previous: cached({ copy: undefined }) })).toEqual(['copy']);
		expect(reasons({ previous: cached({ copy: undefined }), code: 'other' })).toEqual(['code']);
	});

	it('has all its reasons, those for every page first', () => {
		expect(
			reasons(
				{ propsDigest: 'others', code: 'other' },
				{ globalCode: 'other', changed: new Set([title, menu]) },
			),
		).toEqual([...['global', 'props', 'code', menu, title]]);
	});
});

describe('a build', () => {
	interface Build {
		page?: Partial<Page>;
		fingerprint?: Partial<PageState>;
		answers?: Record<string, string>;
		before?: Partial<Parameters<typeof stateOf>[0]>;
	}

	/** The reasons to render the front page beside a build before, and the reads that were repeated. */
	async function built({ page = {}, fingerprint = {}, answers = {}, before = {} }: Build) {
		const asked: string[] = [];
		const decisionOf = async (one: Page, previous: PageState | undefined) => {
			const state = {
				globalCode: 'global',
				...{ code: 'all', siteCode: 'site', content: 'content' },
				...(previous ? fingerprint : {}),
			};
			const answerer = async (read: string) => {
				asked.push(read);
				return answers[read] ?? 'then';
			};
			return (
				await decide({ pages: [one], previous, fingerprint: state, answerer, isKnownKey: isStoryKey })
			).get('/');
		};
		const first = await decisionOf(pageOf('/'), undefined);
		const previous = stateOf({
			pages: new Map([['/', cached({ propsDigest: first?.propsDigest ?? '' })]]),
			...{ globalReads: [menu], reads: { '/': [title] }, ...before },
		});
		return { why: (await decisionOf(pageOf('/', page), previous))?.reasons, asked };
	}

	it('renders nothing again if nothing changed, and repeats no read', async () => {
		expect(await built({})).toEqual({ why: [], asked: [] });
	});

	it('repeats each read of content once if content changed', async () => {
		const { why, asked } = await built({
			fingerprint: { content: 'new' },
			before: { reads: { '/': [title, menu], '/other': [title] } },
		});
		expect(why).toEqual([]);
		expect(asked).toEqual([menu.read, title.read]);
	});

	it('renders a page that has read what changed', async () => {
		const changed = { fingerprint: { content: 'new' }, answers: { [title.read]: 'now' } };
		expect((await built(changed)).why).toEqual([title]);
		expect((await built({ answers: changed.answers })).why).toEqual([]);
	});

	it('renders all pages if a read changed that counts for every page', async () => {
		const { why } = await built({ fingerprint: { content: 'new' }, answers: { [menu.read]: 'now' } });
		expect(why).toEqual([menu]);
	});

	it('compares code that was read only if any code changed', async () => {
		const blok = reading('lookup "hero"');
		const before = { reads: { '/': [blok] } };
		const answers = { [blok.read]: 'now' };
		expect(await built({ before, answers })).toEqual({ why: [], asked: [] });
		expect(await built({ before, answers, fingerprint: { content: 'new' } })).toEqual({
			why: [],
			asked: [menu.read],
		});
		expect(await built({ before, answers, fingerprint: { code: 'new' } })).toEqual({
			why: [blok],
			asked: [blok.read],
		});
	});

	it.each(['env "MODE"', 'fetch null', 'always null', 'rewrite "src/pages/404.astro"'] as const)(
		'repeats %s always, because nothing shows that it is as it was',
		async (read) => {
			const it = reading(read);
			const before = { globalReads: [], reads: { '/': [it] } };
			expect(await built({ before, answers: { [read]: 'now' } })).toEqual({ why: [it], asked: [read] });
		},
	);

	it.each(['asset ["a.png","https://a",false]', 'notice ["A warning.",null,null]'] as const)(
		'never repeats %s, which is the same by itself',
		async (read) => {
			const before = { globalReads: [], reads: { '/': [reading(read)] } };
			const all = { globalCode: 'global', code: 'new', content: 'new' };
			expect(await built({ before, fingerprint: all, answers: { [read]: 'now' } })).toEqual({
				why: [],
				asked: [],
			});
		},
	);

	it('compares props by value', async () => {
		expect((await built({ page: { item: { props: {} } } })).why).toEqual([]);
		expect((await built({ page: { item: { props: { a: 1 } } } })).why).toEqual(['props']);
		expect((await built({ page: { item: { props: { a() {} } } } })).why).toEqual(['incomparable']);
	});

	it('compares the cache key that an author gives, and not the one of storyPaths()', async () => {
		const { path } = pageOf('/');
		const ours = `${'a'.repeat(16)}.${'b'.repeat(4)}.${'c'.repeat(16)} ${'d'.repeat(16)}`;
		expect(isStoryKey(ours)).toBe(true);
		expect((await built({ page: { path: { ...path, cacheKey: ours } } })).why).toEqual([]);
		expect((await built({ page: { path: { ...path, cacheKey: 'v2' } } })).why).toEqual(['props']);
		for (const other of [`${ours} `, ` ${ours}`, ours.replace('.', '')])
			expect(isStoryKey(other)).toBe(false);
	});

	it('decides nothing about a page whose props or code cannot be known', async () => {
		expect((await built({ page: { item: undefined } })).why).toBeUndefined();
		expect((await built({ page: { codeFingerprint: undefined } })).why).toBeUndefined();
	});

	it('compares the code of the route of a page', async () => {
		expect((await built({ page: { codeFingerprint: { digest: 'other', parts: new Map() } } })).why).toEqual([
			'code',
		]);
		expect((await built({ fingerprint: { globalCode: 'other' } })).why).toEqual(['global']);
	});
});

describe('reasons that are found later', () => {
	it('are added to those of the pages, in their order', () => {
		const before = decisionsOf({ '/a': [], '/b': ['props'] });
		const after = withReasons(before, [
			['/b', 'nondeterministic'],
			['/a', 'copy'],
			['/gone', 'copy'],
		]);
		expect(reasonsIn(after)).toEqual({ '/a': ['copy'], '/b': ['props', 'nondeterministic'] });
	});

	it('change no decision that was made before', () => {
		const before = decisionsOf({ '/a': [] });
		withReasons(before, [['/a', 'copy']]);
		expect(reasonsIn(before)).toEqual({ '/a': [] });
	});
});

describe('pages that affect each other', () => {
	const pages = [pageOf('/a'), pageOf('/b'), pageOf('/old', { type: 'redirect' })];

	it('stay if none of them is rendered', () => {
		expect(orderDependentOf(pages, decisionsOf({ '/a': [], '/b': [] }), false)).toEqual([]);
	});

	it('are rendered if one of them is', () => {
		expect(orderDependentOf(pages, decisionsOf({ '/a': ['props'], '/b': [] }), false)).toEqual([
			['/b', 'order-dependent'],
		]);
	});

	it('are rendered if one of them is rendered in every build', () => {
		expect(orderDependentOf(pages, decisionsOf({ '/b': [] }), false)).toEqual([['/b', 'order-dependent']]);
	});

	it('are all rendered if others came, went, or moved', () => {
		expect(orderDependentOf(pages, decisionsOf({ '/a': ['props'], '/b': [] }), true)).toEqual([
			...[
				['/a', 'order-dependent'],
				['/b', 'order-dependent'],
			],
		]);
	});
});

describe('the pages of an unchecked site that could stay', () => {
	const pages = [pageOf('/a'), pageOf('/b')];
	const unchecked = (why: Parameters<typeof decisionsOf>[0], mayDiffer = false) =>
		uncheckedOf(pages, decisionsOf(why), mayDiffer);

	it('stay if none is rendered, and nothing has changed', () => {
		expect(unchecked({ '/a': [], '/b': [] })).toEqual([]);
	});

	it('are rendered if another one is, or if anything has changed', () => {
		expect(unchecked({ '/a': ['props'], '/b': [] })).toEqual([['/b', 'unchecked']]);
		expect(unchecked({ '/b': [] })).toEqual([['/b', 'unchecked']]);
		expect(unchecked({ '/a': [], '/b': [] }, true)).toEqual([
			['/a', 'unchecked'],
			['/b', 'unchecked'],
		]);
	});
});
