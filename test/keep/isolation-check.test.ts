import { describe, expect, it } from 'vitest';
import { differing, volatileOf } from '../../packages/astro-keep/src/isolation/classify.js';
import {
	IsolationCheck,
	onceMore,
	oneMore,
	pathsFor,
} from '../../packages/astro-keep/src/isolation/isolation-check.js';
import {
	builtOf,
	count,
	leave,
	type Modules,
	readOfName,
	renderersOf,
	type SiteModel,
	textsOf,
	toProve,
} from './site-model.js';

interface Options {
	/** The pages that stay, with the texts of their copies. */
	copies?: Record<string, string>;
	isFirst?: boolean;
	isKnownToDepend?: boolean;
}

/** What a build finds out that renders the pages of a site, except those that stay. */
async function proved(
	site: SiteModel,
	{ copies = {}, isFirst = true, isKnownToDepend = false }: Options = {},
) {
	const { renderers, log } = renderersOf(site);
	const proof = new IsolationCheck(renderers, isFirst);
	const ids = Object.keys(site.pages);
	proof.begin(
		toProve(...ids.map((id): string | [string, string] => (id in copies ? [id, copies[id] ?? ''] : id))),
	);
	const built = builtOf(
		site,
		ids.filter((id) => !(id in copies)),
	);
	for (const [id, page] of built) proof.rendered(id, page);
	const { nondeterministic, order, stale, ...rest } = await proof.result(isKnownToDepend);
	return {
		...rest,
		nondeterministic: textsOf(nondeterministic),
		order: textsOf(order),
		stale: textsOf(stale),
		log,
	};
}

const plain: SiteModel = { pages: { '/a': () => 'A', '/b': () => 'B', '/c': () => 'C' } };
const nothing = {
	leaksStaticPaths: false,
	nondeterministic: {},
	order: {},
	stale: {},
	differsAgain: false,
	readings: [],
	coverage: {},
};

describe('the second render', () => {
	it('shows nothing of pages that depend on nothing else', async () => {
		expect(await proved(plain)).toEqual({ ...nothing, log: ['thread apart: /c /c /b /a'] });
	});

	it('renders the last page first, and if pages stay, all in order once more', async () => {
		const { log } = await proved(plain, { copies: { '/b': 'B' } });
		expect(log).toEqual(['thread apart: /c /b /a /a /b /c']);
		expect(onceMore(toProve('/a', '/b'))).toEqual([]);
		expect(onceMore(toProve('/a', ['/b', 'B']))).toHaveLength(2);
	});

	it('renders one page more of an odd number, so that what alternates shows', async () => {
		const turn = (modules: Modules) => String(Number(count(modules, 'state')) % 2);
		const { order } = await proved({ pages: { '/a': turn, '/b': turn, '/c': turn } });
		expect(Object.keys(order)).not.toEqual([]);
		const lengths = [['/a'], ['/a', '/b'], ['/a', '/b', '/c']].map((ids) => oneMore(toProve(...ids)).length);
		expect(lengths).toEqual([0, 0, 1]);
		expect(oneMore(toProve('/a', '/b', ['/c', 'C']))).toEqual([]);
	});

	it('lists the paths apart if code is new, and beside the pages if not', async () => {
		expect((await proved(plain, { isFirst: false })).log).toEqual(['thread same: /c /c /b /a']);
		expect([pathsFor(true), pathsFor(false)]).toEqual(['apart', 'same']);
	});

	it('says what code outside of pages has read, and which code has run', async () => {
		const ran = { outside: [{ read: readOfName('menu'), importer: 'menu.ts' }], coverage: { one: [1, 2] } };
		const { readings, coverage } = await proved({ ...plain, ran });
		expect({ outside: readings, coverage }).toEqual(ran);
	});

	it('is not made of no pages', async () => {
		const { renderers, log } = renderersOf(plain);
		const proof = new IsolationCheck(renderers, true);
		proof.begin([]);
		expect(proof.isRunning()).toBe(false);
		expect(await proof.result(false)).toMatchObject({ order: [], readings: [], differsAgain: false });
		expect(log).toEqual([]);
	});

	it('is made again if it got in the way of the build', async () => {
		const { renderers, log } = renderersOf(plain);
		const proof = new IsolationCheck(renderers, true);
		proof.begin(toProve('/a'));
		expect(proof.isRunning()).toBe(true);
		await proof.cancel();
		expect(proof.isRunning()).toBe(false);
		for (const [id, page] of builtOf(plain)) proof.rendered(id, page);
		expect((await proof.result(false)).order).toEqual([]);
		expect(log).toEqual(['thread apart: /a', 'stop', 'thread apart: /a']);
	});
});

