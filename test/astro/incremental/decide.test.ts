import type { RouteData } from 'astro';
import { describe, expect, it } from 'vitest';
import type { NewCopy } from '../../../packages/astro-slugline/src/astro/incremental/copies/page-pack.js';
import { createAnswerer } from '../../../packages/astro-slugline/src/astro/incremental/decide/answerer.js';
import type { Path } from '../../../packages/astro-slugline/src/astro/incremental/decide/astro-app.js';
import {
	type Decision,
	decide,
	type Page,
	renderTogether,
} from '../../../packages/astro-slugline/src/astro/incremental/decide/decide.js';
import {
	noConclusions,
	type PageState,
	type Reading,
} from '../../../packages/astro-slugline/src/astro/incremental/decide/page-state.js';
import { createReadSet } from '../../../packages/astro-slugline/src/astro/incremental/reads/read-set.js';
import { nextState } from '../../../packages/astro-slugline/src/astro/incremental/render/next-state.js';
import { type Kind, readOf } from '../../../packages/astro-slugline/src/astro/page/tracking/index.js';

/** The input of a build, and the reads of its pages. */
interface Build {
	common?: string;
	code?: string;
	/** The content of entries, by id. */
	entries?: Record<string, string>;
	props?: Record<string, unknown>;
	codeOf?: string;
	cacheKey?: string;
	/** The reads of the page when it is rendered. */
	reads?: readonly Reading[];
	/** The reads outside of pages. */
	outside?: readonly Reading[];
	/** The reads of `getStaticPaths`. */
	passing?: readonly Reading[];
	/** True if pages show what `getStaticPaths` left in modules. */
	keepsPaths?: boolean;
	hasCopy?: boolean;
}

const entry = (id: string, importer = 'page'): Reading => ({
	read: readOf('member', ['pages', id]),
	importer,
});
const copy = { at: 0, length: 4, digest: 'copied' } as NewCopy;
const route = { component: 'src/pages/[path].astro', type: 'page' } as RouteData;

function pagesOf({ props = {}, codeOf = 'code', cacheKey }: Build): Page[] {
	return ['one', 'two'].map((id) => ({
		id,
		path: { pathname: id, route, ...(cacheKey && { cacheKey }) } as Path,
		file: undefined,
		given: { props: { id, ...(id === 'one' ? props : {}) } },
		unit: { digest: codeOf } as Page['unit'],
	}));
}

/** Decides which pages to render, renders them, and returns the state for the next build. */
async function build(former: PageState | undefined, what: Build = {}) {
	const { common = 'common', code = 'code', entries = {}, hasCopy = true } = what;
	const now = { common, code, content: JSON.stringify(entries) };
	const answerer = createAnswerer(
		new Map([['member', async ([, id]: [string, string]) => entries[id] ?? 'none']]),
	);
	const decisions = await decide({ pages: pagesOf(what), former, now, answerer });
	const why = (id: string) => decisions.get(id)?.why;
	const rendered = new Map(
		[...decisions]
			.filter(([, decision]) => decision.why.length > 0)
			.map(([id]) => {
				const reads = createReadSet();
				for (const reading of id === 'one' ? (what.reads ?? []) : []) reads.add(reading);
				return [id, { reads, copy: hasCopy ? copy : undefined }];
			}),
	);
	const state = await nextState({
		former,
		now,
		decisions,
		rendered,
		outside: what.outside ?? [],
		passing: what.passing ?? [],
		conclusions: { ...noConclusions, keepsPaths: what.keepsPaths ?? false },
		pack: 'pack',
		answerer,
		parts: () => new Map(),
	});
	return { decisions, why, state };
}

const first = async (what: Build = {}) => (await build(undefined, what)).state;

describe('a page', () => {
	it('is rendered if there is no earlier build, and not again if nothing changed', async () => {
		const { why, state } = await build(undefined);
		expect([why('one'), why('two')]).toEqual([['new'], ['new']]);
		const again = await build(state);
		expect([again.why('one'), again.why('two')]).toEqual([[], []]);
		expect(again.state).toBe(state);
	});

	it.each<[string, Build, Decision['why']]>([
		['the code that runs for every page changed', { common: 'other' }, ['common']],
		['its code changed', { codeOf: 'other' }, ['code']],
		['its props changed', { props: { title: 'other' } }, ['given']],
		['its props cannot be compared', { props: { list: () => 1 } }, ['opaque']],
		['the cache key of another loader changed', { cacheKey: 'of another loader' }, ['given']],
	])('is rendered if %s', async (_what, change, reasons) => {
		expect((await build(await first(), change)).why('one')).toEqual(reasons);
	});

	it('is not rendered for a new key of storyPaths(), whose reads are recorded', async () => {
		const cacheKey = `${'a'.repeat(32)}.0.${'b'.repeat(32)} ${'c'.repeat(16)}`;
		expect((await build(await first(), { cacheKey })).why('one')).toEqual([]);
	});

	it('is rendered, and no other page, if the result of its read changed', async () => {
		const state = await first({ reads: [entry('a')], entries: { a: '1' } });
		const { why } = await build(state, { entries: { a: '2' } });
		expect([why('one'), why('two')]).toEqual([[{ ...entry('a'), digest: expect.any(String) }], []]);
		expect((await build(state, { entries: { a: '1', b: 'new' } })).why('one')).toEqual([]);
	});

	it('is rendered if its reads can no longer be made', async () => {
		const gone: Reading = { read: readOf('members', 'gone'), importer: 'page' };
		const state = await first({ reads: [gone] });
		expect((await build(state, { entries: { a: 'changed' } })).why('one')).toMatchObject([gone]);
	});

	it.each(['always', 'fetch'] as const)(
		'is rendered in every build, and not copied, if it reads `%s`',
		async (kind) => {
			const read = readOf(kind, null);
			const state = await first({ reads: [{ read, importer: 'page' }] });
			expect(state.pages.get('one')?.copy).toBeUndefined();
			expect((await build(state)).why('one')).toMatchObject([{ read }]);
			expect((await build(state)).why('two')).toEqual([]);
		},
	);

	it('is rendered if there is no copy of it', async () => {
		expect((await build(await first({ hasCopy: false }))).why('one')).toEqual(['copy']);
	});
});

