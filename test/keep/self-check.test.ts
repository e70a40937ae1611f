import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf } from '../../packages/astro-keep/src/check/difference.js';
import { type Candidate, type CheckProgress, sampleOf } from '../../packages/astro-keep/src/check/sample.js';
import { checkPages, openSelfCheck } from '../../packages/astro-keep/src/check/self-check.js';
import { staleEntriesWarning } from '../../packages/astro-keep/src/check/warnings.js';

const pages = (route: string, count: number): Candidate[] =>
	Array.from({ length: count }, (_, at) => ({ id: `${route} /page-${at}`, route }));

describe('the sample of cached pages', () => {
	it('takes one page of each route in turn', () => {
		const sample = [...sampleOf([...pages('a', 3), ...pages('b', 1)], { places: {}, lastRoute: '' })];
		expect(sample.map(({ route }) => route)).toEqual(['a', 'b', 'a', 'a']);
	});

	it('covers every page within a limited number of builds, while other pages come and go', () => {
		fc.assert(
			fc.property(
				fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }),
				fc.integer({ min: 1, max: 5 }),
				(counts, taken) => {
					const staying = counts.flatMap((count, at) => pages(`route-${at}`, count));
					const checked = new Set<string>();
					let progress: CheckProgress = {
						places: {},
						lastRoute: '',
					};
					// Each build checks `taken` pages, the routes take turns, and each build has one page that no other build has.
					const builds = Math.ceil(((Math.max(...counts) + 1) * counts.length) / taken) * 2 + counts.length;
					for (let build = 0; build < builds; build += 1) {
						const passing = { id: `route-0 /only-${build}`, route: 'route-0' };
						const places = { ...progress.places };
						let lastRoute = progress.lastRoute;
						let count = 0;
						for (const { id, route, place } of sampleOf([...staying, passing], progress)) {
							if (count === taken) break;
							count += 1;
							checked.add(id);
							places[route] = place;
							lastRoute = route;
						}
						progress = { places, lastRoute };
					}
					for (const { id } of staying) expect(checked).toContain(id);
				},
			),
			{ seed: 1, numRuns: 200 },
		);
	});
});

describe('checking pages', () => {
	const check = (cached: Record<string, string>, render: (id: string) => string, more = {}) =>
		checkPages({
			sample: sampleOf(
				Object.keys(cached).map((id) => ({ id, route: id[0] ?? '' })),
				{ places: {}, lastRoute: '' },
			),
			render: async (id) => render(id),
			digestOf: (id) => cached[id],
			budgetMs: 1000,
			now: () => 0,
			...more,
		});

	it('renders each page once, and suspects those that differ or fail', async () => {
		const rendered: string[] = [];
		const { suspects } = await check({ a1: 'x', a2: 'old', b1: 'x' }, (id) => {
			rendered.push(id);
			if (id === 'b1') throw new Error('on purpose');
			return 'x';
		});
		expect(rendered.sort()).toEqual(['a1', 'a2', 'b1']);
		expect([...suspects].sort()).toEqual(['a2', 'b1']);
	});

	it('ends when its budget is spent, after one page at least', async () => {
		let time = 0;
		const { checked } = await check({ a1: 'x', a2: 'x', a3: 'x' }, () => 'x', { now: () => (time += 1200) });
		expect(checked).toHaveLength(1);
	});
});

describe('a difference', () => {
	const page = (text: string, more = '') =>
		`<main class="wide"><p class="lead">${text}</p><a href="/far/away" title="Away">Away</a>${more}</main>`;

	it.each([
		[
			'text',
			page('old'),
			page('new'),
			'<p class="lead">old</p><a href="/far/away" title="Away">',
			'<p class="lead">new</p><a href="/far/away" title="Away">',
		],
		[
			'an attribute',
			page('', '<img src="/a/picture/of/a/boat-1.jpg" alt="A boat in the harbor">'),
			page('', '<img src="/a/picture/of/a/boat-2.jpg" alt="A boat in the harbor">'),
			'<img src="/a/picture/of/a/boat-1.jpg" alt="A boat in the harbor">',
			'<img src="/a/picture/of/a/boat-2.jpg" alt="A boat in the harbor">',
		],
		['an end', '<p>all</p>', '<p>all</p><p>more</p>', '<p>all</p>', '<p>all</p><p>more</p>'],
	])('in %s is shown between whole tags', (_, before, now, shownBefore, shownNow) => {
		expect(differenceOf(before, now)).toBe(
			`${JSON.stringify(shownBefore)} in the cached copy, ${JSON.stringify(shownNow)} now`,
		);
	});

	it('in a very long tag is shortened', () => {
		const long = (text: string) => `<p data-x="${'x'.repeat(5000)}${text}${'y'.repeat(5000)}">`;
		expect(differenceOf(long('1'), long('2'))).toBe(
			`"${'x'.repeat(20)}1${'y'.repeat(39)}" in the cached copy, "${'x'.repeat(20)}2${'y'.repeat(39)}" now`,
		);
	});

	it('is shown without cutting a tag, wherever it is', () => {
		const tag = fc.constantFrom('<p>', '</p>', '<a href="/somewhere/else/far/away">', '<br>', 'word', ' ');
		const html = fc.array(tag, { maxLength: 30 }).map((parts) => parts.join(''));
		fc.assert(
			fc.property(html, html, html, (front, one, other) => {
				fc.pre(one !== other);
				const [, ...texts] =
					/^(".*") in the cached copy, (".*") now$/.exec(differenceOf(front + one, front + other)) ?? [];
				const [before = '', now = ''] = texts.map((text) => JSON.parse(text) as string);
				expect(before).not.toBe(now);
				for (const shown of [before, now]) expect(shown).toMatch(/^[^<>]*(?:<[^<>]*>[^<>]*)*$/);
			}),
			{ seed: 1, numRuns: 500 },
		);
	});
});