describe('pages that affect each other', () => {
	it('shows in a page that fails in another order', async () => {
		const site: SiteModel = {
			pages: {
				'/a': ({ broken }) => {
					if (broken) throw new Error('no');
					return 'A';
				},
				'/b': (modules) => leave(modules, 'broken', 'B'),
			},
		};
		const { nondeterministic, order, differsAgain } = await proved(site);
		expect([nondeterministic, order, differsAgain]).toEqual([{}, { '/a': 'Error: no' }, false]);
	});

	it('shows in a page that fails in one of its renderings in another order', async () => {
		const site: SiteModel = {
			pages: {
				'/a': (modules) => {
					if (modules['broken'] !== 'yes') return 'A';
					modules['broken'] = 'no';
					throw new Error('once');
				},
				'/b': (modules) => leave(modules, 'broken', 'yes') && 'B',
			},
		};
		const { nondeterministic, order } = await proved(site, { copies: { '/b': 'B' } });
		expect([nondeterministic, order]).toEqual([{}, { '/a': 'Error: once' }]);
	});

	const counter: SiteModel = {
		pages: {
			'/a': (modules) => `A${count(modules, 'count')}`,
			'/b': (modules) => `B${count(modules, 'count')}`,
		},
	};

	it('come out differently in another order, and in the same other order again', async () => {
		expect(await proved(counter)).toEqual({
			...{ ...nothing, order: { '/a': 'A2', '/b': 'B1' } },
			log: ['thread apart: /b /a', 'thread same: /a /b', 'thread same: /b /a'],
		});
	});

	it('are first told from random ones by rendering these alone, where few pages differ', async () => {
		const { order, log } = await proved({ pages: { ...counter.pages, '/c': () => 'C', '/d': () => 'D' } });
		expect(Object.keys(order)).toEqual(['/a', '/b']);
		expect(log).toEqual([
			...['thread apart: /d /c /b /a', 'thread same: /a /b', 'apart same: /a /b'],
			...['thread same: /d /c /b /a', 'apart same: /d /c /b /a', 'apart same: /a /b /c /d'],
		]);
	});

	it('are not looked into again if an earlier build has found it out', async () => {
		const { order, log } = await proved(counter, { isKnownToDepend: true });
		expect(order).toEqual({ '/a': 'A2' });
		expect(log).toHaveLength(1);
	});

	it('show that a page that this build renders counted before the page that stays', async () => {
		const { order, differsAgain } = await proved(counter, { copies: { '/a': 'A1' } });
		expect(order).toEqual({ '/a': 'A3' });
		expect(differsAgain).toBe(true);
	});

	it('are noticed if only a page that stays shows it', async () => {
		const site: SiteModel = {
			pages: {
				'/a': (modules) => leave(modules, 'theme', 'dark') && 'A',
				'/b': ({ theme = 'light' }) => theme,
			},
		};
		const { order, stale, log } = await proved(site, { copies: { '/b': 'light' } });
		expect([order, stale]).toEqual([{ '/b': 'dark' }, {}]);
		// The order of the build shows nothing of it.
		expect(log.filter((line) => line.startsWith('apart'))).toEqual([
			'apart same: /b',
			'apart same: /b /a /a /b',
		]);
	});
});

