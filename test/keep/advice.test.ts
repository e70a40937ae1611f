import { expect, it } from 'vitest';
import { fullRenderCause, warnAgain } from '../../packages/astro-keep/src/advice.js';
import type { Reason } from '../../packages/astro-keep/src/decide/decide.js';
import { unknownIsolation } from '../../packages/astro-keep/src/decide/page-state.js';
import { explainPages } from '../../packages/astro-keep/src/explain.js';
import type { Outcome } from '../../packages/astro-keep/src/render/tracked-build.js';
import type { Read } from '../../packages/astro-keep/src/tracking/index.js';
import { addStoryKinds } from '../../packages/astro-slugline/src/astro/explain/index.js';
import { createTestFolder } from '../support/test-folder.js';

// Some of the reads here are of stories.
addStoryKinds();

const reading = (read: Read, importer = '') => ({ read, importer, digest: '' });
type Reading = ReturnType<typeof reading>;

const pages = 30;

/** The outcome of a build that has rendered some of its pages for one reason. */
function outcomeOf(why: Reason[], globalReads: Reading[] = [], count = pages): Outcome {
	const ids = Array.from({ length: count }, (_, number) => `src/pages/[id].astro /${number}`);
	return {
		state: {
			pages: new Map(),
			parts: () => new Map(),
			isolation: { ...unknownIsolation, orderDependence: '/2 counts' },
		},
		previous: { pages: new Map(), parts: () => new Map(), isolation: unknownIsolation, globalReads },
		plan: { byId: new Map() },
		answered: new Map(),
		rendered: new Map(ids.map((id) => [id, { reasons: why }])),
		pages: { rendered: count, cached: pages - count },
	} as unknown as Outcome;
}

/** The same outcome, with pages that came out as they were, or not. */
function comingOut(outcome: Outcome, before: string, now: string): Outcome {
	const [previous, state] = [before, now].map((digest) => ({
		...outcome.state,
		...outcome.previous,
		pages: new Map([...outcome.rendered.keys()].map((id) => [id, { copy: { digest } }])),
	})) as unknown as [Outcome['state'], Outcome['state']];
	return { ...outcome, previous, state };
}

/** The same outcome, with another reason for one page. */
function withOne({ rendered, ...outcome }: Outcome, why: Reason): Outcome {
	const one = new Map([['src/pages/fr/404.astro ', { reasons: [why] }]]) as unknown as Outcome['rendered'];
	return { ...outcome, rendered: new Map([...one, ...rendered]) };
}

const fields = reading('fields ["posts",0,[["data","title"]]]');
const members = reading('members "posts"', 'src/lib/nav.ts');
const font = reading('fetch null', 'src/lib/font.ts');

it.each<[what: string, why: Reason[], globalReads: Reading[]]>([
	['a module that keeps what it reads', [fields], [members, fields]],
	['a module that fetches for all pages', [font], [font]],
	['pages that fetch', [reading('fetch null', 'src/layouts/Base.astro')], []],
	['what each page reads', [fields], [reading('members "posts"', 'src/other.ts')]],
	['pages that affect each other', ['order-dependent'], []],
	['props that cannot be compared', ['props', 'incomparable'], []],
])('says what renders nearly all pages in each build: %s', (_, why, globalReads) => {
	expect(fullRenderCause(outcomeOf(why, globalReads))?.sentence).toMatchSnapshot();
});

it('names the module that read for all pages, and not one that reads for the page alone', () => {
	const { rendered, ...outcome } = outcomeOf([font], [font]);
	rendered.set('src/pages/own.astro ', { reasons: [fields] } as never);
	expect([...new Set(explainPages({ ...outcome, rendered }).values())]).toEqual([
		'src/lib/font.ts calls fetch() for all pages, and the response may have changed',
		'an entry in `posts` changed',
	]);
});

it.each<[what: string, outcome: Outcome]>([
	['has kept pages', outcomeOf([font], [font], 20)],
	['is the first one', { ...outcomeOf([font], [font]), previous: undefined }],
	[
		'reads in a package',
		outcomeOf([reading('members "posts"', '../node_modules/theme/nav.ts')], [reading('fetch null', 'a.ts')]),
	],
	['has other code', outcomeOf(['global', font], [font])],
	['has checked the site', outcomeOf(['unchecked', font], [font])],
	['lost its copies', outcomeOf(['copy'])],
	['made each page different, such as its menu', comingOut(outcomeOf([fields]), 'a', 'b')],
	['has new code of pages, of which one is rendered each time', withOne(outcomeOf(['code']), font)],
	[
		'has found that pages do not affect each other anymore',
		{
			...outcomeOf(['order-dependent']),
			state: { pages: new Map(), isolation: unknownIsolation },
		} as unknown as Outcome,
	],
])('has no cause to name for a build that %s', (_, outcome) => {
	expect(fullRenderCause(outcome)).toBeUndefined();
});

it('says what to do where pages come out as they were', () => {
	const outcome = outcomeOf([fields]);
	expect(fullRenderCause(comingOut(outcome, 'a', 'a'))).toEqual(fullRenderCause(outcome));
});

it('takes causes with the same cure for one', () => {
	const [one, other] = [fields, members].map((why) => fullRenderCause(outcomeOf([why], [members, fields])));
	expect(one?.key).toBe(other?.key);
	expect(fullRenderCause(outcomeOf([font], [font]))?.key).not.toBe(one?.key);
});

it('warns when a build has the cause of the one before, once until a build keeps pages', async () => {
	const { url } = await createTestFolder();
	const lines: string[] = [];
	const end = (key?: string) =>
		warnAgain(new URL('cause', url), key === undefined ? undefined : { key, sentence: `${key}.` }, {
			warn: (line) => lines.push(line),
		});
	for (const key of ['one', undefined, 'one', 'two', 'one', 'one', 'one', 'one']) await end(key);
	expect(lines).toEqual(['one.']);
	for (const key of ['two', 'two', undefined, 'two', 'two']) await end(key);
	expect(lines).toEqual(['one.', 'two.', 'two.']);
});
