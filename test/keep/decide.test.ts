import { describe, expect, it } from 'vitest';
import {
	type ComparedPage,
	decide,
	type Facts,
	type Page,
	reasonsOf,
	togetherOf,
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
			{ id: '/', given: 'props', code: 'code', former: cached(), ...page },
			{
				...{ former: { common: 'common', shared: [menu] }, common: 'common' },
				...{ reads: new Map([['/', [title]]]), changed: new Set(), ...facts },
			},
		);

	it('stays if its props, its code, and all that it read are the same', () => {
		expect(reasons({})).toEqual([]);
	});

	it('is rendered if the previous build had no such page', () => {
		expect(reasons({ former: undefined })).toEqual(['new']);
	});

	it('that is new is not compared with a page that was not there', () => {
		expect(reasons({ former: undefined, given: 'others', code: 'other' }, { common: 'other' })).toEqual([
			'new',
		]);
		expect(reasons({ former: undefined, given: '' })).toEqual(['new', 'opaque']);
	});

	it('is rendered if code changed that runs for every page', () => {
		expect(reasons({}, { common: 'other' })).toEqual(['common']);
	});

	it('is rendered if its props changed', () => {
		expect(reasons({ given: 'others' })).toEqual(['given']);
	});

	it('is rendered if its props cannot be compared, now or then', () => {
		expect(reasons({ given: '' })).toEqual(['opaque']);
		expect(reasons({ given: '', former: cached({ given: '' }) })).toEqual(['opaque']);
		expect(reasons({ former: cached({ given: '' }) })).toEqual(['given']);
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
		expect(reasons({ former: cached({ copy: undefined }) })).toEqual(['copy']);
		expect(reasons({ former: cached({ copy: undefined }), code: 'other' })).toEqual(['code']);
	});

	it('has all its reasons, those for every page first', () => {
		expect(
			reasons({ given: 'others', code: 'other' }, { common: 'other', changed: new Set([title, menu]) }),
		).toEqual([...['common', 'given', 'code', menu, title]]);
	});
});