describe('the self-check', () => {
	/** The self-check of a build that checks all pages, and its lines. */
	const checkAll = async () => {
		const lines: string[] = [];
		const log = (line: string) => lines.push(line);
		const selfCheck = await openSelfCheck({
			file: pathToFileURL(join(tmpdir(), 'slugline-no-such-folder', 'checks.json')),
			extent: 'all',
			logger: { info: log, warn: log },
			explainedBy: 'SLUGLINE_EXPLAIN=1',
		});
		return { selfCheck, lines };
	};
	const differing = (count: number) =>
		pages('src/pages/[...path].astro', count).map((page) => ({ ...page, difference: '"old", "new" now' }));

	it('warns once about all stale pages of a route', async () => {
		const { selfCheck, lines } = await checkAll();
		selfCheck.checksEach(12);
		selfCheck.recordStale(differing(12));
		selfCheck.recordStale(differing(1));
		expect(lines).toMatchInlineSnapshot(`
			[
			  "/page-0, /page-1, /page-10, /page-11, /page-2, and 7 more are not what their cached copies say, and nothing that is tracked changed: on /page-0, "old", "new" now. All pages are rendered again. Call alwaysRender() on pages that show files, the clock, or what another service says; please report other pages, with what SLUGLINE_EXPLAIN=1 prints.",
			  "/page-0 is not what its cached copy says, and nothing that is tracked changed: "old", "new" now. All pages are rendered again. Call alwaysRender() on pages that show files, the clock, or what another service says; please report other pages, with what SLUGLINE_EXPLAIN=1 prints.",
			]
		`);
		expect(selfCheck.stale).toEqual(differing(1));
		expect(selfCheck.checked).toBe(12);
	});

	it('warns once about all pages of a route that render differently each time', async () => {
		const { selfCheck, lines } = await checkAll();
		selfCheck.recordNondeterministic(differing(7));
		selfCheck.recordNondeterministic(differing(7));
		expect(lines).toMatchInlineSnapshot(`
			[
			  "/page-0, /page-1, /page-2, /page-3, /page-4, and 2 more come out differently each time they are rendered, so they are rendered in every build: on /page-0, "old", "new" now.",
			]
		`);
	});

	it('warns once about all stale entries of a collection', () => {
		const entry = (id: string) => ({
			...{ collection: 'prices', id },
			...{
				before: { digest: 'a.0.b', body: `${id}: 3 EUR` },
				now: { digest: 'a.0.c', body: `${id}: 3 CHF` },
			},
		});
		expect(staleEntriesWarning('prices', ['oar', 'boat', 'sail'].map(entry))).toMatchInlineSnapshot(
			`"The entries \`boat\`, \`oar\`, and \`sail\` of \`prices\` are not what an earlier build made of them, although their digests are the same: on \`boat\`, ".c\\",\\"body\\":\\"boat: 3 EUR\\"}" in the cached copy, ".c\\",\\"body\\":\\"boat: 3 CHF\\"}" now. Its loader, its schema, or a Markdown plugin uses something that no build compares: another file, Git, the clock, or a counter."`,
		);
	});

	it('warns if it is to check every page, but there are none to check', async () => {
		const { selfCheck, lines } = await checkAll();
		selfCheck.sample([]);
		await selfCheck.save();
		expect(lines).toMatchInlineSnapshot(`
			[
			  "No cached page was checked, because none stays from an earlier build: there was no such build, its cache is gone, or every page has changed. All pages were rendered twice instead. Keep \`node_modules/.astro\` between builds, and verify after one.",
			]
		`);
	});
});