describe('every page', () => {
	const entries = { a: '1' };
	const changed = { entries: { a: '2' } };

	it('is rendered if the result of a read outside of pages changed', async () => {
		const { why } = await build(await first({ outside: [entry('a', 'middleware')], entries }), changed);
		expect([why('one')?.length, why('two')?.length]).toEqual([1, 1]);
	});

	it('is rendered if a read of `getStaticPaths` changed, and pages show what it leaves', async () => {
		const passing = [entry('a', 'lib')];
		const left = await build(await first({ passing, keepsPaths: true, entries }), changed);
		expect(left.why('two')).toHaveLength(1);
		const other = await build(await first({ passing, entries }), changed);
		expect(other.why('two')).toEqual([]);
	});
});

describe('the next state', () => {
	it('has the reads of a cached page from when it was rendered', async () => {
		const state = await first({ reads: [entry('a')], entries: { a: '1' } });
		const later = (await build(state, { entries: { a: '1' }, code: 'other' })).state;
		expect(later.reads().get('one')).toEqual(state.reads().get('one'));
		expect(later.pages.get('one')).toEqual(state.pages.get('one'));
		expect((await build(later, { entries: { a: '2' }, code: 'other' })).why('one')).toHaveLength(1);
	});

	it('has the reads that a module holds until all pages are rendered under new code', async () => {
		const state = await first({ outside: [entry('a', 'lib')], entries: { a: '1' } });
		const later = (await build(state, { entries: { a: '1' }, code: 'other' })).state;
		expect(later.shared).toEqual(state.shared);
		// In a build of other content, `getStaticPaths` may fill the module in both renderings.
		const edited = await build(state, { entries: { a: '2' } });
		expect(edited.why('two')).toHaveLength(1);
		expect(edited.state.shared).toMatchObject(state.shared.map(({ read, importer }) => ({ read, importer })));
		const anew = await build(state, { common: 'other', code: 'other', entries: { a: '1' } });
		expect(anew.state.shared).toEqual([]);
	});

	it('leaves out pages that no longer exist', async () => {
		const state = await first();
		const now = { common: 'common', code: 'code', content: 'other' };
		const answerer = createAnswerer(new Map());
		const [page] = pagesOf({});
		const decisions = await decide({ pages: page ? [page] : [], former: state, now, answerer });
		const next = await nextState({
			...{ former: state, now, decisions, rendered: new Map(), outside: [], passing: [] },
			...{ conclusions: noConclusions, pack: undefined, answerer, parts: () => new Map() },
		});
		expect([...next.pages.keys()]).toEqual(['one']);
	});
});

describe('pages that affect each other', () => {
	const pageAt = (id: string, type = 'page') => ({ id, path: { route: { type } } }) as unknown as Page;
	const decisions = (...reasons: Decision['why'][]) =>
		new Map(reasons.map((why, place) => [String(place), { why } as Decision]));
	const together = (...reasons: Decision['why'][]) => {
		const given = decisions(...reasons);
		renderTogether(
			[...given.keys()].map((id) => pageAt(id)),
			given,
		);
		return [...given.values()].map(({ why }) => why);
	};

	it('are all rendered if one of them is, for its own reason or because of the others', () => {
		expect(together([], ['given'], ['code', 'unstable'], [])).toEqual([
			['together'],
			['given'],
			['code', 'unstable'],
			['together'],
		]);
	});

	it('all stay if none is rendered', () => {
		expect(together([], [])).toEqual([[], []]);
	});

	it('are all rendered if a page without a decision is, except a redirect', () => {
		const given = decisions([], []);
		renderTogether([pageAt('0'), pageAt('1'), pageAt('other', 'redirect')], given);
		expect([...given.values()].map(({ why }) => why)).toEqual([[], []]);
		renderTogether([pageAt('0'), pageAt('1'), pageAt('other')], given);
		expect([...given.values()].map(({ why }) => why)).toEqual([['together'], ['together']]);
	});
});

it('compares the props of pages before it repeats reads, which open entries', async () => {
	const box = { state: 'closed' };
	const props = { box };
	const { state: former } = await build(undefined, { props, outside: [entry('a')], entries: { a: '1' } });
	const answerer = createAnswerer(
		new Map([
			[
				'member' as Kind,
				async () => {
					box.state = 'opened';
					return '1';
				},
			],
		]),
	);
	const now = { common: 'common', code: 'code', content: 'changed' };
	const decisions = await decide({ pages: pagesOf({ props }), former, now, answerer });
	expect(box.state).toBe('opened');
	expect(decisions.get('one')?.why).not.toContain('given');
});