describe('a build', () => {
	interface Build {
		page?: Partial<Page>;
		now?: Partial<PageState>;
		answers?: Record<string, string>;
		before?: Partial<Parameters<typeof stateOf>[0]>;
	}

	/** The reasons to render the front page beside a build before, and the reads that were repeated. */
	async function built({ page = {}, now = {}, answers = {}, before = {} }: Build) {
		const asked: string[] = [];
		const given = async (one: Page, former: PageState | undefined) => {
			const state = { common: 'common', code: 'all', content: 'content', ...(former ? now : {}) };
			const answerer = async (read: string) => {
				asked.push(read);
				return answers[read] ?? 'then';
			};
			return (await decide({ pages: [one], former, now: state, answerer, isKnownKey: isStoryKey })).get('/');
		};
		const first = await given(pageOf('/'), undefined);
		const former = stateOf({
			pages: new Map([['/', cached({ given: first?.given ?? '' })]]),
			...{ shared: [menu], reads: { '/': [title] }, ...before },
		});
		return { why: (await given(pageOf('/', page), former))?.why, asked };
	}

	it('renders nothing again if nothing changed, and repeats no read', async () => {
		expect(await built({})).toEqual({ why: [], asked: [] });
	});

	it('repeats each read of content once if content changed', async () => {
		const { why, asked } = await built({
			now: { content: 'new' },
			before: { reads: { '/': [title, menu], '/other': [title] } },
		});
		expect(why).toEqual([]);
		expect(asked).toEqual([menu.read, title.read]);
	});

	it('renders a page that has read what changed', async () => {
		const changed = { now: { content: 'new' }, answers: { [title.read]: 'now' } };
		expect((await built(changed)).why).toEqual([title]);
		expect((await built({ answers: changed.answers })).why).toEqual([]);
	});

	it('renders all pages if a read changed that counts for every page', async () => {
		const { why } = await built({ now: { content: 'new' }, answers: { [menu.read]: 'now' } });
		expect(why).toEqual([menu]);
	});

	it('compares code that was read only if any code changed', async () => {
		const blok = reading('lookup "hero"');
		const before = { reads: { '/': [blok] } };
		const answers = { [blok.read]: 'now' };
		expect(await built({ before, answers })).toEqual({ why: [], asked: [] });
		expect(await built({ before, answers, now: { content: 'new' } })).toEqual({
			why: [],
			asked: [menu.read],
		});
		expect(await built({ before, answers, now: { code: 'new' } })).toEqual({
			why: [blok],
			asked: [blok.read],
		});
	});

	it.each(['env "MODE"', 'fetch null', 'always null', 'rewrite "src/pages/404.astro"'] as const)(
		'repeats %s always, because nothing shows that it is as it was',
		async (read) => {
			const it = reading(read);
			const before = { shared: [], reads: { '/': [it] } };
			expect(await built({ before, answers: { [read]: 'now' } })).toEqual({ why: [it], asked: [read] });
		},
	);

	it.each(['asset ["a.png","https://a",false]', 'notice ["A warning.",null,null]'] as const)(
		'never repeats %s, which is the same by itself',
		async (read) => {
			const before = { shared: [], reads: { '/': [reading(read)] } };
			const all = { common: 'common', code: 'new', content: 'new' };
			expect(await built({ before, now: all, answers: { [read]: 'now' } })).toEqual({ why: [], asked: [] });
		},
	);

	it('compares props by value', async () => {
		expect((await built({ page: { given: { props: {} } } })).why).toEqual([]);
		expect((await built({ page: { given: { props: { a: 1 } } } })).why).toEqual(['given']);
		expect((await built({ page: { given: { props: { a() {} } } } })).why).toEqual(['opaque']);
	});

	it('compares the cache key that an author gives, and not the one of storyPaths()', async () => {
		const { path } = pageOf('/');
		const ours = `${'a'.repeat(16)}.${'b'.repeat(4)}.${'c'.repeat(16)} ${'d'.repeat(16)}`;
		expect(isStoryKey(ours)).toBe(true);
		expect((await built({ page: { path: { ...path, cacheKey: ours } } })).why).toEqual([]);
		expect((await built({ page: { path: { ...path, cacheKey: 'v2' } } })).why).toEqual(['given']);
		for (const other of [`${ours} `, ` ${ours}`, ours.replace('.', '')])
			expect(isStoryKey(other)).toBe(false);
	});

	it('decides nothing about a page whose props or code cannot be known', async () => {
		expect((await built({ page: { given: undefined } })).why).toBeUndefined();
		expect((await built({ page: { unit: undefined } })).why).toBeUndefined();
	});

	it('compares the code of the route of a page', async () => {
		expect((await built({ page: { unit: { digest: 'other', parts: new Map() } } })).why).toEqual(['code']);
		expect((await built({ now: { common: 'other' } })).why).toEqual(['common']);
	});
});

describe('reasons that are found later', () => {
	it('are added to those of the pages, in their order', () => {
		const before = decisionsOf({ '/a': [], '/b': ['given'] });
		const after = withReasons(before, [
			['/b', 'unstable'],
			['/a', 'copy'],
			['/gone', 'copy'],
		]);
		expect(reasonsIn(after)).toEqual({ '/a': ['copy'], '/b': ['given', 'unstable'] });
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
		expect(togetherOf(pages, decisionsOf({ '/a': [], '/b': [] }), false)).toEqual([]);
	});

	it('are rendered if one of them is', () => {
		expect(togetherOf(pages, decisionsOf({ '/a': ['given'], '/b': [] }), false)).toEqual([
			['/b', 'together'],
		]);
	});

	it('are rendered if one of them is rendered in every build', () => {
		expect(togetherOf(pages, decisionsOf({ '/b': [] }), false)).toEqual([['/b', 'together']]);
	});

	it('are all rendered if others came, went, or moved', () => {
		expect(togetherOf(pages, decisionsOf({ '/a': ['given'], '/b': [] }), true)).toEqual([
			...[
				['/a', 'together'],
				['/b', 'together'],
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
		expect(unchecked({ '/a': ['given'], '/b': [] })).toEqual([['/b', 'unchecked']]);
		expect(unchecked({ '/b': [] })).toEqual([['/b', 'unchecked']]);
		expect(unchecked({ '/a': [], '/b': [] }, true)).toEqual([
			['/a', 'unchecked'],
			['/b', 'unchecked'],
		]);
	});
});
