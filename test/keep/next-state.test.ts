import { describe, expect, it } from 'vitest';
import type { Decision } from '../../packages/astro-keep/src/decide/decide.js';
import { noConclusions } from '../../packages/astro-keep/src/decide/page-state.js';
import { createReadSet } from '../../packages/astro-keep/src/reads/read-set.js';
import { type NextStateOptions, nextState } from '../../packages/astro-keep/src/render/next-state.js';
import { cached, checked, copyOf, decision, reading, stateOf } from './facts.js';

const menu = reading('members "menu"');
const title = reading('members "pages"');
const { pack: _, ...newCopy } = copyOf('new');

const rendering = (readings = [title]) => ({ reads: createReadSet(), readings, copy: newCopy });
const now = { common: 'common', code: 'all', content: 'content' };

const before = stateOf({
	pages: new Map([
		['/a', cached()],
		['/b', cached()],
	]),
	reads: { '/a': [title], '/b': [title] },
});

/** The next state after a build that has rendered `/a` and kept `/b`. */
const next = (more: Partial<NextStateOptions> = {}) =>
	nextState({
		...{
			former: before,
			answerer: async (read, known) => known ?? `now ${read}`,
			now,
			parts: () => new Map(),
		},
		decisions: new Map([
			['/a', decision('given')],
			['/b', decision()],
		]),
		...{ rendered: new Map([['/a', rendering()]]), named: new Set(['/a', '/b']) },
		...{ outside: [], passing: [], conclusions: checked, pack: 'newest', ...more },
	});

describe('the next build compares a page', () => {
	const pageIn = async (more: Partial<NextStateOptions>, id = '/a') => {
		const state = await next(more);
		return {
			...state.pages.get(id),
			reads: state
				.reads()
				.get(id)
				?.map(({ read, digest }) => [read, digest]),
		};
	};

	it('that was rendered with the copy and the reads of this build', async () => {
		expect(await pageIn({})).toMatchObject({
			...{ given: 'props', code: 'code', copy: { ...newCopy, pack: 'newest' } },
			reads: [[title.read, 'then']],
		});
		const { reads } = await pageIn({ rendered: new Map([['/a', rendering([menu])]]) });
		expect(reads).toEqual([[menu.read, 'then']]);
	});

	it('that stays with its earlier copy and reads', async () => {
		expect(await pageIn({}, '/b')).toMatchObject({ copy: copyOf('text'), reads: [[title.read, 'then']] });
	});

	it('with the digests of reads that are made again', async () => {
		const read = { read: title.read, importer: '' };
		const rendered = new Map([['/a', { ...rendering(), readings: [read, read] }]]);
		expect((await pageIn({ rendered, former: undefined })).reads).toEqual([
			[title.read, `now ${title.read}`],
		]);
	});

	it('not with a copy, if each build renders it', async () => {
		for (const read of ['always null', 'fetch null'] as const)
			expect(
				(await pageIn({ rendered: new Map([['/a', rendering([reading(read)])]]) })).copy,
			).toBeUndefined();
	});

	it('not with a copy, if none was made, packed, or named', async () => {
		const { copy: _, ...without } = rendering();
		expect((await pageIn({ rendered: new Map([['/a', without]]) })).copy).toBeUndefined();
		expect((await pageIn({ pack: undefined })).copy).toBeUndefined();
		expect((await pageIn({ named: new Set(['/b']) })).copy).toBeUndefined();
		expect((await pageIn({ named: new Set() }, '/b')).copy).toEqual(copyOf('text'));
	});

	it('with its images and headers, whether it was rendered or stays', async () => {
		const images = { staticImages: [], referencedImages: ['a.png'] };
		const headers = [['content-type', 'text/html']] as const;
		const rendered = new Map([['/a', { ...rendering(), images, headers }]]);
		expect(await pageIn({ rendered })).toMatchObject({ images, headers });
		const kept: Decision = { ...decision(), former: cached({ images, headers }) };
		const decisions = new Map([['/b', kept]]);
		expect(await pageIn({ decisions }, '/b')).toMatchObject({ images, headers });
		const again = new Map([['/a', { ...kept, why: ['given' as const] }]]);
		expect(await pageIn({ decisions: again })).toMatchObject({ images: undefined, headers: undefined });
	});

	it('not if it was to be rendered, and was not', async () => {
		expect([...(await next({ rendered: new Map() })).pages.keys()]).toEqual(['/b']);
		const isNew = new Map([['/c', { ...decision(), former: undefined }]]);
		expect((await next({ decisions: isNew })).pages.size).toBe(0);
	});
});

