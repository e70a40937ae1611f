import { describe, expect, it } from 'vitest';
import type { Decision } from '../../packages/astro-keep/src/decide/decide.js';
import { unknownIsolation } from '../../packages/astro-keep/src/decide/page-state.js';
import { createReadSet } from '../../packages/astro-keep/src/reads/read-set.js';
import { type NextStateOptions, nextState } from '../../packages/astro-keep/src/render/next-state.js';
import { cached, checked, copyOf, decision, reading, stateOf } from './facts.js';

const menu = reading('members "menu"');
const title = reading('members "pages"');
const { pack: _, ...newCopy } = copyOf('new');

const rendering = (readings = [title]) => ({ reads: createReadSet(), readings, copy: newCopy });
const fingerprint = { globalCode: 'global', code: 'all', siteCode: 'site', content: 'content' };

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
			previous: before,
			answerer: async (read, known) => known ?? `now ${read}`,
			fingerprint,
			parts: () => new Map(),
		},
		decisions: new Map([
			['/a', decision('props')],
			['/b', decision()],
		]),
		...{ rendered: new Map([['/a', rendering()]]), again: new Map(), named: new Set(['/a', '/b']) },
		...{ outside: [], provisionalReads: [], isolation: checked, pack: 'newest', ...more },
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
			...{ propsDigest: 'props', code: 'code', copy: { ...newCopy, pack: 'newest' } },
			reads: [[title.read, 'then']],
		});
		const { reads } = await pageIn({ rendered: new Map([['/a', rendering([menu])]]) });
		expect(reads).toEqual([[menu.read, 'then']]);
	});

	it('that stays with its earlier copy and reads', async () => {
		expect(await pageIn({}, '/b')).toMatchObject({ copy: copyOf('text'), reads: [[title.read, 'then']] });
	});

	it('with what it reads now, if the build has rendered it, too', async () => {
		const again = new Map([['/b', { ...rendering([menu]), copy: copyOf('text') }]]);
		expect(await pageIn({ again }, '/b')).toMatchObject({
			copy: copyOf('text'),
			reads: [[menu.read, 'then']],
		});
		const fetches = new Map([['/b', rendering([reading('fetch "https://a.example"')])]]);
		expect((await pageIn({ again: fetches }, '/b')).copy).toBeUndefined();
	});

	it('with the digests of reads that are made again', async () => {
		const read = { read: title.read, importer: '' };
		const rendered = new Map([['/a', { ...rendering(), readings: [read, read] }]]);
		expect((await pageIn({ rendered, previous: undefined })).reads).toEqual([
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
		const kept: Decision = { ...decision(), previous: cached({ images, headers }) };
		const decisions = new Map([['/b', kept]]);
		expect(await pageIn({ decisions }, '/b')).toMatchObject({ images, headers });
		const again = new Map([['/a', { ...kept, why: ['props' as const] }]]);
		expect(await pageIn({ decisions: again })).toMatchObject({ images: undefined, headers: undefined });
	});

	it('not if it was to be rendered, and was not', async () => {
		expect([...(await next({ rendered: new Map() })).pages.keys()]).toEqual(['/b']);
		const isNew = new Map([['/c', { ...decision(), previous: undefined }]]);
		expect((await next({ decisions: isNew })).pages.size).toBe(0);
	});
});

describe('reads that count for every page', () => {
	const globalReads = async (more: Partial<NextStateOptions>) =>
		(await next(more)).globalReads.map(({ read }) => read);
	const old = stateOf({ ...before, globalReads: [menu], reads: {} });

	it('are those of modules', async () => {
		expect(await globalReads({ outside: [menu] })).toEqual([menu.read]);
	});

	it('are those of getStaticPaths, if pages show what it leaves', async () => {
		expect(await globalReads({ provisionalReads: [menu] })).toEqual([]);
		const isolation = { ...checked, leaksStaticPaths: true };
		expect(await globalReads({ provisionalReads: [menu], isolation })).toEqual([menu.read]);
	});

	it('are not those of an unchecked site, which are compared apart if they are of no content', async () => {
		const env = reading('env "MODE"');
		const { globalReads, provisionalReads } = await next({
			provisionalReads: [menu, env],
			isolation: unknownIsolation,
		});
		expect([globalReads, provisionalReads]).toEqual([[], [env]]);
		expect((await next({ provisionalReads: [menu, env] })).provisionalReads).toEqual([]);
	});

	it('are those of earlier builds, while the code of the site is the same', async () => {
		expect(await globalReads({ previous: old })).toEqual([menu.read]);
		expect(await globalReads({ previous: old, fingerprint: { ...fingerprint, code: 'new' } })).toEqual([
			menu.read,
		]);
		expect(await globalReads({ previous: old, fingerprint: { ...fingerprint, siteCode: 'new' } })).toEqual(
			[],
		);
	});

	it('are counted once', async () => {
		expect(await globalReads({ previous: old, outside: [menu, { read: menu.read, importer: '' }] })).toEqual([
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
		const state = stateOf({ ...before, globalReads: [menu], reads: {} });
		expect(await next({ ...idle, previous: state, outside: [{ read: menu.read, importer: '' }] })).toBe(
			state,
		);
	});

	it('is a new one if code or content is new', async () => {
		for (const name of Object.keys(fingerprint)) {
			const state = await next({ ...idle, fingerprint: { ...fingerprint, [name]: 'new' } });
			expect(state).not.toBe(before);
			expect(state).toMatchObject({ ...fingerprint, [name]: 'new' });
		}
	});

	it('is a new one if the site has been checked', async () => {
		const previous = { ...before, isolation: unknownIsolation };
		expect(await next({ ...idle, previous, isolation: unknownIsolation })).toBe(previous);
		expect((await next({ ...idle, previous })).isolation).toEqual(checked);
	});

	it('is a new one if a page was rendered, came, went, or is missing', async () => {
		const of = async (more: Partial<NextStateOptions>) => (await next({ ...idle, ...more })) === before;
		expect(await of({ rendered: new Map([['/a', rendering()]]) })).toBe(false);
		expect(await of({ decisions: new Map([['/a', decision()]]) })).toBe(false);
		expect(
			await of({
				decisions: new Map([
					['/a', decision()],
					['/b', decision('props')],
				]),
			}),
		).toBe(false);
		expect(await of({ outside: [menu] })).toBe(false);
	});

	it('has the kinds of all reads, the conclusions, and the parts of the code', async () => {
		const parts = () => new Map([['', new Map([['a.ts', '1']])]]);
		const state = await next({ outside: [reading('env "MODE"')], parts });
		expect([...state.kinds].sort()).toEqual(['env', 'members']);
		expect([state.isolation, state.parts()]).toEqual([checked, parts()]);
	});
});