describe('chance', () => {
	it('is what differs between two instances that render nothing else', async () => {
		let count = 0;
		const site: SiteModel = { pages: { '/a': () => `${++count}`, '/b': () => 'B' } };
		const { nondeterministic, order, stale } = await proved(site);
		expect([Object.keys(nondeterministic), order, stale]).toEqual([['/a'], {}, {}]);
	});

	it('is what differs between two renderings in the same order', async () => {
		let count = 0;
		const site: SiteModel = {
			pages: {
				'/a': ({ opened = '' }) => `A${opened && ++count}`,
				'/b': (modules) => leave(modules, 'opened', 'yes') && 'B',
			},
		};
		const { nondeterministic, order } = await proved(site);
		expect([Object.keys(nondeterministic), order]).toEqual([['/a'], {}]);
	});

	it('takes one thread where all pages have it', async () => {
		let count = 0;
		const random = () => String(++count);
		const { nondeterministic, log } = await proved({ pages: { '/a': random, '/b': random } });
		expect(Object.keys(nondeterministic)).toEqual(['/a', '/b']);
		expect(log).toEqual(['thread apart: /b /a', 'thread same: /a /b']);
	});

	it('is what differs in the order of the build, if it renders one page after the other', async () => {
		// Something was different in the build, which is the third to list its paths.
		const late = (isSequential: boolean): SiteModel => {
			let builds = 0;
			const pageOf = ({ build, first }: Modules) => (build === 2 ? 'A!' : `A${first ?? 'a'}`);
			return {
				...{ isSequential, paths: (modules) => leave(modules, 'build', ++builds) },
				pages: { '/a': pageOf, '/b': (modules) => leave(modules, 'first', 'b') },
			};
		};
		const sequential = await proved(late(true));
		expect([Object.keys(sequential.nondeterministic), Object.keys(sequential.order)]).toEqual([['/a'], []]);
		const parallel = await proved(late(false));
		expect([Object.keys(parallel.nondeterministic), Object.keys(parallel.order)]).toEqual([[], ['/a']]);
	});

	it('is no page that fails alone in an instance', async () => {
		let count = 0;
		const site: SiteModel = {
			pages: {
				'/a': () => {
					if (++count > 1) throw new Error(`no ${count}`);
					return 'A';
				},
			},
		};
		expect(Object.keys((await proved(site, { copies: { '/a': 'A' } })).nondeterministic)).toEqual(['/a']);
	});
});

describe('a page that stays', () => {
	it('is stale if it differs from its copy with nothing else rendered', async () => {
		const { stale, order, nondeterministic } = await proved(plain, { copies: { '/b': 'old' } });
		expect([stale, order, nondeterministic]).toEqual([{ '/b': 'B' }, {}, {}]);
	});

	it('differs again if code that comes before it in the build counts', async () => {
		const site: SiteModel = {
			pages: { '/a': (modules) => `A${count(modules, 'a')}`, '/b': () => 'B' },
		};
		const { differsAgain, order } = await proved(site, { copies: { '/b': 'B' } });
		expect([differsAgain, order]).toEqual([true, {}]);
	});

	it('is what differs again, and no page that this build renders', async () => {
		const site: SiteModel = {
			pages: { '/a': (modules) => `A${count(modules, 'a')}`, '/b': () => 'B' },
		};
		const { differsAgain, order } = await proved(site, { copies: { '/a': 'A1' } });
		expect([differsAgain, order]).toEqual([false, { '/a': 'A2' }]);
	});
});

describe('what getStaticPaths leaves', () => {
	it('shows if pages come out as built only where it ran in the same instance', async () => {
		const site: SiteModel = {
			paths: (modules) => leave(modules, 'list', 'all'),
			pages: { '/a': ({ list = 'none' }) => list, '/b': () => 'B' },
		};
		expect(await proved(site)).toMatchObject({ leaksStaticPaths: true, order: {}, nondeterministic: {} });
		expect(await proved(site, { isFirst: false })).toMatchObject({ leaksStaticPaths: false, order: {} });
	});

	it('may be beside pages that affect each other', async () => {
		const site: SiteModel = {
			paths: (modules) => leave(modules, 'list', 'all'),
			pages: {
				'/a': ({ list = 'none' }) => list,
				'/b': ({ theme = 'light' }) => theme,
				'/c': (modules) => leave(modules, 'theme', 'dark'),
			},
		};
		expect(await proved(site)).toMatchObject({
			leaksStaticPaths: true,
			order: { '/b': 'dark' },
			nondeterministic: {},
		});
	});
});

describe('pages that every build renders', () => {
	it('show nothing if they differ at once', async () => {
		let count = 0;
		const site: SiteModel = {
			pages: {
				'/now': (_, read) => {
					read('always null');
					return `${++count}`;
				},
			},
		};
		expect(await proved(site)).toMatchObject({ nondeterministic: {}, order: {} });
		const { renderers } = renderersOf(site);
		expect([...(await volatileOf(toProve('/now'), renderers))].map(({ id }) => id)).toEqual(['/now']);
		expect((await volatileOf([], renderers)).size).toBe(0);
	});

	it('are looked into if they come out the same twice', async () => {
		const site: SiteModel = {
			pages: {
				'/a': (modules, read) => {
					read('fetch null');
					return modules['theme'] ?? 'light';
				},
				'/b': (modules) => leave(modules, 'theme', 'dark'),
			},
		};
		expect(await proved(site)).toMatchObject({ order: { '/a': 'dark' } });
		expect(await proved(site, { isFirst: false })).toMatchObject({ order: {} });
	});

	it('differ again without a meaning', async () => {
		let count = 0;
		const site: SiteModel = {
			pages: {
				'/now': (_, read) => {
					read('fetch null');
					return `${++count}`;
				},
				'/b': () => 'B',
			},
		};
		expect(await proved(site, { copies: { '/b': 'B' } })).toMatchObject({ differsAgain: false });
	});
});

