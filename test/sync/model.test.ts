import fc from 'fast-check';
import { createStorage, type Storage } from 'unstorage';
import { expect, test } from 'vitest';
import { isLong } from '../support/long.js';
import { addStory, applyChange, type Change, changeKinds, fill } from './fake-changes.js';
import { createFakeSpace, type FakeSpace } from './fake-space.js';
import { contentOf, syncOf } from './helpers.js';

const change: fc.Arbitrary<Change> = fc.record({
	kind: fc.constantFrom(...changeKinds),
	which: fc.nat(60),
	other: fc.nat(60),
});

const spaceCodes = fc.constantFrom<string[] | undefined>(['de', 'fr'], ['fr', 'de', 'pt-br'], undefined);

const between = fc.array(fc.record({ request: fc.integer({ min: 2, max: 24 }), change }), { maxLength: 7 });

const sync = fc.record({
	step: fc.constant('sync' as const),
	version: fc.nat(3).map((number) => (number > 0 ? ('published' as const) : ('draft' as const))),
	languages: fc.option(fc.constantFrom<string[][]>(['de'], ['fr', 'de'], []), { freq: 1, nil: undefined }),
	force: fc.nat(9).map((number) => number === 0),
	/** Changes that happen in the middle, before the request of that number. */
	between: fc.oneof(
		{ weight: 2, arbitrary: between.map((): { request: number; change: Change }[] => []) },
		{ weight: 1, arbitrary: between },
	),
	/** Requests that fail, by number; one attempt each. */
	faults: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 2 }),
	/** The number of requests for the version that still get the old one, if the space changes in the middle. */
	stale: fc.constantFrom(0, 0, 0, 0, 1, 2),
	/** The service fails for good from this request on. */
	dead: fc.option(fc.integer({ min: 1, max: 8 }), { freq: 6, nil: undefined }),
});

const step = fc.oneof(
	{ weight: 12, arbitrary: fc.record({ step: fc.constant('change' as const), change }) },
	// The space gets or loses languages.
	{ weight: 1, arbitrary: fc.record({ step: fc.constant('codes' as const), codes: spaceCodes }) },
	{ weight: 8, arbitrary: sync },
);

const history = fc.record({
	traits: fc.record({
		codes: spaceCodes,
		sendsTotal: fc.boolean(),
		filtersByUuids: fc.nat(5).map((number) => number > 0),
		bodyCvShift: fc.constantFrom(0, 0, 0, 3),
	}),
	stories: fc.oneof(fc.nat(8), fc.nat(70)),
	steps: fc.array(step, { maxLength: 30 }),
});

type ValueOf<A> = A extends fc.Arbitrary<infer Value> ? Value : never;

const plainSync: ValueOf<typeof sync> = {
	...{ step: 'sync', version: 'published', languages: undefined, force: true },
	...{ between: [], faults: [], stale: 0, dead: undefined },
};

/** No story names the snapshot. */
const emptySpace: ValueOf<typeof history> = {
	traits: { codes: ['de', 'fr'], sendsTotal: false, filtersByUuids: false, bodyCvShift: 0 },
	stories: 0,
	steps: [plainSync, { step: 'change', change: { kind: 'editEntry', which: 0, other: 0 } }],
};

test('has the same result as a clean sync after any history', async () => {
	await fc.assert(fc.asyncProperty(history, live), {
		seed: 20261121,
		numRuns: isLong ? 500 : 25,
		examples: [[emptySpace]],
	});
});

async function live({ traits, stories, steps }: ValueOf<typeof history>) {
	const space = createFakeSpace(traits);
	const folder = addStory(space, { folder: true });
	fill(space, Math.ceil(stories / 2), ['de']);
	fill(space, Math.floor(stories / 2), ['fr', 'pt-br'], folder.id);
	space.datasources.push({
		id: 1,
		slug: 'labels',
		dimensions: ['de'],
		entries: [
			{ id: 1, name: 'More', value: 'more', values: { de: 'mehr' } },
			{ id: 2, name: 'More', value: 'less', values: {} },
		],
	});
	const storage = createStorage();
	for (const one of steps) {
		if (one.step === 'change') applyChange(space, one.change);
		else if (one.step === 'codes') space.traits.codes = one.codes;
		else await syncOnce(space, storage, one);
	}
	for (const version of ['published', 'draft'] as const) {
		await agree(space, storage, version, undefined);
	}
}

async function syncOnce(space: FakeSpace, storage: Storage, one: ValueOf<typeof sync>) {
	const { version, languages, force, between, faults, stale, dead } = one;
	const interruptions = new Map<number, () => unknown>();
	let moved = false;
	for (const { request, change } of between) {
		interruptions.set(request, () => {
			if (!moved) space.freezeVersion(stale);
			moved = true;
			applyChange(space, change);
		});
	}
	const failing = dead === undefined ? [] : Array.from({ length: 400 }, (_, at) => dead + at);
	for (const request of [...faults, ...failing])
		interruptions.set(request, () => new Response('Bad gateway', { status: 502 }));
	space.watch(interruptions);
	const run = syncOf(space, { storage, version, languages }).run({ force });
	const synced = await run.catch((error: Error) => error);
	space.watch();
	space.freezeVersion(0);
	if (synced instanceof Error) {
		expect(dead, String(synced)).toBeDefined();
		return;
	}
	if (moved) return;
	await agree(space, storage, version, languages);
}

/** Expects a sync on the cached state to equal a clean sync past the edge. */
async function agree(
	space: FakeSpace,
	storage: Storage,
	version: 'published' | 'draft',
	languages: string[] | undefined,
) {
	const what = { sources: ['labels'], filtered: true };
	const synced = await contentOf(await syncOf(space, { storage, version, languages }).run(), what);
	const clean = await contentOf(await syncOf(space, { version, languages }, space.origin).run(), what);
	expect(synced).toEqual(clean);
}