describe('reads that count for every page', () => {
	const shared = async (more: Partial<NextStateOptions>) => (await next(more)).shared.map(({ read }) => read);
	const old = stateOf({ ...before, shared: [menu], reads: {} });

	it('are those of modules', async () => {
		expect(await shared({ outside: [menu] })).toEqual([menu.read]);
	});

	it('are those of getStaticPaths, if pages show what it leaves', async () => {
		expect(await shared({ passing: [menu] })).toEqual([]);
		const conclusions = { ...checked, keepsPaths: true };
		expect(await shared({ passing: [menu], conclusions })).toEqual([menu.read]);
	});

	it('are not those of an unchecked site, which are compared apart if they are of no content', async () => {
		const env = reading('env "MODE"');
		const { shared, passing } = await next({ passing: [menu, env], conclusions: noConclusions });
		expect([shared, passing]).toEqual([[], [env]]);
		expect((await next({ passing: [menu, env] })).passing).toEqual([]);
	});

	it('are those of earlier builds, while the code is the same or pages stay', async () => {
		expect(await shared({ former: old })).toEqual([menu.read]);
		expect(await shared({ former: old, now: { ...now, code: 'new' } })).toEqual([menu.read]);
		const all = {
			rendered: new Map([
				['/a', rendering()],
				['/b', rendering()],
			]),
		};
		expect(await shared({ former: old, ...all })).toEqual([menu.read]);
		expect(await shared({ former: old, ...all, now: { ...now, code: 'new' } })).toEqual([]);
	});

	it('are counted once', async () => {
		expect(await shared({ former: old, outside: [menu, { read: menu.read, importer: '' }] })).toEqual([
			menu.read,
		]);
	});
});

describe('the state', () => {
	const idle: Partial<NextStateOptions> = {
		decisions: new Map([
			['/a', decision()],
			['/b', decision()],
		]),
		rendered: new Map(),
	};

	it('is the former one if nothing was rendered and nothing is new', async () => {
		expect(await next(idle)).toBe(before);
		const state = stateOf({ ...before, shared: [menu], reads: {} });
		expect(await next({ ...idle, former: state, outside: [{ read: menu.read, importer: '' }] })).toBe(state);
	});

	it('is a new one if code or content is new', async () => {
		for (const name of Object.keys(now)) {
			const state = await next({ ...idle, now: { ...now, [name]: 'new' } });
			expect(state).not.toBe(before);
			expect(state).toMatchObject({ ...now, [name]: 'new' });
		}
	});

	it('is a new one if the site has been checked', async () => {
		const former = { ...before, conclusions: noConclusions };
		expect(await next({ ...idle, former, conclusions: noConclusions })).toBe(former);
		expect((await next({ ...idle, former })).conclusions).toEqual(checked);
	});

	it('is a new one if a page was rendered, came, went, or is missing', async () => {
		const of = async (more: Partial<NextStateOptions>) => (await next({ ...idle, ...more })) === before;
		expect(await of({ rendered: new Map([['/a', rendering()]]) })).toBe(false);
		expect(await of({ decisions: new Map([['/a', decision()]]) })).toBe(false);
		expect(
			await of({
				decisions: new Map([
					['/a', decision()],
					['/b', decision('given')],
				]),
			}),
		).toBe(false);
		expect(await of({ outside: [menu] })).toBe(false);
	});

	it('has the kinds of all reads, the conclusions, and the parts of the code', async () => {
		const parts = () => new Map([['', new Map([['a.ts', '1']])]]);
		const state = await next({ outside: [reading('env "MODE"')], parts });
		expect([...state.kinds].sort()).toEqual(['env', 'members']);
		expect([state.conclusions, state.parts()]).toEqual([checked, parts()]);
	});
});