describe('modules that hold what they read', () => {
	const menuOf = (modules: Modules, read: (name: string) => void) => {
		if (!modules['menu']) read('menu');
		return leave(modules, 'menu', 'M');
	};
	const memo: SiteModel = {
		pages: {
			'/a': (modules, read) => menuOf(modules, read),
			'/b': (modules, read) => menuOf(modules, read),
		},
	};

	it('are found by the reads that only one of two renderings made', async () => {
		const { readings, order } = await proved(memo);
		expect(readings.map(({ read }) => read)).toEqual([readOfName('menu'), readOfName('menu')]);
		expect(order).toEqual({});
	});

	it('are not found by pages that fail', async () => {
		let count = 0;
		const site: SiteModel = {
			pages: {
				'/a': (_, read) => {
					read('menu');
					if (++count === 1) throw new Error('once');
					return 'A';
				},
			},
		};
		expect((await proved(site)).readings).toEqual([]);
	});
});

describe('the pages that differ', () => {
	const rendered = (...digests: (string | undefined)[]) => ({
		made: new Map([
			[
				'/a',
				digests.map((digest) => ({
					digest,
					readings: [],
					images: undefined,
					error: digest === undefined ? 'no' : undefined,
				})),
			],
		]),
		read: async () => undefined,
		ran: { outside: [], coverage: {} },
	});
	const built = new Map([['/a', { digest: 'A', readings: [] }]]);
	const ids = (copy: string | undefined, ...digests: (string | undefined)[]) =>
		differing(copy === undefined ? toProve('/a') : toProve(['/a', copy]), rendered(...digests), built).length;

	it('are those that the build made otherwise, the first time', () => {
		expect([
			ids(undefined, 'A'),
			ids(undefined, 'B'),
			ids(undefined, 'A', 'B'),
			ids(undefined, 'B', 'A'),
		]).toEqual([0, 1, 0, 1]);
	});

	it('are those whose copies are otherwise, each time', () => {
		expect([ids('A', 'A', 'A'), ids('A', 'B', 'A'), ids('A', 'A', 'B'), ids('B', 'B', 'B')]).toEqual([
			0, 1, 1, 0,
		]);
	});

	it('are those that fail', () => {
		expect([ids('A', undefined), ids(undefined, undefined)]).toEqual([1, 1]);
	});

	it('are none that the build has not rendered, and none that were not rendered again', () => {
		expect(differing(toProve('/b'), rendered('B'), built)).toEqual([]);
		expect(ids('A')).toBe(0);
	});
});

describe('a replay', () => {
	it('renders all pages in order beside the paths, and then as if all were new', async () => {
		const { renderers, log } = renderersOf(plain);
		const proof = new IsolationCheck(renderers, false);
		proof.begin(toProve('/a', ['/b', 'B']));
		const inOrder = await proof.rerenderAll(toProve('/a', ['/b', 'B'], '/c'), (id) => id !== '/c');
		expect([...inOrder.made.keys()]).toEqual(['/a', '/b', '/c']);
		const verdict = await proof.result(false);
		expect(verdict).toMatchObject({ order: [], nondeterministic: [], stale: [] });
		expect(log).toEqual([
			...['thread same: /b /a /a /b', 'stop', 'thread same: /a /b /c', 'thread apart: /c /c /b /a'],
		]);
	});

	it('is compared with its own pages', async () => {
		const site: SiteModel = { pages: { '/a': () => 'A', '/b': () => 'B' } };
		const { renderers } = renderersOf(site);
		const proof = new IsolationCheck(renderers, false);
		proof.begin(toProve(['/a', 'old'], '/b'));
		proof.rendered('/b', { digest: 'old', readings: [] });
		await proof.rerenderAll(toProve(['/a', 'old'], '/b'), () => true);
		expect(await proof.result(false)).toMatchObject({ order: [], nondeterministic: [], stale: [] });
	});
});
